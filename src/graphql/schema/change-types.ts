import type { Actor as Shown } from '../../records/actors.ts';
import { builder, required, wordsEnum } from './builder.ts';

export const ChangeAction = wordsEnum<string>('ChangeAction', 'What happened to a record.', [
  ['created', 'The record is new, or new in your company.'],
  ['updated', 'At least one field has another value.'],
  ['deleted', 'The record is no longer there, or no longer in your company.'],
]);

const ActorKind = wordsEnum('ActorKind', 'What an actor is.', [
  ['user', 'The holder of a token.'],
  ['api_key', 'An integration with an API key.'],
  ['import', 'An import of a file.'],
  ['sql', 'A program that writes to the database itself.'],
]);

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
