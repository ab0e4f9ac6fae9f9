import fc from 'fast-check';
import type { Data, TestGateway } from '../../gateway.ts';
import { PATCHED } from '../../records.ts';
import { insert } from '../../rows.ts';
import { sign } from '../bearer.ts';

/** What a token may see, as its claim has it: by type, and by column or relation. */
export type Own = Record<string, Record<string, string | string[] | true>>;

/** The columns that a rule may name, by record, written by hand as docs/portals.md has them. */
export const COLUMNS: Record<string, string[]> = {
  tank: ['id', 'ship_to_id', 'customer_id', 'location_id'],
  task: ['id', 'assignee_id', 'team_id', 'workflow_id', 'entity_id'],
  expiration: ['id', 'owner_id'],
  quick_order: ['id', 'user_id'],
  ship_to: ['id', 'customer_id', 'location_id', 'service_area_id'],
};
export const NAMES = Object.keys(COLUMNS);
/** An id that is too long for a claim. */
export const long = 'x'.repeat(256);
/** What the input of a new task needs. */
export const NEW_TASK = {
  title: 't',
  taskNumber: 1,
  taskTypeId: 't',
  statusId: 's',
  priority: 'p',
  workflowId: 'w',
  teamId: 't',
  creatorId: 'c',
};
/** The records that rules are on. */
export const OWNED = PATCHED.filter(({ table }) => table in COLUMNS);

/**
 * The relations that a rule may name, by hand too: the records whose column `by` is this one's `from`, of this type.
 */
export const LEADS: Record<
  string,
  Record<string, { to: string; from: string; by: string; type?: [string, string] }>
> = {
  tank: {
    shipTo: { to: 'ship_to', from: 'ship_to_id', by: 'id' },
    tasks: { to: 'task', from: 'id', by: 'entity_id', type: ['entity_type', 'tank'] },
    expirations: { to: 'expiration', from: 'id', by: 'owner_id', type: ['owner_type', 'tank'] },
  },
  ship_to: {
    tanks: { to: 'tank', from: 'id', by: 'ship_to_id' },
    tasks: { to: 'task', from: 'id', by: 'entity_id', type: ['entity_type', 'ship_to'] },
  },
};
/** Whether the rule on a type goes through a relation. */
export const leads = (own: Own, name: string): boolean => Object.values(own[name] ?? {}).includes(true);
export const recordOf = (name: string) => {
  const found = PATCHED.find(({ table }) => table === name);
  if (found === undefined) throw new Error(`There is no record ${name}.`);
  return found;
};
export const scopeOf = (name: string, action: string): string => `${recordOf(name).scope}:${action}`;
export const camel = (name: string): string => name.replace(/_[a-z]/g, (part) => part.charAt(1).toUpperCase());

export const ACTIONS = ['read', 'write', 'create', 'delete'];
/** All scopes on the records that the claim names: those that may stand beside its rules. */
export const ownScopes = (own: Own): string =>
  Object.keys(own)
    .flatMap((name) => (leads(own, name) ? ['read'] : ACTIONS).map((action) => `${scopeOf(name, action)}:own`))
    .join(' ');

/** A token that sees its own alone. */
export const narrowed = (own: unknown, scope = ownScopes(own as Own), company = 'acme'): Promise<string> =>
  sign({ company_id: company, scope, own, exp: Math.floor(Date.now() / 1000) + 3600 });

/** All rows of a company, by the names of their tables. */
export type Rows = ReadonlyMap<string, Data[]>;
export const rowsOf = async ({ sql }: TestGateway, company: string): Promise<Rows> =>
  new Map(
    await Promise.all(
      NAMES.map(
        async (name): Promise<[string, Data[]]> => [
          name,
          (await sql(`SELECT to_jsonb(t) AS row FROM ${name} t WHERE company_id = $1`, [company])).map(
            ({ row }) => row,
          ),
        ],
      ),
    ),
  );

/**
 * Whether a record, by the names of columns or of fields, is one of a claim's. A type without a rule has none. Rules
 * through relations need all rows, of which a token reads those of types without a rule.
 */
export function isOwn(own: Own, name: string, row: Data, all: Rows = new Map()): boolean {
  const rule = own[name];
  const valueIn = (column: string) => row[column] ?? row[camel(column)];
  const leadsOn = (relation: string): boolean => {
    const { to = '', from = '', by = '', type: [kind, wanted] = ['id', undefined] } = LEADS[name]?.[relation] ?? {};
    const others = (all.get(to) ?? []).filter((other) => wanted === undefined || other[kind] === wanted);
    return others.some((other) => other[by] === valueIn(from) && (own[to] === undefined || isOwn(own, to, other)));
  };
  return (
    rule !== undefined &&
    Object.entries(rule).every(([key, values]) =>
      values === true ? leadsOn(key) : [values].flat().includes(valueIn(key)),
    )
  );
}

/** Ids of few kinds, so that rules match, miss and overlap. */
const POOL = ['c-1', 'c-2', 'c-3', 'c-4', "o'c", 'ё'];
const valuesFor = (column: string, ids: readonly string[]): readonly string[] => (column === 'id' ? ids : POOL);

/** Rows of all records of a company, whose relations lead to each other. */
export async function fill(gateway: TestGateway, company: string, each = 30, seed = 7): Promise<Map<string, string[]>> {
  const ids = new Map(NAMES.map((name) => [name, Array.from({ length: each }, (_, n) => `${company}-${name}-${n}`)]));
  const among = (name: string) => fc.constantFrom(...(ids.get(name) ?? []));
  const pool = fc.constantFrom(...POOL);
  const types = fc.constantFrom('tank', 'ship_to', 'task', 'expiration', 'quick_order');
  const values: Record<string, fc.Arbitrary<Data>> = {
    tank: fc.record({
      shipToId: fc.option(fc.oneof(among('ship_to'), pool)),
      customerId: fc.option(pool),
      locationId: fc.option(pool),
      name: fc.constantFrom('North 1', 'South 2', 'north 3'),
    }),
    task: fc
      .record({
        assigneeId: fc.option(pool),
        teamId: pool,
        workflowId: pool,
        entity: types.chain((type) => fc.tuple(fc.constant(type), fc.oneof(among(type), pool))),
      })
      .map(({ entity: [entityType, entityId], ...row }) => ({
        ...row,
        entityType,
        entityId,
        taskTypeId: 't',
        creatorId: 'c',
        statusId: 's',
        title: 'North',
        priority: 'p',
        taskNumber: 1,
      })),
    expiration: types.chain((type) =>
      fc.record({
        ownerType: fc.constant(type),
        ownerId: fc.option(fc.oneof(among(type), pool)),
        expirationCode: fc.constant('north'),
      }),
    ),
    quick_order: fc.record({
      userId: fc.option(pool),
      status: fc.constantFrom('a', 'b'),
      externalId: fc.constant('north'),
    }),
    ship_to: fc.record({
      customerId: fc.option(pool),
      locationId: fc.option(pool),
      serviceAreaId: fc.option(pool),
      name: fc.constant('North'),
    }),
  };
  for (const name of NAMES) {
    const rows = fc.sample(values[name] ?? fc.constant({}), { numRuns: each, seed });
    await insert(
      gateway,
      recordOf(name),
      ...rows.map((row, n) => ({
        ...row,
        ...(name === 'tank' && { tankSize: n / 4, fillPercentage: n % 3 === 0 ? null : n }),
        ...(name === 'task' && { taskNumber: n }),
        companyId: company,
        id: ids.get(name)?.[n],
      })),
    );
  }
  return ids;
}

/** Claims on some of the types, each with rules on some of its columns. */
export const claims = (ids: ReadonlyMap<string, string[]>, names: readonly string[] = NAMES): fc.Arbitrary<Own> =>
  fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1 })
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map((name) =>
          fc
            .uniqueArray(fc.constantFrom(...(COLUMNS[name] ?? [])), { minLength: 1, maxLength: 2 })
            .chain((columns) =>
              fc.tuple(
                ...columns.map((column) => {
                  const one = fc.constantFrom(...valuesFor(column, ids.get(name) ?? []));
                  const list = fc.uniqueArray(one, { minLength: 1, maxLength: column === 'id' ? 20 : 4 });
                  return fc.oneof(one, list).map((values): [string, string | string[]] => [column, values]);
                }),
              ),
            )
            .map((entries): [string, Own[string]] => [name, Object.fromEntries(entries)]),
        ),
      ),
    )
    .map((entries) => Object.fromEntries(entries));

/** The same, and rules through relations: alone, or beside columns. */
export const leading = (ids: ReadonlyMap<string, string[]>): fc.Arbitrary<Own> =>
  fc
    .tuple(claims(ids), fc.boolean(), ...['tank', 'ship_to'].map((name) => fc.subarray(Object.keys(LEADS[name] ?? {}))))
    .map(([own, isAlone, ofTank = [], ofShipTo = []]) => {
      const ruleOf = (name: string, relations: string[]): Own =>
        relations.length === 0
          ? {}
          : {
              [name]: {
                ...(isAlone ? {} : own[name]),
                ...Object.fromEntries(relations.map((relation) => [relation, true as const])),
              },
            };
      // None leads to a type whose own rule leads on.
      const others = ofTank.includes('shipTo') ? [] : ofShipTo.filter((to) => to !== 'tanks' || ofTank.length === 0);
      return { ...own, ...ruleOf('tank', ofTank), ...ruleOf('ship_to', others) };
    });
