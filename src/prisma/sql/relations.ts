import { relations } from '../../generated/models.ts';
import type { RecordName, Scalars } from '../../records/records.ts';

/** Records lead to those of `to` whose `by` is their `from`. `indexed`: what else the index of the relation has. */
export interface Relation<To extends RecordName = RecordName, From = string, By extends string = string> {
  readonly to: To;
  readonly from: From;
  readonly by: By;
  readonly where?: { readonly [Field in By]?: string };
  readonly indexed?: readonly By[];
}
type LeadingFrom<From extends RecordName> = {
  [To in RecordName]: Relation<To, keyof Scalars<From>, keyof Scalars<To> & string>;
}[RecordName];

const INDEXED = ['assigneeId', 'teamId', 'workflowId'] as const;

/** The relations of schema.prisma, and those by an id with a type beside it, which Prisma does not know. */
export const RELATIONS = {
  ...relations,
  Tank: {
    ...relations.Tank,
    tasks: { to: 'Task', from: 'id', by: 'entityId', where: { entityType: 'tank' }, indexed: INDEXED },
    expirations: { to: 'Expiration', from: 'id', by: 'ownerId', where: { ownerType: 'tank' } },
  },
  ShipTo: {
    ...relations.ShipTo,
    tasks: { to: 'Task', from: 'id', by: 'entityId', where: { entityType: 'ship_to' }, indexed: INDEXED },
  },
} as const satisfies { [From in RecordName]?: Record<string, LeadingFrom<From>> };

const byModel: ReadonlyMap<string, Readonly<Record<string, Relation>>> = new Map(Object.entries(RELATIONS));

export const relationsOf = (model: string): [name: string, relation: Relation][] =>
  Object.entries(byModel.get(model) ?? {});

export const isRelation = (model: string, name: string): boolean => relationsOf(model).some(([each]) => each === name);

/** Throws for a relation that the model does not have, so that a condition is never dropped. */
export function relationOf(model: string, name: string): Relation {
  const [, found] = relationsOf(model).find(([each]) => each === name) ?? [];
  if (found === undefined) throw new Error(`The model ${model} has no relation "${name}".`);
  return found;
}
