import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { type StoredRecord, shipTo, tank } from '../records.ts';
import { create, full, insert, newCompany, snake } from '../rows.ts';
import { type Column, issues, orderOf, pageOf } from './order-pages.ts';
import { VALUES } from './order-values.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

interface Walk {
  record?: StoredRecord;
  columns: readonly Column[];
  isBackward?: boolean;
  size?: number;
  filter?: object;
  token: string;
  /** Runs between pages. */
  between?: (page: number) => Promise<void>;
}
/** The ids of all pages, in the order of the list. */
async function walk({ record = tank, columns, isBackward = false, size = 4, between, filter, token }: Walk) {
  const order = orderOf(columns);
  const pages: string[][] = [];
  for (let cursor: string | null = null; pages.length < 30; ) {
    const place = isBackward ? { last: size, before: cursor } : { first: size, after: cursor };
    const { data, errors } = await gateway.ask(pageOf(record), { ...place, order, filter }, token);
    expect([columns, errors]).toEqual([columns, undefined]);
    const { nodes, pageInfo } = data.page;
    pages.push(nodes.map(({ id }: Data) => id));
    if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) break;
    cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor;
    await between?.(pages.length);
  }
  return (isBackward ? pages.toReversed() : pages).flat();
}

/** PostgreSQL's own order. Where nothing says it, null is the least, or the latest time. */
async function sorted({ table }: StoredRecord, companyId: string, columns: readonly Column[]): Promise<string[]> {
  const by = columns.map(([field, direction, nulls]) => {
    // In an index, an empty text stands for none.
    if (nulls === undefined && /name|type|brand/i.test(field)) return `coalesce(${snake(field)}, '') ${direction}`;
    const isLast = /date|start/i.test(field) === (direction === 'ASC');
    return `${snake(field)} ${direction} NULLS ${nulls ?? (isLast ? 'LAST' : 'FIRST')}`;
  });
  const rows = await gateway.sql(
    `SELECT id FROM ${table} WHERE company_id = $1 ORDER BY ${[...by, `id ${columns.at(-1)?.[1] ?? 'ASC'}`].join(', ')}`,
    [companyId],
  );
  return rows.map(({ id }) => id);
}

test.each(VALUES)('$0.many by several columns are read page by page, both ways', async (record, values, orders) => {
  const { companyId, token } = await newCompany();
  const fields = Object.entries(values);
  const rows = Array.from({ length: 24 }, (_, n) =>
    full(record, {
      companyId,
      ...Object.fromEntries(
        fields.map(([field, each], place) => [field, each[(n * (place + 1) + (n >> 2)) % each.length]]),
      ),
    }),
  );
  await insert(gateway, record, ...rows);
  for (const columns of orders) {
    const expected = await sorted(
      record,
      companyId,
      columns.slice(0, columns.findIndex(([field]) => field === 'id') + 1 || 3),
    );
    for (const isBackward of [false, true])
      expect([columns, isBackward, await walk({ record, columns, isBackward, token })]).toEqual([
        columns,
        isBackward,
        expected,
      ]);
  }
});

const [BY_NAME, BY_LEVEL] = [
  ['name', 'DESC', 'LAST'],
  ['fillPercentage', 'ASC', 'FIRST'],
] as const;
test('pages neither repeat nor skip a record while others come, go and move between them', async () => {
  for (const isBackward of [false, true])
    for (const columns of [
      [BY_NAME, BY_LEVEL],
      [BY_LEVEL, BY_NAME],
      [
        ['name', 'ASC'],
        ['fillPercentage', 'ASC'],
      ],
    ] as const) {
      const { companyId, token } = await newCompany();
      const level = (n: number) => ({ name: ['a', null, 'b'][n % 3], fillPercentage: [null, 1, 2, 3][n % 4] });
      const rows = Array.from({ length: 24 }, (_, n) => full(tank, { companyId, ...level(n) }));
      await insert(gateway, tank, ...rows);
      const all = await sorted(tank, companyId, columns);
      const gone = new Set<string>();
      const between = async (page: number): Promise<void> => {
        const at = isBackward ? all.length - page * 3 : page * 3 - 1;
        // The record of the cursor goes, and one that was not read yet.
        for (const place of [at, isBackward ? at - 2 : at + 2]) {
          const id = all[place];
          if (id === undefined) continue;
          if (place !== at) gone.add(id);
          await gateway.sql('DELETE FROM tank WHERE id = $1', [id]);
        }
        await create(gateway, tank, { companyId, id: `new ${companyId} ${page}`, ...level(page) });
      };
      const read = (await walk({ columns, isBackward, size: 3, between, token })).filter((id) => !id.startsWith('new'));
      const isRead = (id: string) => !gone.has(id) || read.includes(id);
      expect(new Set(read).size).toBe(read.length);
      expect(read).toEqual(all.filter(isRead));
    }
});

test('an order by the last change may have further columns, and a filter of relations beside it', async () => {
  const { companyId, token } = await newCompany();
  const place = await create(gateway, shipTo, { companyId });
  const rows = Array.from({ length: 6 }, (_, n) => full(tank, { companyId, shipToId: place.id, name: `${n % 2}` }));
  await insert(gateway, tank, ...rows);
  const noted = await gateway.sql(
    `SELECT id FROM tank JOIN record_modification ON record_type = 'tank' AND record_id = id
     WHERE company_id = $1 ORDER BY modified_at, name DESC, id DESC`,
    [companyId],
  );
  const at = ['name', 'DESC'] as const;
  const filter = { shipTo: { isNot: null } };
  for (const isBackward of [false, true]) {
    const ids = await walk({ columns: [['lastModified', 'ASC'], at], isBackward, filter, size: 2, token });
    expect(ids).toEqual(noted.map(({ id }) => id));
    const byName = await walk({ columns: [at, ['lastModified', 'DESC']], isBackward, filter, size: 2, token });
    const names = byName.map((id) => rows.find((row) => row.id === id)?.name);
    expect(names).toEqual(['1', '1', '1', '0', '0', '0']);
  }
});

test('four columns are refused, and none is the order by id', async () => {
  const four = orderOf([
    ['name', 'ASC'],
    ['brand', 'ASC'],
    ['status', 'ASC'],
    ['id', 'ASC'],
  ]);
  const { errors } = await gateway.ask(pageOf(tank), { order: four });
  expect(errors).toMatchObject(issues('TOO_LONG', 'must have at most 3 columns', 'orderBy'));
  const { companyId, token } = await newCompany();
  await insert(gateway, tank, ...['b', 'a', 'c'].map((id) => full(tank, { companyId, id: `${companyId} ${id}` })));
  expect(await walk({ columns: [], size: 1, token })).toEqual(['a', 'b', 'c'].map((id) => `${companyId} ${id}`));
  for (const [order, code] of [
    [[{ field: 'NAME' }], 'REQUIRED'],
    [[{ field: 'NAME', direction: 'ASC', nulls: 'MIDDLE' }], 'UNKNOWN_VALUE'],
    [[{ field: 'METADATA', direction: 'ASC' }], 'UNKNOWN_VALUE'],
    [[{ field: 'ALERTS', direction: 'ASC' }], 'UNKNOWN_VALUE'],
    [[null], 'REQUIRED'],
  ] as const)
    expect((await gateway.ask(pageOf(tank), { order })).errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ code }],
    });
});
