import * as z from 'zod';
import { columnOf, modelNamed } from '../db/sql/model.ts';
import { Rule } from '../db/tenancy/rule.ts';
import { namesOf, type RecordName } from '../records.ts';
import { isStorableText, KEY_LENGTH } from '../values.ts';

/** The fields that a rule may name, by record. Each has an index by company, in the order of the records' ids. */
export const OWNED = {
  Tank: ['id', 'shipToId', 'customerId', 'locationId'],
  Task: ['id', 'assigneeId', 'teamId', 'workflowId', 'entityId'],
  Expiration: ['id', 'ownerId'],
  QuickOrder: ['id', 'userId'],
  ShipTo: ['id', 'customerId', 'locationId', 'serviceAreaId'],
} as const satisfies Partial<Record<RecordName, readonly string[]>>;

const ACTIONS = ['read', 'write', 'create', 'delete'];
const MOST_VALUES = 50;
const MOST_BYTES = 4 * 1024;
/** Scopes on what no rule narrows. */
const BEYOND = /^(companies|subscriptions|history):/;

const types = Object.entries(OWNED).map(([model, fields]) => {
  const { scope, event } = namesOf(model);
  return {
    model,
    name: event ?? model,
    /** The scopes on all of its records; each with `:own` is one on those of the rule. */
    scopes: ACTIONS.map((action) => ({ all: `${scope}:${action}`, own: `${scope}:${action}:own` })),
    columns: fields.map((field) => ({ field, column: columnOf(modelNamed(model), field).column })),
  };
});

/** The scopes on the records of a rule. */
export const OWN_SCOPES = types.flatMap(({ scopes }) => scopes.map(({ own }) => own));

/** An object with at least one of these keys, and no other. */
function some<Value extends z.ZodType>(what: string, values: [key: string, value: Value][]) {
  const words = `must be an object with one or more of the ${what} ${values.map(([key]) => key).join(', ')}`;
  const shape = Object.fromEntries(values.map(([key, value]) => [key, value.optional()]));
  return z.strictObject(shape, words).refine((given) => Object.keys(given).length > 0, words);
}

const WORDS = `must be an id or a list of 1 to ${MOST_VALUES} ids, each of 1 to ${KEY_LENGTH} characters`;
const Id = z.string(WORDS).min(1, WORDS).max(KEY_LENGTH, WORDS).refine(isStorableText, WORDS);
const Ids = z.array(Id, WORDS).min(1, WORDS).max(MOST_VALUES, WORDS);
const Values = z.union([Id.transform((id) => [id]), Ids], WORDS);
const Claim = some(
  'records',
  types.map(({ name, columns }) => [
    name,
    some(
      'columns',
      columns.map(({ column }) => [column, Values]),
    ),
  ]),
);

/** The record and its column. */
const wayTo = ({ path }: z.core.$ZodIssue): string => path.slice(0, 2).join('.');

/**
 * What a narrowed token grants: a rule for each of its scopes, without `:own`. Undefined for a token that is not
 * narrowed, and a text for one whose claim `own` is not valid: what is wrong with it.
 */
export function rulesOf(own: unknown, scopes: ReadonlySet<string>): ReadonlyMap<string, Rule> | string | undefined {
  const [needing] = OWN_SCOPES.filter((scope) => scopes.has(scope));
  if (own === undefined && needing === undefined) return undefined;
  const beyond = [...scopes].find((scope) => BEYOND.test(scope));
  if (beyond !== undefined) return `cannot stand beside the scope "${beyond}"`;
  if (own === undefined) return `is missing, and the scope "${needing}" needs it`;
  if (Buffer.byteLength(JSON.stringify(own)) > MOST_BYTES) return 'must be at most 4 KB as JSON';
  const { data, error } = Claim.safeParse(own);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) return issue.path.length === 0 ? issue.message : `at "${wayTo(issue)}" ${issue.message}`;
  const rules = new Map<string, Rule>();
  for (const { model, name, scopes: each, columns } of types) {
    const allowed = data?.[name];
    const rule =
      allowed &&
      new Rule(
        model,
        columns.flatMap(({ field, column }) => {
          const values = allowed[column];
          return values === undefined ? [] : { field, column, values };
        }),
      );
    for (const scope of each) {
      const [isOfAll, isOfOwn] = [scopes.has(scope.all), scopes.has(scope.own)];
      if (isOfAll && isOfOwn) return `cannot stand beside both scopes "${scope.all}" and "${scope.own}"`;
      if (isOfOwn && rule === undefined) return `has no "${name}", and the scope "${scope.own}" needs it`;
      if (isOfAll) rules.set(scope.all, new Rule(model, []));
      if (isOfOwn && rule !== undefined) rules.set(scope.all, rule);
    }
    const [wide] = each.filter(({ all }) => scopes.has(all));
    if (rule !== undefined && wide !== undefined && !each.some((scope) => scopes.has(scope.own)))
      return `has "${name}", and no scope uses it: "${wide.all}" is on all records, "${wide.own}" on these`;
  }
  return rules;
}
