import { type Caller, unauthenticated } from '../auth/scopes.ts';
import { actorOf } from '../records/actors.ts';
import { builder, required } from './schema/builder.ts';
import { madeBy } from './schema/change-types.ts';

const Viewer = builder.objectRef<Caller>('Viewer').implement({
  description: 'Who sends the request, and what the token or the API key allows.',
  fields: (t) => ({
    companyId: t.id({
      description: 'The company whose records are read and changed; null for a token of every company, or of none.',
      resolve: ({ tenant }) => tenant?.company ?? null,
    }),
    actor: t.field({
      ...madeBy,
      description: 'Whom changes name.',
      resolve: ({ tenant }) => actorOf(tenant?.actor ?? null),
    }),
    scopes: t.stringList({
      ...required,
      description:
        'The scopes, such as `tanks:write`, sorted. With `:own` at the end, a scope is on some of the records only.',
      resolve: ({ scopes }) => [...scopes].sort(),
    }),
  }),
});

builder.queryFields((t) => ({
  viewer: t.field({
    type: Viewer,
    description: 'Who sends this request, and what is allowed. Needs a valid token, and no scope.',
    resolve: (_root, _args, { caller }) => {
      if (caller.refusal !== undefined) throw unauthenticated(caller.refusal);
      return caller;
    },
  }),
}));
