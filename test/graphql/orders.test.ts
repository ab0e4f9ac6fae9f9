import { afterAll, beforeAll, expect, test } from 'vitest';
import { narrowed } from '../auth/own/narrowed.ts';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { expiration, type StoredRecord, shipTo, subscription, tank, task } from '../records.ts';
import { create, full, insert, newCompany, snake } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

type Column = readonly [field: string, direction: 'ASC' | 'DESC', nulls?: 'FIRST' | 'LAST'];
const orderOf = (columns: readonly Column[]) =>
  columns.map(([field, direction, nulls]) => ({
    field: snake(field).toUpperCase(),
    direction,
    ...(nulls && { nulls }),
  }));
const pageOf = ({ type, many }: StoredRecord): string =>
  `query ($first: Int, $after: String, $last: Int, $before: String, $order: [${type}Order!], $filter: ${type}Filter) {
    page: ${many}(first: $first, after: $after, last: $last, before: $before, orderBy: $order, filter: $filter) {
      totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

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

const VALUES: [StoredRecord, Record<string, unknown[]>, (readonly Column[])[]][] = [
  [
    tank,
    {
      name: ['b', null, 'a', '', 'B'],
      brand: [null, 'x', ''],
      fillPercentage: [10, null, 0],
      includeInJob: [true, false],
      lastReadingDate: [null, '2026-03-01T00:00:00.001Z', '2026-03-01T00:00:00.002Z'],
      daysToEmpty: [1, 2],
    },
    [
      [
        ['name', 'ASC'],
        ['fillPercentage', 'DESC'],
      ],
      [
        ['name', 'DESC', 'LAST'],
        ['fillPercentage', 'ASC', 'LAST'],
      ],
      [
        ['name', 'DESC', 'FIRST'],
        ['brand', 'DESC', 'LAST'],
        ['fillPercentage', 'DESC', 'FIRST'],
      ],
      [
        ['fillPercentage', 'ASC', 'FIRST'],
        ['name', 'ASC', 'FIRST'],
      ],
      [
        ['fillPercentage', 'DESC'],
        ['lastReadingDate', 'ASC'],
        ['includeInJob', 'DESC'],
      ],
      [
        ['includeInJob', 'ASC'],
        ['lastReadingDate', 'DESC', 'LAST'],
        ['daysToEmpty', 'ASC'],
      ],
      [
        ['lastReadingDate', 'ASC', 'FIRST'],
        ['brand', 'ASC', 'LAST'],
      ],
      [
        ['includeInJob', 'DESC'],
        ['id', 'ASC'],
        ['name', 'DESC'],
      ],
      [
        ['name', 'ASC'],
        ['name', 'DESC'],
      ],
      [['brand', 'ASC', 'LAST']],
      [
        ['id', 'DESC'],
        ['name', 'ASC'],
      ],
    ],
  ],
  [
    shipTo,
    { fuelShipTo: [true, null, false], name: ['a', null], archived: [true, false] },
    [
      [
        ['fuelShipTo', 'ASC', 'FIRST'],
        ['name', 'DESC'],
      ],
      [
        ['fuelShipTo', 'ASC', 'LAST'],
        ['archived', 'DESC'],
        ['name', 'ASC', 'LAST'],
      ],
      [
        ['fuelShipTo', 'DESC', 'FIRST'],
        ['name', 'ASC'],
      ],
      [
        ['fuelShipTo', 'DESC'],
        ['archived', 'ASC'],
      ],
    ],
  ],
  [
    task,
    { taskNumber: [3, -1], dueDate: ['2026-03-01T00:00:00.001Z', null], statusId: ['a', 'b'] },
    [
      [
        ['statusId', 'DESC'],
        ['dueDate', 'ASC'],
        ['taskNumber', 'DESC'],
      ],
      [
        ['dueDate', 'DESC', 'FIRST'],
        ['taskNumber', 'ASC'],
      ],
      [
        ['dueDate', 'ASC', 'FIRST'],
        ['statusId', 'ASC'],
      ],
    ],
  ],
  [
    expiration,
    { expirationDate: ['2026-03-01', null, '0001-01-01'], ownerType: ['a', null] },
    [
      [
        ['ownerType', 'ASC'],
        ['expirationDate', 'DESC'],
      ],
      [
        ['expirationDate', 'DESC', 'LAST'],
        ['ownerType', 'DESC'],
      ],
    ],
  ],
  [
    subscription,
    { state: ['active', 'paused', 'disabled'], maxPerSecond: [0.5, null, 2] },
    [
      [
        ['state', 'DESC'],
        ['maxPerSecond', 'ASC'],
      ],
      [
        ['maxPerSecond', 'ASC', 'LAST'],
        ['state', 'ASC'],
      ],
    ],
  ],
];
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

const issues = (code: string, message: string, path = 'after') => [
  { extensions: { code: 'BAD_USER_INPUT', issues: [{ path: [path], code, message }] } },
];
const NO_CURSOR = issues('WRONG_FORMAT', 'is not a valid cursor for this sort order');

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

test('a cursor of another order is refused', async () => {
  const { companyId, token } = await newCompany();
  await insert(gateway, tank, ...['a', null].map((name) => full(tank, { companyId, name, fillPercentage: null })));
  const cursorOf = async (columns: readonly Column[]): Promise<string> =>
    (await gateway.ask(pageOf(tank), { first: 1, order: orderOf(columns) }, token)).data.page.pageInfo.endCursor;
  const orders: (readonly Column[])[] = [
    [],
    [['name', 'ASC']],
    [['name', 'ASC', 'FIRST']],
    [['name', 'ASC', 'LAST']],
    [['name', 'DESC', 'FIRST']],
    [['name', 'DESC', 'LAST']],
    [
      ['name', 'ASC'],
      ['brand', 'ASC'],
    ],
    [
      ['brand', 'ASC'],
      ['name', 'ASC'],
    ],
    [['fillPercentage', 'ASC', 'FIRST']],
    [['fillPercentage', 'DESC', 'FIRST']],
    [
      ['name', 'ASC'],
      ['brand', 'ASC', 'LAST'],
    ],
    [
      ['name', 'ASC'],
      ['brand', 'ASC'],
      ['status', 'ASC'],
    ],
  ];
  for (const from of orders) {
    const after = await cursorOf(from);
    for (const to of orders) {
      const { errors } = await gateway.ask(pageOf(tank), { first: 1, after, order: orderOf(to) }, token);
      if (from === to) expect([to, errors]).toEqual([to, undefined]);
      else expect([from, to, errors]).toMatchObject([from, to, NO_CURSOR]);
    }
  }
});

test('a forged cursor is refused by its number of keys and their types, and shows no more than a true one', async () => {
  const forge = (...value: unknown[]): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const columns: readonly Column[] = [
    ['fuelShipTo', 'ASC', 'FIRST'],
    ['archived', 'DESC'],
    ['name', 'ASC', 'LAST'],
  ];
  const { companyId, token } = await newCompany();
  const own = await narrowed({ ship_to: { customer_id: 'c-1' } }, 'ship-tos:read:own', companyId);
  await insert(
    gateway,
    shipTo,
    ...['c-1', 'c-2', 'c-1', 'c-2'].map((customerId, n) =>
      full(shipTo, { companyId, customerId, fuelShipTo: [null, true][n % 2], name: [null, 'x'][n >> 1] }),
    ),
  );
  const ask = (after: string, order: readonly Column[], as = token) =>
    gateway.ask(pageOf(shipTo), { first: 9, after, order: orderOf(order) }, as);
  const { data } = await gateway.ask(pageOf(shipTo), { first: 1, order: orderOf(columns) }, token);
  const [name, id, ...keys] = JSON.parse(Buffer.from(data.page.pageInfo.endCursor, 'base64url').toString());
  expect((await ask(forge(name, id, ...keys), columns)).errors).toBeUndefined();
  for (const key of ['', 'maybe', '1e999', '{}', "'; DROP TABLE tank; --", '9'.repeat(5000), 'a\0', '\ud800'])
    for (const place of keys.keys()) {
      const { errors } = await ask(forge(name, id, ...keys.with(place, key)), columns);
      if (errors) expect([key, place, errors]).toMatchObject([key, place, NO_CURSOR]);
    }
  for (const wrong of [
    [name],
    [name, id],
    [name, id, ...keys.slice(1)],
    [name, id, ...keys, 'x'],
    [name, id, ...keys.with(0, true)],
    [name, id, ...keys.with(1, null)],
    [name, id, ...keys.with(1, ['x'])],
    [name, 5, ...keys],
    [`${name},id`, id, ...keys],
    ['', id, ...keys],
  ])
    expect([wrong, (await ask(forge(...wrong), columns)).errors]).toMatchObject([wrong, NO_CURSOR]);
  // A forged cursor before the first record leads to the caller's own records.
  const seen = await ask(data.page.pageInfo.startCursor, columns, own);
  expect(seen.data.page.totalCount).toBe(2);
  const mine = await gateway.sql(`SELECT id FROM ship_to WHERE company_id = $1 AND customer_id = 'c-1'`, [companyId]);
  for (const node of seen.data.page.nodes) expect(mine).toContainEqual(node);
  expect(gateway.logged.filter(({ msg }) => msg === 'unexpected error')).toEqual([]);
});
