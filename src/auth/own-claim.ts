import * as z from 'zod';
import { columnOf, modelNamed } from '../prisma/sql/model.ts';
import { relationsOf } from '../prisma/sql/relations.ts';
import { namesOf, type RecordName } from '../records/records.ts';
import { isStorableText, KEY_LENGTH } from '../records/values.ts';

/** The fields that a rule may name, by record. Each has an index by company, in the order of the records' ids. */
export const OWNED = {
  Tank: ['id', 'shipToId', 'customerId', 'locationId'],
  Task: ['id', 'assigneeId', 'teamId', 'workflowId', 'entityId'],
  Expiration: ['id', 'ownerId'],
  QuickOrder: ['id', 'userId'],
  ShipTo: ['id', 'customerId', 'locationId', 'serviceAreaId'],
} as const satisfies Partial<Record<RecordName, readonly string[]>>;

const MOST_VALUES = 50;
const MOST_BYTES = 4 * 1024;

/** The record types that a rule may restrict, and the fields that it may name. */
export const ownableTypes = Object.entries(OWNED).map(([model, fields]) => {
  const { scope, event } = namesOf(model);
  /** The scope on all of the records, and the one on those of the rule. */
  const scopeTo = (action: string) => ({ all: `${scope}:${action}`, own: `${scope}:${action}:own` });
  return {
    model,
    name: event ?? model,
    read: scopeTo('read'),
    changes: ['write', 'create', 'delete'].map(scopeTo),
    columns: fields.map((field) => ({ field, column: columnOf(modelNamed(model), field).column })),
    relations: relationsOf(model),
  };
});
export type OwnedType = (typeof ownableTypes)[number];

function some<Value extends z.ZodType>(what: string, values: [key: string, value: Value][]) {
  const words = `must be an object with one or more of the ${what}`;
  const shape = Object.fromEntries(values.map(([key, value]) => [key, value.optional()]));
  return z.strictObject(shape, words).refine((given) => Object.keys(given).length > 0, words);
}

const WORDS = `must be an id or a list of 1 to ${MOST_VALUES} ids, each of 1 to ${KEY_LENGTH} characters`;
const Id = z.string(WORDS).min(1, WORDS).max(KEY_LENGTH, WORDS).refine(isStorableText, WORDS);
const Ids = z.array(Id, WORDS).min(1, WORDS).max(MOST_VALUES, WORDS);
const Values = z.union([Id.transform((id) => [id]), Ids], WORDS);
const Leads = z.literal(true, 'must be true: it is a relation');
type Part = [name: string, value: typeof Values | typeof Leads];

const namesIn = (parts: Part[]): string => parts.map(([name]) => name).join(', ');
const Claim = some(
  `records ${ownableTypes.map(({ name }) => name).join(', ')}`,
  ownableTypes.map(({ name, columns, relations }) => {
    const values = columns.map(({ column }): Part => [column, Values]);
    const leading = relations.map(([relation]): Part => [relation, Leads]);
    const what = leading.length === 0 ? '' : `, or of the relations ${namesIn(leading)}`;
    return [name, some(`columns ${namesIn(values)}${what}`, [...values, ...leading])];
  }),
);
/** What a claim says, by the names of records, and of their columns and relations. */
export type OwnClaim = z.infer<typeof Claim>;

/** Reads the claim; a text for one that is not valid: what is wrong with it. */
export function readOwn(own: unknown): OwnClaim | string {
  if (Buffer.byteLength(JSON.stringify(own)) > MOST_BYTES) return 'must be at most 4 KB as JSON';
  const { data = {}, error } = Claim.safeParse(own);
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return data;
  return issue.path.length === 0 ? issue.message : `at "${issue.path.slice(0, 2).join('.')}" ${issue.message}`;
}
