import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { forgetDeletions } from '../../src/changes/retention.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { PATCHED, tank } from '../records.ts';
import { create, newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const PAGE = `query ($record: WatchedRecord!, $since: DateTime, $after: String) {
  deletions(record: $record, since: $since, first: 2, after: $after) {
    deletedThrough totalCount nodes { recordId deletedAt } pageInfo { hasNextPage endCursor }
  }
}`;

interface Read {
  ids: string[];
  /** Where the next read begins. */
  through: string | null;
}

/** All deletions since then, page by page. */
async function readDeletions(record: string, since: string | null, token: string): Promise<Read> {
  const ids: string[] = [];
  let through: string | null | undefined;
  for (let after: string | null = null; ; ) {
    const { data, errors } = await gateway.ask(PAGE, { record, since, after }, token);
    expect(errors).toBeUndefined();
    const { nodes, pageInfo, deletedThrough } = data.deletions;
    ids.push(...nodes.map(({ recordId }: Data) => recordId));
    through ??= deletedThrough ?? since;
    if (!pageInfo.hasNextPage) return { ids, through: through ?? since };
    after = pageInfo.endCursor;
  }
}

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

for (const record of PATCHED) {
  const { type, table, scope } = record;
  const name = table.toUpperCase();

  test(`deletions of ${record.many} are known, whoever deletes, until there is such a record again`, async () => {
    const [{ companyId, token }, other] = [await newCompany(), await newCompany()];
    const ids = Array.from({ length: 4 }, () => randomUUID());
    for (const id of ids) await create(gateway, record, { id, companyId });
    const [asked, bySql, moved, kept] = ids;
    await gateway.ask(`mutation ($id: ID!) { delete${type}(id: $id) { __typename } }`, { id: asked }, token);
    await gateway.sql(`DELETE FROM ${table} WHERE id = $1`, [bySql]);
    await gateway.sql(`UPDATE ${table} SET company_id = $2 WHERE id = $1`, [moved, other.companyId]);
    // Deletions of one millisecond are in the order of their ids.
    expect((await readDeletions(name, anHourAgo(), token)).ids.sort()).toEqual([asked, bySql, moved].sort());
    expect((await readDeletions(name, anHourAgo(), other.token)).ids).toEqual([]);

    await create(gateway, record, { id: bySql, companyId });
    await gateway.sql(`UPDATE ${table} SET company_id = $2 WHERE id = $1`, [moved, companyId]);
    expect((await readDeletions(name, anHourAgo(), token)).ids).toEqual([asked]);
    expect((await readDeletions(name, anHourAgo(), other.token)).ids).toEqual([moved]);
    expect(await gateway.sql(`SELECT id FROM ${table} WHERE id = $1`, [kept])).toHaveLength(1);
  });

  test(`deletions of ${record.many} need the scope ${scope}:read`, async () => {
    const token = await tokenOf('acme', `${scope}:delete`);
    const { errors } = await gateway.ask(PAGE, { record: name, since: anHourAgo() }, token);
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', missingScope: `${scope}:read` } }]);
  });
}

test('deletions are known for as long as the operator says, and a read from before is refused', async () => {
  const { companyId, token } = await newCompany();
  const [old, late] = [await create(gateway, tank, { companyId }), await create(gateway, tank, { companyId })];
  await gateway.sql('DELETE FROM tank WHERE id = ANY($1)', [[old.id, late.id]]);
  await gateway.sql(`UPDATE record_deletion SET deleted_at = now() - interval '91 days' WHERE id = $1`, [old.id]);
  await forgetDeletions(gateway.pool, 90, new AbortController().signal);
  expect(await gateway.sql('SELECT id FROM record_deletion WHERE company_id = $1', [companyId])).toEqual([
    { id: late.id },
  ]);
  const since = new Date(Date.now() - 91 * 24 * 3_600_000).toISOString();
  const { errors } = await gateway.ask(PAGE, { record: 'TANK', since }, token);
  expect(errors).toMatchObject([
    {
      message: 'since: must lie within the last 90 days; read all records anew',
      extensions: { code: 'BAD_USER_INPUT' },
    },
  ]);
});

test('a deletion appears, however long its transaction takes', async () => {
  const { companyId, token } = await newCompany();
  const [slow, quick] = [await create(gateway, tank, { companyId }), await create(gateway, tank, { companyId })];
  const writer = new pg.Client(gateway.url);
  await writer.connect();
  onTestFinished(() => writer.end());
  const first = await readDeletions('TANK', anHourAgo(), token);
  await writer.query('BEGIN');
  await writer.query('DELETE FROM tank WHERE id = $1', [slow.id]);
  await gateway.sql('DELETE FROM tank WHERE id = $1', [quick.id]);
  const during = await readDeletions('TANK', first.through, token);
  expect(during.ids).toEqual([quick.id]);
  await writer.query('COMMIT');
  expect((await readDeletions('TANK', during.through, token)).ids).toContain(slow.id);
});

test('a record that SQL creates while its deletion is not committed goes on after the version of the deletion', async () => {
  const { companyId } = await newCompany();
  const { id } = await create(gateway, tank, { companyId });
  const [deleting, creating] = [new pg.Client(gateway.url), new pg.Client(gateway.url)];
  for (const client of [deleting, creating]) await client.connect();
  onTestFinished(async () => void (await Promise.all([deleting.end(), creating.end()])));
  await deleting.query('BEGIN');
  await deleting.query('DELETE FROM tank WHERE id = $1', [id]);
  const created = creating.query('INSERT INTO tank (id, company_id) VALUES ($1, $2)', [id, companyId]);
  const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT%'`;
  await expect.poll(async () => (await gateway.sql(waiting))[0]?.n).toBe(1);
  await deleting.query('COMMIT');
  await created;
  expect(await gateway.sql('SELECT version FROM tank WHERE id = $1', [id])).toEqual([{ version: 2 }]);
});

test.each([
  ['another id', 'UPDATE tank SET id = $1 WHERE id = $2', false],
  ['another company', 'UPDATE tank SET company_id = $2 WHERE id = $1', true],
])('a record that gets %s goes on after the version of a deletion there', async (_case, text, isElsewhere) => {
  const { companyId } = await newCompany();
  const { id } = await create(gateway, tank, { companyId });
  for (const name of ['a', 'b', 'c']) await gateway.sql('UPDATE tank SET name = $1 WHERE id = $2', [name, id]);
  await gateway.sql('DELETE FROM tank WHERE id = $1', [id]);
  const other = isElsewhere ? id : randomUUID();
  await gateway.sql('INSERT INTO tank (id, company_id) VALUES ($1, $2)', [
    other,
    isElsewhere ? 'elsewhere' : companyId,
  ]);
  await gateway.pool.query(text, [id, isElsewhere ? companyId : other]);
  expect(await gateway.sql('SELECT version FROM tank WHERE id = $1', [id])).toEqual([{ version: 5 }]);
  expect(
    await gateway.sql('SELECT returned FROM record_deletion WHERE id = $1 AND company_id = $2', [id, companyId]),
  ).toEqual([{ returned: true }]);
});

test('a statement that deletes a record and creates it again goes on after its version', async () => {
  const { companyId } = await newCompany();
  const { id } = await create(gateway, tank, { companyId });
  const text = `WITH gone AS (DELETE FROM tank WHERE id = $1 RETURNING *)
    INSERT INTO tank (id, company_id) SELECT id, company_id FROM gone`;
  await gateway.sql(text, [id]);
  expect(await gateway.sql('SELECT version FROM tank WHERE id = $1', [id])).toEqual([{ version: 2 }]);
});

test('a copy that reads deletions before modifications equals the table while five writers write', async () => {
  const { companyId, token } = await newCompany();
  const ids = Array.from({ length: 40 }, () => randomUUID());
  const pick = <Each>(among: readonly Each[]): Each => among[Math.floor(Math.random() * among.length)] as Each;
  let isWriting = true;
  const CREATE = 'mutation ($input: CreateTankInput!) { createTank(input: $input) { __typename } }';
  const CHANGE = 'mutation ($id: ID!, $input: UpdateTankInput!) { updateTank(id: $id, input: $input) { __typename } }';
  const DELETE = 'mutation ($id: ID!) { deleteTank(id: $id) { __typename } }';
  /** Through the gateway, or in SQL with transactions that overlap. */
  const writeAsked = async () => {
    for (let writes = 0; writes < 150; writes++) {
      const [id, name] = [pick(ids), randomUUID()];
      const [query, variables] = pick([
        [CREATE, { input: { id, name } }],
        [CHANGE, { id, input: { name } }],
        [DELETE, { id }],
      ] as const);
      await gateway.ask(query, variables, token);
    }
  };
  const writeSql = async () => {
    const client = new pg.Client(gateway.url);
    await client.connect();
    for (let writes = 0; writes < 100; writes++) {
      const [id, name] = [pick(ids), randomUUID()];
      await client.query('BEGIN');
      const text = pick([
        'INSERT INTO tank (id, name, company_id) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING',
        'UPDATE tank SET name = $2 WHERE id = $1 AND company_id = $3',
        'DELETE FROM tank WHERE id = $1 AND name IS DISTINCT FROM $2 AND company_id = $3',
      ]);
      await client.query(text, [id, name, companyId]);
      await client.query(pick(['COMMIT', 'COMMIT', 'ROLLBACK']));
    }
    await client.end();
  };

  const copy = new Map<string, string>();
  const LIST = `query ($since: DateTime, $after: String) {
    tanks(first: 200, after: $after, filter: { modifiedSince: $since }, orderBy: { field: LAST_MODIFIED, direction: ASC }) {
      modifiedThrough nodes { id name } pageInfo { hasNextPage endCursor }
    }
  }`;
  let deleted: string | null = null;
  let modified: string | null = null;
  const follow = async () => {
    const { ids: gone, through } = await readDeletions('TANK', deleted, token);
    for (const id of gone) copy.delete(id);
    deleted = through;
    const { data, errors } = await gateway.ask(LIST, { since: modified }, token);
    expect(errors).toBeUndefined();
    for (const { id, name } of data.tanks.nodes) copy.set(id, name);
    modified = data.tanks.modifiedThrough ?? modified;
  };
  const reader = (async () => {
    while (isWriting) await follow();
  })();
  await Promise.all([writeAsked(), writeAsked(), writeAsked(), writeSql(), writeSql()]);
  isWriting = false;
  await reader;
  await follow();
  const rows = await gateway.sql('SELECT id, name FROM tank WHERE company_id = $1 ORDER BY id', [companyId]);
  expect([...copy].map(([id, name]) => ({ id, name })).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(rows);
});

test('what TRUNCATE removes is deleted', async () => {
  const { companyId, token } = await newCompany();
  const { id } = await create(gateway, tank, { companyId });
  await gateway.sql('TRUNCATE tank');
  expect((await readDeletions('TANK', anHourAgo(), token)).ids).toEqual([id]);
});

test('for a token of every company, a record that another company has now is not deleted', async () => {
  const [{ companyId }, late] = [await newCompany(), await newCompany()];
  const every = await tokenOf(undefined, 'companies:all tanks:read');
  const [moved, anew] = [await create(gateway, tank, { companyId }), await create(gateway, tank, { companyId })];
  await gateway.sql('UPDATE tank SET company_id = $2 WHERE id = $1', [moved.id, late.companyId]);
  await gateway.sql('DELETE FROM tank WHERE id = $1', [anew.id]);
  await create(gateway, tank, { id: anew.id, companyId: late.companyId });
  const ids = async () => (await readDeletions('TANK', anHourAgo(), every)).ids;
  expect(await ids()).not.toContain(moved.id);
  expect(await ids()).not.toContain(anew.id);
  await gateway.sql('DELETE FROM tank WHERE id = $1', [moved.id]);
  expect(await ids()).toContain(moved.id);
});

test('old deletions are forgotten in parts, without the one that another transaction holds', async () => {
  const companyId = randomUUID();
  await gateway.sql(
    `INSERT INTO record_deletion SELECT 'tank', $1, 'd' || n, now() - interval '91 days' FROM generate_series(1, 12000) n`,
    [companyId],
  );
  const holder = new pg.Client(gateway.url);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query(`BEGIN; SELECT FROM record_deletion WHERE company_id = '${companyId}' AND id = 'd7' FOR UPDATE`);
  await forgetDeletions(gateway.pool, 90, new AbortController().signal);
  expect(await gateway.sql('SELECT id FROM record_deletion WHERE company_id = $1', [companyId])).toEqual([
    { id: 'd7' },
  ]);
});

test('a page of deletions reads no note of a record that was created again, and one of its next deletion', async () => {
  const { companyId, token } = await newCompany();
  const id = randomUUID();
  const isRead = async () =>
    (
      await gateway.sql(`SELECT FROM record_deletion WHERE company_id = $1 AND id = $2 AND NOT returned`, [
        companyId,
        id,
      ])
    ).length === 1;
  const writes = [
    { text: `INSERT INTO tank (id, company_id, name) VALUES ($1, $2, '')`, isGone: false },
    { text: `DELETE FROM tank WHERE (id, company_id) = ($1, $2)`, isGone: true },
  ];
  for (const { text, isGone } of [...writes, ...writes]) {
    await gateway.sql(text, [id, companyId]);
    expect((await readDeletions('TANK', anHourAgo(), token)).ids).toEqual(isGone ? [id] : []);
    expect(await isRead()).toBe(isGone);
  }
});
