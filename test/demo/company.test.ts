import { getOperationAST, Kind, parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepHistory } from '../../src/changes/keep-history.ts';
import { seedDemo } from '../../src/demo/company.ts';
import { type ReadyDocument, readDocuments } from '../../src/http/graphiql/ready-documents.ts';
import { schema } from '../../src/schema.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { PATCHED } from '../records.ts';

const TABLES = ['ship_to', 'tank', 'task', 'expiration', 'quick_order'];
const NOW = new Date('2026-03-01T12:00:00Z');
/** Columns that are never null: the company, those that the database sets, and the name of a ship-to. */
const ALWAYS = ['company_id', 'version', 'last_modified_date', 'created_at', 'updated_at', 'date_modified'];
const ALWAYS_OF: Record<string, string[]> = { ship_to: ['name'], quick_order: ['created_date'] };

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openGateway();
  await seedDemo(gateway.prisma, NOW);
});
afterAll(() => gateway.close());

const rows = (table: string): Promise<Data[]> => gateway.sql(`SELECT * FROM ${table} ORDER BY company_id, id`);
const everything = async (): Promise<Record<string, Data[]>> =>
  Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await rows(table)])));

test('the demo company has records of every kind, and its tanks are at its ship-tos', async () => {
  const counts = Object.entries(await everything()).map(([table, records]) => [table, records.length]);
  expect(Object.fromEntries(counts)).toEqual({ ship_to: 12, tank: 43, task: 25, expiration: 15, quick_order: 15 });
  const places = await gateway.sql('SELECT ship_to_id, count(*) FROM tank GROUP BY ship_to_id');
  expect(places.map((place) => place.ship_to_id).sort()).toEqual([
    ...(await rows('ship_to')).map(({ id }) => id),
    null,
  ]);
  const astray = await gateway.sql(`SELECT t.id FROM tank t JOIN ship_to s ON s.id = t.ship_to_id
    WHERE t.status <> 'out of service' AND (t.customer_id, t.location_id) IS DISTINCT FROM (s.customer_id, s.location_id)`);
  expect(astray).toEqual([]);
});

test('each column has a value in some record, and is null in another if it may be', async () => {
  const nullable = await gateway.sql(
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND is_nullable = 'YES'",
  );
  for (const [table, records] of Object.entries(await everything())) {
    const columns = Object.keys(records[0] ?? {});
    const empty = columns.filter((column) => records.every((record) => record[column] === null));
    const always = [...ALWAYS, ...(ALWAYS_OF[table] ?? [])];
    const full = nullable
      .filter(({ table_name, column_name }) => table_name === table && !always.includes(column_name))
      .filter(({ column_name }) => records.every((record) => record[column_name] !== null));
    expect({ table, empty, full }).toEqual({ table, empty: [], full: [] });
  }
});

test('seeding again restores the demo records and changes no others', async () => {
  const timeless = async () =>
    JSON.parse(JSON.stringify(await everything()), (key, value) =>
      ['last_modified_date', 'date_modified', 'created_date', 'updated_at', 'created_at', 'version'].includes(key)
        ? ''
        : value,
    );
  await gateway.sql("INSERT INTO tank (id, company_id, name) VALUES ('mine', 'demo', 'Mine'), ('theirs', 'acme', 'T')");
  const before = await timeless();
  await gateway.sql("UPDATE tank SET note = 'changed', alerts = NULL WHERE id LIKE 'demo-%'");
  await gateway.sql("DELETE FROM task WHERE id = 'demo-task-03'");
  await gateway.sql("UPDATE ship_to SET name = NULL WHERE id = 'demo-ship-to-02'");
  await seedDemo(gateway.prisma, NOW);
  expect(await timeless()).toEqual(before);
  await gateway.sql("DELETE FROM tank WHERE id IN ('mine', 'theirs')");
});

test('if another company has a record with the same id, seeding writes nothing', async () => {
  await gateway.sql("UPDATE quick_order SET company_id = 'acme' WHERE id = 'demo-quick-order-01'");
  await gateway.sql("UPDATE tank SET note = 'before' WHERE id = 'demo-tank-001'");
  await expect(seedDemo(gateway.prisma, NOW)).rejects.toThrow();
  expect(await gateway.sql("SELECT note FROM tank WHERE id = 'demo-tank-001'")).toEqual([{ note: 'before' }]);
  expect(await gateway.sql("SELECT id FROM quick_order WHERE company_id = 'acme'")).toHaveLength(1);
  await gateway.sql("UPDATE quick_order SET company_id = 'demo' WHERE id = 'demo-quick-order-01'");
  await seedDemo(gateway.prisma, NOW);
});

test('with a history, the monitored tanks have four weeks of readings, the last of which they show', async () => {
  await keepHistory(gateway.pool, { keepDays: 30, ignore: [] });
  const ids = "(SELECT id FROM tank WHERE company_id = 'demo')";
  const contents = async () =>
    (await gateway.sql(`SELECT * FROM tank WHERE id IN ${ids} ORDER BY id`)).map((row) => ({
      ...row,
      version: 0,
      last_modified_date: null,
    }));
  const now = new Date();
  await seedDemo(gateway.prisma, now);
  const before = await contents();
  await seedDemo(gateway.prisma, now, 30);
  expect(await contents()).toEqual(before);
  const history = `{ tank(id: "demo-tank-002") { version fillPercentage
    history(first: 29) { nodes { version action occurredAt actor { id } before after } } } }`;
  const { tank } = (await gateway.ask(history, {}, await tokenOf('demo'))).data;
  const revisions: Data[] = tank.history.nodes;
  expect(revisions.map(({ version }) => version)).toEqual(Array.from({ length: 29 }, (_, n) => tank.version - n));
  expect(revisions.at(-1)?.action).toBe('CREATED');
  for (const { actor } of revisions) expect(actor.id).toMatch(/seed$/);
  expect(revisions[0]?.after.fillPercentage).toBe(tank.fillPercentage);
  const days = revisions.map(({ occurredAt }) => (now.getTime() - Date.parse(occurredAt)) / 86_400_000);
  for (const [n, daysAgo] of days.entries()) expect(Math.abs(daysAgo - n)).toBeLessThan(0.1);
  for (const [n, { before }] of revisions.slice(0, -1).entries())
    expect(before.fillPercentage).toBe(revisions[n + 1]?.after.fillPercentage);
});

const documents = await readDocuments();
const isLive = ({ kind }: ReadyDocument): boolean => kind === 'subscription';
const documentOf = (name: string): ReadyDocument => {
  const found = documents.find((document) => document.name === name);
  if (found === undefined) throw new Error(`There is no document ${name}.`);
  return found;
};

/** Sends a document as it is, but for these texts of its variables. */
async function send({ query, variables }: ReadyDocument, texts: Record<string, string> = {}): Promise<Data> {
  const changed = JSON.parse(variables, (_key, value) => texts[value] ?? value);
  const { data, errors } = await gateway.ask(query, changed, await tokenOf('demo'));
  expect(errors).toBeUndefined();
  return Object.values(data)[0];
}

/** Something of its own for an operation that needs one, under the names that the variables give to the ids. */
async function idsOf({ name, variables }: ReadyDocument): Promise<Record<string, string>> {
  for (const { type } of PATCHED) {
    const id = `<${type.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase()} id>`;
    if (!variables.includes(id)) continue;
    const created = (await send(documentOf(`Create${type}`))).id;
    if (name.startsWith('Restore')) await send(documentOf(`Delete${type}`), { [id]: created });
    return { [id]: created };
  }
  const subscription = await send(documentOf('CreateSubscription'), { 'low-level-watch-1': name });
  const ofSubscription = { '<subscription id>': subscription.id };
  const delivery = await send(documentOf('SendTestEvent'), ofSubscription);
  const ids = { ...ofSubscription, '<delivery id>': delivery.id };
  if (!name.endsWith('Replay')) return ids;
  return { ...ids, '<replay id>': (await send(documentOf('ReplayDeliveries'), ids)).id };
}

// A record without demo data has one row of its own.
beforeAll(async () => {
  for (const { type } of PATCHED.filter(({ table }) => !TABLES.includes(table)))
    await send(documentOf(`Create${type}`));
});

test.each(documents.filter((document) => !isLive(document)))(
  'the document $name works on the demo data',
  async (document) => {
    const answer = await send(document, await idsOf(document));
    expect(answer).not.toBeNull();
    expect(answer.__typename ?? '').not.toMatch(/Error$/);
    if (answer.edges !== undefined) expect(answer.edges.length).toBeGreaterThan(0);
  },
);

test.each(documents.filter(isLive))('the live document $name begins with a Resync', async ({ query, variables }) => {
  const options = { variables: JSON.parse(variables), token: await tokenOf('demo') };
  const events = await openEvents(gateway, query, options);
  expect(await events.item()).toMatchObject({ __typename: 'Resync' });
});

test('there is a document for every query, mutation and live operation', () => {
  const selected = documents.flatMap(({ query }) =>
    (getOperationAST(parse(query))?.selectionSet.selections ?? []).flatMap((field) =>
      field.kind === Kind.FIELD ? [field.name.value] : [],
    ),
  );
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((type) => Object.keys(type?.getFields() ?? {}));
  expect(fields.filter((field) => !selected.includes(field))).toEqual([]);
});
