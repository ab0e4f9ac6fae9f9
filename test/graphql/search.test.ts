import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { expiration, quickOrder, type StoredRecord, shipTo, subscription, tank, task } from '../records.ts';
import { create, full, insert, newCompany } from '../rows.ts';
import { filtering } from './places.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const { placesOf } = filtering(() => gateway);

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
