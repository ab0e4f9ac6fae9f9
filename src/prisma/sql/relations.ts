import type { RecordName, Scalars } from '../../base/records.ts';
import { relations } from '../../generated/models.ts';

/**
 * Records of a company lead to those of the model `to` whose `by` is their `from`, and that match `where`. `indexed`:
 * the fields that the index of the relation has, too.
 */
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

/** Those of `task_by_entity`. */
const INDEXED = ['assigneeId', 'teamId', 'workflowId'] as const;

/**
 * How records lead to each other, by model and by the field in GraphQL: the relations of schema.prisma, and those by an
 * id with a type beside it, which Prisma does not know. What may lead to any type is not here.
 */
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

/** The relations of a model, by their fields in GraphQL. */
export const relationsOf = (model: string): [name: string, relation: Relation][] =>
  Object.entries(byModel.get(model) ?? {});

/** Throws for a relation that the model does not have, so that a condition is never dropped. */
export function relationOf(model: string, name: string): Relation {
  const [, found] = relationsOf(model).find(([each]) => each === name) ?? [];
  if (found === undefined) throw new Error(`The model ${model} has no relation "${name}".`);
  return found;
}
