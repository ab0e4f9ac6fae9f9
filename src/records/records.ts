import { models, scopes } from '../generated/models.ts';
import type { Prisma } from '../generated/prisma/client.ts';

export type Scalars<Name extends Prisma.ModelName> = Prisma.TypeMap['model'][Name]['payload']['scalars'];

/** The models of the API's records: those with a company and a version. */
export type RecordName = {
  [Name in Prisma.ModelName]: Scalars<Name> extends { companyId: string | null; version: number } ? Name : never;
}[Prisma.ModelName];

export type Scope = `${string}:${'read' | 'write' | 'create' | 'delete'}`;

/** The scope that reads who changed what of a record, beside the one that reads the record. */
export const HISTORY: Scope = 'history:read';

export interface RecordNames {
  /** The first half of the scopes: `quick-orders:read`, `quick-orders:write`, `quick-orders:create`. */
  scope: string;
  /** The name in events, such as `quick_order.updated`. Null: changes of the record send none. */
  event: string | null;
}

/** The names that are not made of the table's. */
const OWN_NAMES = new Map<string, RecordNames>([['WebhookSubscription', { scope: 'subscriptions', event: null }]]);

const nameOfTable = (table: string): RecordNames => ({ scope: `${table.replaceAll('_', '-')}s`, event: table });

/** The records by their models, in the order of `schema.prisma`, also for programs without the API's schema. */
export const RECORDS: ReadonlyMap<string, RecordNames> = new Map(
  Object.entries(models)
    .filter(([, { fields }]) => ['companyId', 'version'].every((name) => fields.some(({ field }) => field === name)))
    .map(([model, { table }]) => [model, OWN_NAMES.get(model) ?? nameOfTable(table)]),
);

/** The names of a record. Throws for a model that is none. */
export function namesOf(model: string): RecordNames {
  const names = RECORDS.get(model);
  if (names === undefined) throw new Error(`${model} is no record: it has no company, or no version.`);
  return names;
}

const others = new Map<string, string>(Object.entries(scopes));

/** The first half of the scopes of a model. Throws for one that has none. */
export const scopeNameOf = (model: string): string => others.get(model) ?? namesOf(model).scope;

/** The records whose changes send events, with their columns and that of the time of the last change. */
export const WATCHED = Object.entries(models).flatMap(([model, { fields }]) => {
  const { scope = '', event = null } = RECORDS.get(model) ?? {};
  if (event === null) return [];
  const modified = fields.filter((field) => field.modified).map(({ column }) => column);
  return [{ model, scope, event, columns: fields.map(({ column }) => column), modified }];
});

/** The columns whose values no history has. */
const IMMUTABLE = ['id', 'company_id', 'version'];

/** Whether a history has values of this column of records, such as `note`, or of one type of them: `tank.note`. */
export const isKeptColumn = (name: string): boolean =>
  WATCHED.some(({ event, columns }) =>
    columns.some((column) => !IMMUTABLE.includes(column) && [column, `${event}.${column}`].includes(name)),
  );

/** The events about webhooks themselves, which `subscriptions:read` reads. */
export const NOTICES = { subscription: 'disabled', delivery: 'dead' } as const;

/** The scope that reads what an event such as `tank.updated` shows. Throws if there are no such events. */
export function readScopeOf(eventType: string): Scope {
  const name = eventType.split('.', 1)[0];
  if (Object.keys(NOTICES).some((notice) => notice === name)) return 'subscriptions:read';
  for (const { event, scope } of RECORDS.values()) if (event === name) return `${scope}:read`;
  throw new Error(`There are no events of type ${eventType}.`);
}
