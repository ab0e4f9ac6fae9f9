import type { Plugin } from 'graphql-yoga';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subgraphOf } from '../../src/graphql/federation/subgraph.ts';
import { schema } from '../../src/schema.ts';
import { cloneDatabase, type Data, openGateway, type TestGateway } from '../gateway.ts';
import { quickOrder, shipTo, tank, task } from '../records.ts';
import { create, newCompany } from '../rows.ts';

const noPlugin: Plugin[] = [];
const ways = { 'without plugins': noPlugin, 'with a plugin': [{ onExecute: () => {} }] };

/** What a database has whose operator has dropped the constraints, or that a later version has written. */
const CARELESS = `ALTER DOMAIN finite DROP CONSTRAINT finite; ALTER TABLE tank DROP CONSTRAINT tank_metadata_is_an_object`;

describe.each(Object.entries(ways))('beside a record that GraphQL cannot express, %s,', (_way, plugins) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway({ plugins, schema: subgraphOf(schema) });
    await gateway.sql(CARELESS.split(';')[0] ?? '');
    await gateway.sql(CARELESS.split(';')[1] ?? '');
  });
  afterAll(() => gateway.close());

  /** A company with three tanks, of which the second one has the value. */
  async function company(value: string, column = 'metadata') {
    const { companyId, token } = await newCompany();
    const { id: shipToId } = await create(gateway, shipTo, { companyId });
    const ids: string[] = [];
    for (const n of [1, 2, 3]) {
      const { id } = await create(gateway, tank, { companyId, id: `${companyId}-${n}`, name: `Tank ${n}`, shipToId });
      ids.push(id);
    }
    await gateway.sql(`UPDATE tank SET ${column} = $2 WHERE id = $1`, [ids[1], value]);
    return { token, ids, shipToId, odd: ids[1] ?? '', others: [ids[0], ids[2]] };
  }
  const inexpressible = (id: string, field: string, path: (string | number)[]) => ({
    message: `GraphQL cannot express the value that Tank ${id} has in ${field}.`,
    locations: expect.anything(),
    path,
    extensions: { code: 'INEXPRESSIBLE_VALUE', type: 'Tank', id, field },
  });
  const idsOf = (nodes: Data[]): string[] => nodes.map(({ id }) => id);

  test.each(['[]', 'null', '"text"', '5', 'true'])(
    'lists, relations and delta reads have the others: %s',
    async (value) => {
      const { token, odd, others, shipToId } = await company(value);
      const query = `query ($id: ID!) {
      tanks(filter: { modifiedSince: "2020-01-01T00:00:00Z" }, first: 2) { nodes { id metadata } totalCount modifiedThrough pageInfo { endCursor hasNextPage } }
      edges: tanks { edges { cursor node { id metadata } } }
      shipTo(id: $id) { name tanks { nodes { id metadata } } }
    }`;
      const { status, data, errors } = await gateway.ask(query, { id: shipToId }, token);
      expect(status).toBe(200);
      expect(idsOf(data.tanks.nodes)).toEqual(others.slice(0, 1));
      expect(data.tanks).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
      expect(idsOf(data.edges.edges.map(({ node }: Data) => node))).toEqual(others);
      expect(idsOf(data.shipTo.tanks.nodes)).toEqual(others);
      expect(errors).toEqual([
        inexpressible(odd, 'metadata', ['tanks', 'nodes']),
        inexpressible(odd, 'metadata', ['edges', 'edges']),
        inexpressible(odd, 'metadata', ['shipTo', 'tanks', 'nodes']),
      ]);
      const next = 'query ($after: String) { tanks(after: $after) { nodes { id metadata } } }';
      const { data: rest } = await gateway.ask(next, { after: data.tanks.pageInfo.endCursor }, token);
      expect(idsOf(rest.tanks.nodes)).toEqual(others.slice(1));
      expect((await gateway.ask('{ tanks { nodes { id } } }', {}, token)).data.tanks.nodes).toHaveLength(3);
    },
  );

  test('a look-up, `nodes` and the entities of a federated graph have null in its place', async () => {
    const { token, odd, ids } = await company('[]');
    const query = `query ($id: ID!, $ids: [ID!]!, $of: [_Any!]!) { tank(id: $id) { id metadata } nodes(ids: $ids) { id ... on Tank { metadata } }
      _entities(representations: $of) { ... on Tank { id metadata } } }`;
    const of = ids.map((id) => ({ __typename: 'Tank', id }));
    const { data, errors } = await gateway.ask(query, { id: odd, ids, of }, token);
    expect([data.tank, data.nodes[1], data._entities[1]]).toEqual([null, null, null]);
    expect([...data.nodes, ...data._entities].filter((each: Data | null) => each !== null)).toHaveLength(4);
    expect(errors).toEqual([
      inexpressible(odd, 'metadata', ['tank', 'metadata']),
      inexpressible(odd, 'metadata', ['nodes', 1, 'metadata']),
      inexpressible(odd, 'metadata', ['_entities', 1, 'metadata']),
    ]);
  });

  const FAULT = '__typename ... on Error { message } ... on InexpressibleValueError { recordId field }';
  const UPDATED = `${FAULT} ... on Tank { id metadata } ... on TankConflictError { record { metadata } }`;
  const DELETED = `${FAULT} ... on DeletedTank { recordId record { metadata } }`;
  const unshown = (odd: string, before: string) => ({
    __typename: 'InexpressibleValueError',
    message: `${before} GraphQL cannot express the value that Tank ${odd} has in metadata.`,
    recordId: odd,
    field: 'metadata',
  });

  test('a write of many has a typed error at its place, which says whether it was written', async () => {
    const { token, ids, odd } = await company('[]');
    const update = `mutation ($patches: [UpdateTankPatch!]!) { updateTanks(patches: $patches) { ... on UpdateTanksSuccess { results { ${UPDATED} } } } }`;
    const results = async (expectedVersion?: number): Promise<Data[]> => {
      const patches = ids.map((id) => ({ id, input: { name: 'new' }, expectedVersion }));
      const { data, errors } = await gateway.ask(update, { patches }, token);
      expect(errors).toBeUndefined();
      return data.updateTanks.results;
    };
    expect(await results()).toMatchObject([{ id: ids[0] }, unshown(odd, 'The change was written.'), { id: ids[2] }]);
    const conflicts = await results(99);
    expect(conflicts[1]).toEqual(unshown(odd, 'Nothing was written.'));
    expect(conflicts[0]).toMatchObject({ __typename: 'TankConflictError', record: { metadata: expect.anything() } });
    const removal = `mutation ($records: [RecordToDelete!]!) { deleteTanks(records: $records) { ... on DeleteTanksSuccess { results { ${DELETED} } } } }`;
    const { data, errors } = await gateway.ask(removal, { records: ids.map((id) => ({ id })) }, token);
    expect(errors).toBeUndefined();
    expect(data.deleteTanks.results).toMatchObject([
      { recordId: ids[0] },
      unshown(odd, 'The change was written.'),
      { recordId: ids[2] },
    ]);
    expect((await gateway.ask('{ tanks { totalCount } }', {}, token)).data.tanks.totalCount).toBe(0);
  });

  test('a write of one has the same error, and can repair the record', async () => {
    const { token, odd } = await company('5');
    const update = `mutation ($id: ID!, $input: UpdateTankInput!) { updateTank(id: $id, input: $input) { ${UPDATED} } }`;
    const { data, errors } = await gateway.ask(update, { id: odd, input: { name: 'x' } }, token);
    expect([data.updateTank, errors]).toEqual([unshown(odd, 'The change was written.'), undefined]);
    const repaired = await gateway.ask(update, { id: odd, input: { metadata: { a: 1 } } }, token);
    expect(repaired.data.updateTank).toMatchObject({ id: odd, metadata: { a: 1 } });
  });

  test('a list of another column has the others too, and a field that may be null is null', async () => {
    const { token, odd, others } = await company('NaN', 'tank_size');
    await gateway.sql(`UPDATE tank SET last_reading = '5', fill_percentage = 'NaN' WHERE id = $1`, [odd]);
    const { data, errors } = await gateway.ask(
      '{ tanks { nodes { id tankSize } } all: tanks { nodes { id lastReading fillPercentage } } }',
      {},
      token,
    );
    expect(idsOf(data.tanks.nodes)).toEqual(others);
    expect(data.all.nodes[1]).toEqual({ id: odd, lastReading: null, fillPercentage: null });
    expect(errors).toEqual([
      inexpressible(odd, 'tankSize', ['tanks', 'nodes']),
      inexpressible(odd, 'lastReading', ['all', 'nodes', 1, 'lastReading']),
      inexpressible(odd, 'fillPercentage', ['all', 'nodes', 1, 'fillPercentage']),
    ]);
  });

  test('other lists have the others: a subscription with no address, a deletion at no time', async () => {
    const { companyId, token } = await newCompany();
    for (const [id, url] of [
      ['a', 'https://example.com/'],
      ['b', 'no address'],
      ['c', 'https://example.com/'],
    ])
      await gateway.sql(
        `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions) VALUES ($1, $2, 'w', 'n', $3, 'tank', '{updated}')`,
        [`${companyId}-${id}`, companyId, url],
      );
    for (const [id, at] of [
      ['d', '2026-01-01'],
      ['e', 'infinity'],
    ])
      await gateway.sql(
        `INSERT INTO record_deletion (record_type, company_id, id, deleted_at) VALUES ('tank', $1, $2, $3)`,
        [companyId, id, at],
      );
    const query =
      '{ webhookSubscriptions { nodes { id webhookUrl } } deletions(record: TANK) { nodes { recordId deletedAt } } }';
    const { data, errors = [] } = await gateway.ask(query, {}, token);
    expect(idsOf(data.webhookSubscriptions.nodes)).toEqual([`${companyId}-a`, `${companyId}-c`]);
    expect(data.deletions.nodes.map(({ recordId }: Data) => recordId)).toEqual(['d']);
    expect(errors.map(({ extensions: { code, type, field } }) => [code, type, field])).toEqual([
      ['INEXPRESSIBLE_VALUE', 'WebhookSubscription', 'webhookUrl'],
      ['INEXPRESSIBLE_VALUE', 'Deletion', 'deletedAt'],
    ]);
  });

  test('JSON null in a field that may be null is null without an error', async () => {
    const { companyId, token } = await newCompany();
    const json = { entityData: null, taskData: null, computedData: null, checklist: null };
    const { id } = await create(gateway, task, { companyId });
    const { id: order } = await create(gateway, quickOrder, { companyId });
    await gateway.sql(
      `UPDATE task SET entity_data = 'null', task_data = 'null', computed_data = 'null', checklist = 'null' WHERE id = $1`,
      [id],
    );
    await gateway.sql(`UPDATE quick_order SET metadata = 'null', error = 'null', order_items = 'null' WHERE id = $1`, [
      order,
    ]);
    const { data, errors } = await gateway.ask(
      `{ tasks { nodes { ${Object.keys(json)} } } quickOrders { nodes { metadata error orderItems } } }`,
      {},
      token,
    );
    expect(errors).toBeUndefined();
    expect(data.tasks.nodes).toEqual([json]);
    expect(data.quickOrders.nodes).toEqual([{ metadata: null, error: null, orderItems: null }]);
  });

  test('none of this is logged as an error', () => {
    expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
  });
});

test('SQL cannot write other JSON than an object to the metadata of a tank', async () => {
  const database = await cloneDatabase();
  const gateway = await openGateway({ database });
  try {
    const { id } = await create(gateway, tank);
    for (const value of ['[]', 'null', '"text"', '5', 'true'])
      await expect(gateway.sql('UPDATE tank SET metadata = $2::jsonb WHERE id = $1', [id, value])).rejects.toThrow(
        'tank_metadata_is_an_object',
      );
  } finally {
    await gateway.close();
  }
});
