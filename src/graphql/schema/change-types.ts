import type { Actor as Shown } from '../../records/actors.ts';
import { builder, required } from './builder.ts';

const actions: Record<string, { value: string; description: string }> = {
  CREATED: { value: 'created', description: 'The record is new, or new in your company.' },
  UPDATED: { value: 'updated', description: 'At least one field has another value.' },
  DELETED: { value: 'deleted', description: 'The record is no longer there, or no longer in your company.' },
};

export const ChangeAction = builder.enumType('ChangeAction', {
  description: 'What happened to a record.',
  values: actions,
});

const ActorKind = builder.enumType('ActorKind', {
  description: 'What an actor is.',
  values: {
    USER: { value: 'user', description: 'The holder of a token.' },
    API_KEY: { value: 'api_key', description: 'An integration with an API key.' },
    IMPORT: { value: 'import', description: 'An import of a file.' },
    SQL: { value: 'sql', description: 'A program that writes to the database itself.' },
  } as const,
});

const Actor = builder.objectRef<Shown>('Actor').implement({
  description: 'Who made a change.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ActorKind, ...required, description: 'What the actor is.' }),
    id: t.exposeString('id', {
      description:
        'The id of the user or of the API key; the user of the database, with the name that the program gives itself. Null for an import, and for a token that names nobody.',
    }),
  }),
});

export const madeBy = {
  type: Actor,
  nullable: true,
  description: 'Who made the change; null if the gateway itself did.',
} as const;
