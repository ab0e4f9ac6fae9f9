import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { expiration, quickOrder, RECORDS, type StoredRecord, shipTo, subscription, tank, task } from '../records.ts';
import { create, full, insert, newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const found = (record: StoredRecord): string =>
  `query ($filter: ${record.type}Filter) { ${record.many}(filter: $filter) { nodes { id } totalCount } }`;

/** The places of the rows that a filter finds. */
async function placesOf(record: StoredRecord, rows: Data[], filter: Data, token: string): Promise<number[]> {
  const { data, errors } = await gateway.ask(found(record), { filter }, token);
  expect(errors).toBeUndefined();
  const { nodes, totalCount } = data[record.many];
  expect(totalCount).toBe(nodes.length);
  return nodes.map((node: Data) => rows.findIndex(({ id }) => id === node.id)).toSorted();
}

const lists: [StoredRecord, string[]][] = [
  [tank, ['id', 'shipToId', 'customerId', 'locationId', 'externalId', 'status', 'fillStatus']],
  [task, ['id', 'assigneeId', 'statusId', 'teamId', 'workflowId', 'entityId']],
  [expiration, ['id', 'ownerId', 'ownerType', 'expirationTypeId', 'externalId']],
  [quickOrder, ['id', 'userId', 'status', 'externalId']],
  [shipTo, ['id', 'customerId', 'locationId', 'externalId', 'serviceAreaId', 'routeCode']],
  [subscription, ['id', 'resource', 'workflowId']],
];
for (const [record, names] of lists)
  for (const field of names)
    test(`${record.many} are filtered by a list of ${field}, which may be empty`, async () => {
      const { companyId, token } = await newCompany();
      const values = field === 'id' ? [0, 1, 2].map((n) => `${companyId}-${n}`) : ["it's \u{1F6E2}", 'b,"{', 'c'];
      const rows = values.map((value) => full(record, { companyId, [field]: value }));
      await insert(gateway, record, ...rows);
      const [first, second] = values;
      if (field !== 'id') await create(gateway, record, { companyId: 'globex', [field]: first });
      const found = (values: unknown[]) => placesOf(record, rows, { [field]: { in: values } }, token);
      expect(await found([second, first, 'none', first])).toEqual([0, 1]);
      expect(await found([])).toEqual([]);
    });

test('subscriptions are filtered by a list of states', async () => {
  const { companyId, token } = await newCompany();
  const rows = [0, 1, 2].map(() => full(subscription, { companyId }));
  await insert(gateway, subscription, ...rows);
  await gateway.sql(`UPDATE webhook_subscription SET state = 'paused' WHERE id = $1`, [rows[1]?.id]);
  await gateway.sql(`UPDATE webhook_subscription SET state = 'disabled' WHERE id = $1`, [rows[2]?.id]);
  expect(await placesOf(subscription, rows, { state: { in: ['PAUSED', 'DISABLED'] } }, token)).toEqual([1, 2]);
});

const nulls: [StoredRecord, string[]][] = [
  [tank, ['shipToId', 'customerId', 'locationId', 'externalId', 'status', 'fillPercentage']],
  [task, ['assigneeId', 'entityId', 'dueDate', 'scheduledStart']],
  [expiration, ['ownerId', 'ownerType', 'expirationTypeId', 'externalId', 'expirationDate', 'warningDate']],
  [quickOrder, ['userId', 'status', 'externalId']],
  [shipTo, ['customerId', 'locationId', 'externalId', 'serviceAreaId', 'routeCode']],
];
for (const [record, names] of nulls)
  for (const field of names)
    test(`${record.many} are filtered by whether ${field} is null`, async () => {
      const { companyId, token } = await newCompany();
      const rows = [full(record, { companyId }), full(record, { companyId, [field]: null })];
      await insert(gateway, record, ...rows);
      expect(await placesOf(record, rows, { [field]: { not: { equals: null } } }, token)).toEqual([0]);
      expect(await placesOf(record, rows, { [field]: null }, token)).toEqual([1]);
    });

const times = ['2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00.001Z', '2026-03-01T08:00:00.002Z', null];
const days = ['2026-02-28', '2026-03-01', '2026-03-02', null];
const ranges: [StoredRecord, string, unknown[], Data, number[]][] = [
  [tank, 'daysToEmpty', [1, 2.5, 4], { daysToEmpty: { gte: 2.5 } }, [1, 2]],
  [tank, 'daysToEmpty', [1, 2.5, 4], { daysToEmpty: { gte: 2, lte: 3 } }, [1]],
  [tank, 'fillPercentage', [10, 20.5, 30, null], { fillPercentage: { gte: 20.5 } }, [1, 2]],
  [tank, 'fillPercentage', [10, 20.5, 30, null], { fillPercentage: { gte: 0, lte: 25 } }, [0, 1]],
  [task, 'dueDate', times, { dueDate: { gte: times[1] } }, [1, 2]],
  [task, 'dueDate', times, { dueDate: { gte: times[1], lt: times[2] } }, [1]],
  [task, 'scheduledStart', times, { scheduledStart: { gte: times[1] } }, [1, 2]],
  [task, 'scheduledStart', times, { scheduledStart: { lt: times[1] } }, [0]],
  [expiration, 'expirationDate', days, { expirationDate: { gte: days[1] } }, [1, 2]],
  [expiration, 'expirationDate', days, { expirationDate: { gte: days[1], lt: days[2] } }, [1]],
  [expiration, 'warningDate', days, { warningDate: { gte: days[1] } }, [1, 2]],
  [quickOrder, 'createdDate', times, { createdDate: { gte: times[1] } }, [1, 2]],
  [quickOrder, 'createdDate', times, { createdDate: { lt: times[1] } }, [0]],
  [task, 'isArchived', [true, false], { isArchived: { equals: true } }, [0]],
  [task, 'isArchived', [true, false], { isArchived: { equals: false } }, [1]],
];
for (const [record, field, values, filter, expected] of ranges)
  test(`${record.many} with ${JSON.stringify(filter)} are found by ${field}`, async () => {
    const { companyId, token } = await newCompany();
    const rows = values.map((value) => full(record, { companyId, [field]: value }));
    await insert(gateway, record, ...rows);
    expect(await placesOf(record, rows, filter, token)).toEqual(expected);
  });

const searches: [StoredRecord, string[]][] = [
  [tank, ['name', 'externalId', 'customerId', 'shipToCode', 'tankAddress', 'productName', 'locationName']],
  [task, ['title', 'taskNumber', 'location']],
  [expiration, ['expirationCode', 'ownerCode', 'externalId', 'description']],
  [quickOrder, ['externalId']],
  [shipTo, ['name', 'externalId', 'routeCode', 'customerId', 'area']],
  [subscription, ['workflowName']],
];
for (const [record, names] of searches)
  for (const field of names)
    test(`${record.many} are searched by any part of ${field}, before and after it changes`, async () => {
      const { companyId, token } = await newCompany();
      const [text, part, other] =
        field === 'taskNumber' ? [1_204_511, '0451', 77_777] : ['Ärger North_50% O’Hara №7', 'äRGER nORTH_50%', 'else'];
      const rows = [full(record, { companyId, [field]: text }), full(record, { companyId })];
      await insert(gateway, record, ...rows);
      await create(gateway, record, { companyId: 'globex', [field]: text });
      const found = (search: string) => placesOf(record, rows, { search }, token);
      expect(await found(part)).toEqual([0]);
      expect(await found('none of them')).toEqual([]);
      const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      await gateway.sql(`UPDATE ${record.table} SET ${column} = $2 WHERE id = $1`, [rows[1]?.id, text]);
      expect(await found(part)).toEqual([0, 1]);
      await gateway.sql(`UPDATE ${record.table} SET ${column} = $2 WHERE id = $1`, [rows[0]?.id, other]);
      expect(await found(part)).toEqual([1]);
      await gateway.sql(`DELETE FROM ${record.table} WHERE id = $1`, [rows[1]?.id]);
      expect(await found(part)).toEqual([]);
    });

test('a search finds a record of the company that it has moved to', async () => {
  const [from, to] = [await newCompany(), await newCompany()];
  const { id } = await create(gateway, tank, { companyId: from.companyId, name: 'Harbour' });
  await gateway.sql('UPDATE tank SET company_id = $2 WHERE id = $1', [id, to.companyId]);
  expect(await placesOf(tank, [{ id }], { search: 'harbour' }, to.token)).toEqual([0]);
  expect(await placesOf(tank, [{ id }], { search: 'harbour' }, from.token)).toEqual([]);
});

test('an update that changes no searched text leaves the table of these as it is', async () => {
  const { companyId } = await newCompany();
  const { id } = await create(gateway, tank, { companyId, name: 'Harbour', customerId: null });
  const place = async () => gateway.sql('SELECT ctid, xmin, text FROM record_search WHERE record_id = $1', [id]);
  const before = await place();
  await gateway.sql(`UPDATE tank SET fill_percentage = 7, name = name, customer_id = NULL WHERE id = $1`, [id]);
  expect(await place()).toEqual(before);
  await gateway.sql(`UPDATE tank SET customer_id = 'c-1' WHERE id = $1`, [id]);
  expect(await place()).not.toEqual(before);
});

test('a record is found by the first thousand characters of a text', async () => {
  const { companyId, token } = await newCompany();
  const tankAddress = `${'road '.repeat(200)}harbour`;
  const row = await create(gateway, tank, { companyId, tankAddress });
  expect(await placesOf(tank, [row], { search: 'road' }, token)).toEqual([0]);
  expect(await placesOf(tank, [row], { search: 'harbour' }, token)).toEqual([]);
});

test('a word of letters is found with a typo, and no word that is only a little like it', async () => {
  const { companyId, token } = await newCompany();
  const names = ['North Harbour 12', 'Zephyrhills reservoir', 'Müllerstraße', 'Depot 12', 'Oil'];
  const rows = await Promise.all(names.map((name) => create(gateway, tank, { companyId, name })));
  const found = (search: string) => placesOf(tank, rows, { search }, token);
  for (const search of ['harbor', '12 Nortj harbor', 'HÁRBOURS', 'arbour'])
    expect([search, await found(search)]).toEqual([search, [0]]);
  expect(await found('zephirhills')).toEqual([1]);
  expect(await found('reservor zephyrhils')).toEqual([1]);
  expect(await found('mullerstrase')).toEqual([2]);
  expect(await found('depott')).toEqual([3]);
  for (const search of ['barber', 'north depot', 'harvest', 'nonsense', 'ooil', 'oli'])
    expect([search, await found(search)]).toEqual([search, []]);
});

test('a word with a digit is found as it is, and no number that is like it', async () => {
  const { companyId, token } = await newCompany();
  const rows = await Promise.all(
    ['TANK-100234', 'TANK-100235', '100236'].map((externalId) => create(gateway, tank, { companyId, externalId })),
  );
  expect(await placesOf(tank, rows, { search: 'tank-100234' }, token)).toEqual([0]);
  expect(await placesOf(tank, rows, { search: '10023' }, token)).toEqual([0, 1, 2]);
  expect(await placesOf(tank, rows, { search: '100237' }, token)).toEqual([]);
});

test('a search finds its words in any order and field, and none that reaches from one field into the next', async () => {
  const { companyId, token } = await newCompany();
  const row = await create(gateway, tank, { companyId, name: 'Yard k1 S-3001', externalId: 'next' });
  for (const search of ['k1nex', 'extk1', 'next yard other'])
    expect(await placesOf(tank, [row], { search }, token)).toEqual([]);
  for (const search of ['k1 nex', 'NEXT\u3000yard', 'yar s-30 k1', 'Yard\nk1'])
    expect([search, await placesOf(tank, [row], { search }, token)]).toEqual([search, [0]]);
});

test('one or two letters find what begins with them, or a word of it', async () => {
  const { companyId, token } = await newCompany();
  const rows = await Promise.all(
    ['Äbte 17', 'North\tabbey', 'K-ab_%', 'cab', 'x'].map((name) => create(gateway, tank, { companyId, name })),
  );
  const found = (search: string) => placesOf(tank, rows, { search }, token);
  expect(await found('ab')).toEqual([0, 1, 2]);
  expect(await found('17')).toEqual([0]);
  expect(await found('k-')).toEqual([2]);
  expect(await found('_%')).toEqual([]);
  expect(await found('nor ab')).toEqual([1]);
  expect(await found('bb nor')).toEqual([]);
});

test('loose accents are no letters: a letter with two of them is too short, and two letters find beginnings', async () => {
  const { companyId, token } = await newCompany();
  const rows = await Promise.all(['box', 'xb', 'abx'].map((name) => create(gateway, tank, { companyId, name })));
  const found = (search: string) => placesOf(tank, rows, { search }, token);
  expect(await found('x\u0323b\u0323\u0301')).toEqual([1]);
  const { errors } = await gateway.ask('{ tanks(filter: { search: "x\u0301\u0302" }) { totalCount } }', {}, token);
  expect(errors?.[0]?.extensions.issues).toMatchObject([{ path: ['filter', 'search'], code: 'OUT_OF_RANGE' }]);
});

test.each([
  ['Müller & Søn, Łódź', 'muller'],
  ['Müller & Søn, Łódź', 'SON lodz'],
  ['Cafe Elysee', 'café élysée'],
  ['Tiệm Xăng', 'tiem xang'],
  ['한국 주유소', '주유소'],
  ['Straße', 'strasse'],
])('%s is found by %s', async (name, search) => {
  const { companyId, token } = await newCompany();
  const row = await create(gateway, tank, { companyId, name });
  expect(await placesOf(tank, [row], { search }, token)).toEqual([0]);
});

test('a record that a trigger changes as soon as it is created is found by its last texts', async () => {
  const own = await openGateway();
  await own.sql(`CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE tank SET name = 'harbour' WHERE id = NEW.id AND name = 'new';
    DELETE FROM tank WHERE id = NEW.id AND name = 'draft';
    RETURN NULL; END $$`);
  await own.sql('CREATE TRIGGER fill AFTER INSERT ON tank FOR EACH ROW EXECUTE FUNCTION fill()');
  await own.sql(`INSERT INTO tank (company_id, name) SELECT 'acme', unnest('{new,draft,quarry}'::text[])`);
  const query = 'query ($search: String) { tanks(filter: { search: $search }) { nodes { name } } }';
  const found = async (search: string) => {
    const { data } = await own.ask(query, { search });
    return data.tanks.nodes.map(({ name }: Data) => name);
  };
  expect(await found('harbour')).toEqual(['harbour']);
  expect(await found('new')).toEqual([]);
  expect(await found('quarry')).toEqual(['quarry']);
  expect(await found('draft')).toEqual([]);
  await own.close();
});

test('TRUNCATE forgets what is searched: a new record of an old id has its own texts only', async () => {
  for (const record of [tank, expiration, quickOrder, shipTo]) {
    const { companyId, token } = await newCompany();
    const { id } = await create(gateway, record, { companyId, externalId: 'old harbour' });
    await gateway.sql(`TRUNCATE ${record.table}`);
    await gateway.sql(`INSERT INTO ${record.table} (id, company_id) VALUES ($1, $2)`, [id, companyId]);
    expect(await placesOf(record, [{ id }], {}, token)).toEqual([0]);
    expect(await placesOf(record, [{ id }], { search: 'harbour' }, token)).toEqual([]);
  }
});

test('the tanks of a ship-to have the same filters', async () => {
  const { companyId, token } = await newCompany();
  const sites = [await create(gateway, shipTo, { companyId }), await create(gateway, shipTo, { companyId })];
  for (const { id } of sites)
    for (const name of ['North', 'South', null]) await create(gateway, tank, { companyId, shipToId: id, name });
  const query = `{ shipTos { nodes { tanks(filter: { search: "nor", id: { in: [] }, modifiedSince: "2026-01-01T00:00:00Z" }) { totalCount }
    north: tanks(filter: { search: "NOR" }, orderBy: { field: LAST_MODIFIED, direction: DESC }) { totalCount nodes { name } } } } }`;
  const { data, errors } = await gateway.ask(query, {}, token);
  expect(errors).toBeUndefined();
  const north = { totalCount: 1, nodes: [{ name: 'North' }] };
  expect(data.shipTos.nodes).toEqual([
    { tanks: { totalCount: 0 }, north },
    { tanks: { totalCount: 0 }, north },
  ]);
});

test('a token of every company searches in all of them', async () => {
  const { companyId } = await newCompany();
  const { id } = await create(gateway, tank, { companyId, name: 'A very special tank' });
  const { id: nobodys } = await create(gateway, tank, { companyId: null, name: 'A very special tank' });
  const token = await tokenOf(undefined, 'tanks:read companies:all');
  const rows = [{ id }, { id: nobodys }];
  expect(await placesOf(tank, rows, { search: 'very special' }, token)).toEqual([0, 1]);
});

test('the length of a search is that of the text that is searched for', async () => {
  const { companyId, token } = await newCompany();
  const { id } = await create(gateway, tank, { companyId, name: 'Griffin' });
  for (const search of ['\ufb03', '\u3000gri ', `${' '.repeat(300)}fin`])
    expect(await placesOf(tank, [{ id }], { search }, token)).toEqual([0]);
});

test('a fault in a filter is reported with its path', async () => {
  for (const record of RECORDS) {
    const tooMany = Array.from({ length: 201 }, (_, n) => `${n}`);
    const faults: [Data, string][] = [
      [{ id: { in: tooMany } }, 'must have at most 200 values'],
      [{ id: { notIn: tooMany } }, 'must have at most 200 values'],
      [{ id: { in: null } }, 'cannot be null'],
      [{ search: 'a' }, 'must have 2 to 255 characters'],
      [{ search: '   ' }, 'must have 2 to 255 characters'],
      [{ search: '\u3000 b \t' }, 'must have 2 to 255 characters'],
      [{ search: '\u{1F6E2}' }, 'must have 2 to 255 characters'],
      [{ search: '\u0301\u0301 \u0301' }, 'must have 2 to 255 characters'],
      [{ search: 'a'.repeat(256) }, 'must have 2 to 255 characters'],
      [{ search: 'a b c d e f g h i j k' }, 'must have at most 10 words'],
      [{ search: null }, 'cannot be null'],
    ];
    for (const [filter, message] of faults) {
      const { errors } = await gateway.ask(found(record), { filter });
      const [[field, condition] = ['']] = Object.entries(filter);
      const operators = field === 'id' ? Object.keys(condition) : [];
      const issues = [{ path: ['filter', field, ...operators], message }];
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', issues } }]);
    }
    const { errors } = await gateway.ask(found(record), { filter: { id: { in: ['a', 'b\0'] }, search: 'abc\0' } });
    const issues = [{ path: ['filter', 'id', 'in', '1'] }, { path: ['filter', 'search'] }];
    expect(errors?.[0]?.extensions.issues.map(({ path }: Data) => ({ path }))).toEqual(issues);
  }
});
