import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { cloneDatabase, type Data, openGateway, type TestGateway } from '../gateway.ts';
import { RECORDS, type StoredRecord, tank } from '../records.ts';
import { create, full, insert, newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

/** A session of a writer beside the gateway, whose transaction stays open until the test says so. */
async function openSession(): Promise<pg.Client> {
  const client = new pg.Client(gateway.url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

interface Delta {
  ids: string[];
  through: string | null;
}

/** What a mirror does: reads all that has changed, page by page, and remembers where the next read begins. */
async function readDelta(
  { type, many }: StoredRecord,
  since: string | null,
  token: string,
  of = gateway,
): Promise<Delta> {
  const query = `query ($filter: ${type}Filter, $after: String) {
    ${many}(first: 2, after: $after, filter: $filter, orderBy: { field: LAST_MODIFIED, direction: ASC }) {
      modifiedThrough nodes { id } pageInfo { hasNextPage endCursor } } }`;
  const filter = { modifiedSince: since };
  const ids: string[] = [];
  let through: string | null | undefined;
  for (let after: string | null = null; ; ) {
    const { data, errors } = await of.ask(query, { filter, after }, token);
    expect(errors).toBeUndefined();
    const page: Data = data[many];
    ids.push(...page.nodes.map(({ id }: Data) => id));
    if (through === undefined) through = page.modifiedThrough;
    if (!page.pageInfo.hasNextPage) return { ids, through: through ?? since };
    after = page.pageInfo.endCursor;
  }
}

const changed = ({ table, fields }: StoredRecord): string =>
  ({
    tank: `UPDATE tank SET note = coalesce(note, '') || '!' WHERE id = $1`,
    task: `UPDATE task SET title = title || '!' WHERE id = $1`,
    expiration: `UPDATE expiration SET description = coalesce(description, '') || '!' WHERE id = $1`,
    quick_order: `UPDATE quick_order SET order_date = coalesce(order_date, '') || '!' WHERE id = $1`,
    ship_to: `UPDATE ship_to SET note = coalesce(note, '') || '!' WHERE id = $1`,
    webhook_subscription: `UPDATE webhook_subscription SET node_id = node_id || '!' WHERE id = $1`,
  })[table] ?? `UPDATE ${table} SET ${fields.name === undefined ? 'code' : 'name'} = clock_timestamp() WHERE id = $1`;

for (const record of RECORDS) {
  test(`a change of ${record.many} appears in a delta read, however long its transaction takes`, async () => {
    const { companyId, token } = await newCompany();
    const [early, late, slow, created] = [1, 2, 3, 4].map(() => full(record, { companyId }));
    await insert(gateway, record, ...[early, late, slow].flatMap((row) => row ?? []));
    const start = await readDelta(record, null, token);
    expect(start.ids.toSorted()).toEqual([early?.id, late?.id, slow?.id].toSorted());

    const writer = await openSession();
    await writer.query('BEGIN');
    await writer.query(changed(record), [slow?.id]);
    const during = await readDelta(record, start.through, token);
    await gateway.sql(changed(record), [late?.id]);
    await insert(gateway, record, full(record, { ...created }));
    const after = await readDelta(record, during.through, token);
    expect(after.ids).toEqual(expect.arrayContaining([late?.id, created?.id]));
    await writer.query('COMMIT');
    const last = await readDelta(record, after.through, token);
    expect(last.ids).toContain(slow?.id);
    const next = await readDelta(record, last.through, token);
    await gateway.sql(changed(record), [early?.id]);
    expect((await readDelta(record, next.through, token)).ids).toContain(early?.id);
  });
}

test('modifiedThrough goes on, and never beyond the beginning of a transaction that is open', async () => {
  const { companyId, token } = await newCompany();
  const { id } = await create(gateway, tank, { companyId });
  // Transactions of other databases on the server count too: no time is known while one is open since before the start.
  await expect.poll(async () => (await readDelta(tank, null, token)).through).toEqual(expect.any(String));
  const before = await readDelta(tank, null, token);
  const writer = await openSession();
  await writer.query('BEGIN');
  await writer.query(changed(tank), [id]);
  const [{ at } = { at: '' }] = await gateway.sql('SELECT clock_timestamp() AS at');
  for (const _again of [1, 2, 3]) {
    const { through } = await readDelta(tank, null, token);
    expect(Date.parse(through ?? '')).toBeGreaterThanOrEqual(Date.parse(before.through ?? ''));
    expect(Date.parse(through ?? '')).toBeLessThan(Date.parse(at));
  }
  await writer.query('ROLLBACK');
  await expect
    .poll(async () => Date.parse((await readDelta(tank, null, token)).through ?? ''))
    .toBeGreaterThanOrEqual(Date.parse(at));
});

test('a gateway that started while a transaction was open knows no time yet', async () => {
  const { companyId, token } = await newCompany();
  const { id } = await create(gateway, tank, { companyId });
  const writer = await openSession();
  await writer.query('BEGIN');
  await writer.query(changed(tank), [id]);
  const late = await openGateway({ database: { url: gateway.url, drop: async () => {} } });
  onTestFinished(late.close);
  const query = '{ tanks { modifiedThrough nodes { id } } }';
  expect((await late.ask(query, {}, token)).data.tanks).toEqual({ modifiedThrough: null, nodes: [{ id }] });
  await writer.query('COMMIT');
  await expect
    .poll(async () => (await late.ask(query, {}, token)).data.tanks.modifiedThrough)
    .toEqual(expect.any(String));
});

test('a delta read has every record changed since then, and no other', async () => {
  const { companyId, token } = await newCompany();
  const rows = [1, 2, 3].map(() => full(tank, { companyId }));
  await insert(gateway, tank, ...rows);
  const { through } = await readDelta(tank, null, token);
  await gateway.sql(
    `UPDATE record_modification SET modified_at = modified_at - interval '1 day'
    WHERE record_id = ANY ($1)`,
    [rows.map(({ id }) => id)],
  );
  expect((await readDelta(tank, through, token)).ids).toEqual([]);
  await gateway.sql(changed(tank), [rows[1]?.id]);
  await gateway.sql(`UPDATE tank SET note = note WHERE id = $1`, [rows[2]?.id]);
  expect((await readDelta(tank, through, token)).ids).toEqual([rows[1]?.id]);
  const other = await newCompany();
  await gateway.sql('UPDATE tank SET company_id = $2 WHERE id = $1', [rows[0]?.id, other.companyId]);
  expect((await readDelta(tank, through, other.token)).ids).toEqual([rows[0]?.id]);
});

test.each(RECORDS.map((record) => [record.many, record] as const))(
  '%s that have not changed since do not come again, however recent they are',
  async (_many, record) => {
    const { companyId, token } = await newCompany();
    await insert(gateway, record, ...Array.from({ length: 20 }, () => full(record, { companyId })));
    await gateway.sql(changed(record).replace('id = $1', 'company_id = $1'), [companyId]);
    let since: string | null = null;
    const next = async (): Promise<number> => {
      const { ids, through } = await readDelta(record, since, token);
      since = through;
      return ids.length;
    };
    expect(await next()).toBe(20);
    // Once the transactions that were open, also of other databases, have ended.
    await expect.poll(next).toBe(0);
  },
);

test('a record with a time in the future appears when it changes', async () => {
  const { companyId, token } = await newCompany();
  const [{ soon } = { soon: '' }] = await gateway.sql(
    `SELECT date_bin('10 minutes', now(), '2000-01-01') + interval '599 s' AS soon`,
  );
  const { id } = await create(gateway, tank, { companyId, lastModifiedDate: soon });
  const { through } = await readDelta(tank, null, token);
  await gateway.sql(changed(tank), [id]);
  expect((await readDelta(tank, through, token)).ids).toEqual([id]);
});

/** A gateway whose database goes by a clock that `stepBy` sets off that of the machine. */
async function openStepped() {
  const stepped = await openGateway({ database: await cloneDatabase() });
  onTestFinished(stepped.close);
  await stepped.sql(`CREATE TABLE step AS SELECT interval '0' AS by`);
  await stepped.sql(
    `CREATE FUNCTION clock() RETURNS timestamptz LANGUAGE sql SECURITY DEFINER AS 'SELECT pg_catalog.clock_timestamp() + by FROM public.step'`,
  );
  const functions = await stepped.sql(
    `SELECT pg_get_functiondef(oid) AS text FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND prosrc LIKE '%clock_timestamp()%' AND proname <> 'clock'`,
  );
  for (const { text } of functions)
    await stepped.sql(text.replaceAll(/(pg_catalog\.)?clock_timestamp\(\)/g, 'public.clock()'));
  return { stepped, stepBy: (by: string) => stepped.sql('UPDATE step SET by = $1', [by]) };
}

test('no change is missed when the clock of the database steps back', async () => {
  const { stepped, stepBy } = await openStepped();
  for (const record of RECORDS) {
    const { companyId, token } = await newCompany();
    const rows = Array.from({ length: 4 }, () => full(record, { companyId }));
    await insert(stepped, record, ...rows);
    const [recent, quiet, busy, late] = rows.map(({ id }) => id);
    const change = (id: string | undefined) => stepped.sql(changed(record), [id]);
    const read = (since: string | null) => readDelta(record, since, token, stepped);
    for (const id of [recent, busy]) await change(id);
    await expect.poll(async () => (await read(null)).through).toEqual(expect.any(String));
    const before = await read(null);
    await stepBy('-90 seconds');
    for (const id of [quiet, busy]) await change(id);
    const created = full(record, { companyId });
    await insert(stepped, record, created);
    const after = await read(before.through);
    expect(after.ids).toEqual(expect.arrayContaining([quiet, busy, created.id]));
    expect(Date.parse(after.through ?? '')).toBeGreaterThanOrEqual(Date.parse(before.through ?? ''));
    await change(late);
    const next = await read(after.through);
    expect(next.ids).toContain(late);
    await stepBy('0');
    await change(quiet);
    expect((await read(next.through)).ids).toContain(quiet);
  }
});

test('records are ordered by their last modification, both ways', async () => {
  for (const record of RECORDS) {
    const { companyId, token } = await newCompany();
    const rows = Array.from({ length: 5 }, (_, n) => full(record, { companyId, id: `${companyId}-${n}` }));
    await insert(gateway, record, ...rows);
    for (const [place, minutes] of [3, 1, 4, 1, 5].entries())
      await gateway.sql(
        `UPDATE record_modification SET modified_at = timestamptz '2026-03-01' - $2::int * interval '1 minute' WHERE record_id = $1`,
        [rows[place]?.id, minutes],
      );
    const expected = [4, 2, 0, 1, 3].map((place) => ({ id: rows[place]?.id }));
    /** All pages of two, in the order of reading. */
    const walk = async (size: 'first' | 'last', direction: string): Promise<Data[]> => {
      const cursor = size === 'first' ? 'after' : 'before';
      const query = `query ($at: String) {
        ${record.many}(${size}: 2, ${cursor}: $at, orderBy: { field: LAST_MODIFIED, direction: ${direction} }) {
          nodes { id } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`;
      const pages: Data[] = [];
      for (let at: string | null = null; pages.length < 4; ) {
        const { data, errors } = await gateway.ask(query, { at }, token);
        expect(errors).toBeUndefined();
        const { nodes, pageInfo }: Data = data[record.many];
        pages.push(nodes);
        if (!(size === 'first' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) break;
        at = size === 'first' ? pageInfo.endCursor : pageInfo.startCursor;
      }
      return pages;
    };
    expect((await walk('first', 'ASC')).flat()).toEqual(expected);
    expect((await walk('first', 'DESC')).flat()).toEqual(expected.toReversed());
    expect((await walk('last', 'ASC')).toReversed().flat()).toEqual(expected);
    expect((await walk('last', 'DESC')).toReversed().flat()).toEqual(expected.toReversed());
  }
});
