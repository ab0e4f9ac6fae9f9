import { authenticate } from '../auth/scopes.ts';
import { actorOf } from '../records/actors.ts';
import { builder, required } from './schema/builder.ts';
import { madeBy } from './schema/change-types.ts';

interface ViewerShape {
  companyId: string | null;
  actor: string | undefined;
  scopes: string[];
}

const Viewer = builder.objectRef<ViewerShape>('Viewer').implement({
  description: 'Who sends the request, and what the token or the API key allows.',
  fields: (t) => ({
    companyId: t.exposeID('companyId', {
      description: 'The company whose records are read and changed; null for a token of every company, or of none.',
    }),
    actor: t.field({
      ...madeBy,
      description: 'Whom changes name.',
      resolve: ({ actor }) => actorOf(actor ?? null),
    }),
    scopes: t.exposeStringList('scopes', {
      ...required,
      description:
        'The scopes, such as `tanks:write`, sorted. With `:own` at the end, a scope is on some of the records only.',
    }),
  }),
});

builder.queryFields((t) => ({
  viewer: t.field({
    type: Viewer,
    description: 'Who sends this request, and what is allowed. Needs a valid token, and no scope.',
    resolve: (_root, _args, context) => {
      const { tenant, scopes } = authenticate(context);
      const companyId = tenant?.company ?? null;
      return { companyId, actor: tenant?.actor, scopes: [...scopes].sort() };
    },
  }),
}));
