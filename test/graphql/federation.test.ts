import { readFileSync } from 'node:fs';
import { composeServices } from '@theguild/federation-composition';
import { buildSchema, isObjectType, parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { subgraphOf } from '../../src/graphql/federation/subgraph.ts';
import type { Observer } from '../../src/http/exchange/answer.ts';
import { schema } from '../../src/schema.ts';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';
import { RECORDS, shipTo, tank } from '../records.ts';
import { create, full, insert, newCompany } from '../rows.ts';

let gateway: TestGateway;
/** The root fields of each request. */
const roots: string[][] = [];
beforeAll(async () => {
  const observe: Observer = (operation) => () => void roots.push(operation.roots.map(({ field }) => field));
  gateway = await openGateway({ schema: subgraphOf(schema), observers: [observe] });
});
afterAll(() => gateway.close());

const sdl = readFileSync(new URL('../../schema.subgraph.graphql', import.meta.url), 'utf8');
const RECORD =
  'query ($of: [_Any!]!) { _entities(representations: $of) { __typename ... on Tank { id name version } ... on ShipTo { id routeCode name } } }';
const tankOf = (id: unknown) => ({ __typename: 'Tank', id });
const shipToOf = (id: unknown) => ({ __typename: 'ShipTo', id });

/** Another team's subgraph: it adds a field to tanks, and has pages and refusals of its own. */
const INSPECTIONS = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])
  type Query { inspections(first: Int): InspectionConnection }
  type Inspection { id: ID! tank: Tank! }
  type InspectionConnection { nodes: [Inspection!]! pageInfo: PageInfo! }
  type Tank @key(fields: "id") { id: ID! lastInspection: Inspection }
  type PageInfo @shareable { endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String }
  interface Error { message: String! }
  type NotFoundError implements Error @shareable { message: String! }
  type Mutation { inspect(tankId: ID!): InspectResult }
  union InspectResult = Inspection | NotFoundError
`;

test('it composes with a subgraph that adds a field to tanks', () => {
  const gatewayService = { name: 'field-operations', url: 'http://field-operations/graphql', typeDefs: parse(sdl) };
  const { errors, publicSdl } = composeServices([
    gatewayService,
    { name: 'inspections', url: 'http://inspections/graphql', typeDefs: parse(INSPECTIONS) },
  ]);
  expect(errors).toBeUndefined();
  const composed = buildSchema(publicSdl ?? '');
  const type = composed.getType('Tank');
  expect(isObjectType(type) ? Object.keys(type.getFields()) : []).toEqual(
    expect.arrayContaining(['lastInspection', 'fillPercentage', 'shipTo']),
  );
  expect(composeServices([gatewayService]).errors).toBeUndefined();
});

test('_service has the SDL that is published, and the plain schema knows nothing of federation', async () => {
  const { data } = await gateway.ask('{ _service { sdl } }');
  expect(data._service.sdl).toBe(sdl);
  expect(schema.getQueryType()?.getFields()).not.toHaveProperty('_entities');
  expect(schema.getType('_Any')).toBeUndefined();
});

test('every record that a query finds by its id is an entity', async () => {
  const { data } = await gateway.ask('{ __type(name: "_Entity") { possibleTypes { name } } }');
  const entities = data.__type.possibleTypes.map(({ name }: Data) => name);
  expect(entities).toEqual(expect.arrayContaining(RECORDS.map(({ type }) => type)));
});

test('records are returned in the order asked for, whatever their types, in one statement for each type', async () => {
  const { companyId, token } = await newCompany();
  const tanks = Array.from({ length: 40 }, () => full(tank, { companyId }));
  const places = Array.from({ length: 10 }, () => full(shipTo, { companyId }));
  await insert(gateway, tank, ...tanks);
  await insert(gateway, shipTo, ...places);
  const of = [...tanks.flatMap(({ id }, i) => [tankOf(id), shipToOf(places[i % 10]?.id)]), tankOf('absent')];
  // A document that comes again takes a faster way through the gateway.
  for (const _again of [1, 2, 3]) {
    const sent = watchStatements(gateway.pool);
    const { data, errors } = await gateway.ask(RECORD, { of }, token);
    expect(errors).toBeUndefined();
    expect(data._entities.map((entity: Data | null) => entity && tankOf(entity.id).id)).toEqual([
      ...of.slice(0, -1).map(({ id }) => id),
      null,
    ]);
    expect(data._entities[0]).toEqual({ __typename: 'Tank', id: tanks[0]?.id, name: 'name №0', version: 1 });
    expect(data._entities[1]).toMatchObject({ __typename: 'ShipTo', routeCode: 'routeCode №0' });
    expect(sent).toHaveLength(2);
  }
});

test('relations of entities are one statement for all of them', async () => {
  const { companyId, token } = await newCompany();
  const places = Array.from({ length: 5 }, () => full(shipTo, { companyId }));
  await insert(gateway, shipTo, ...places);
  await insert(gateway, tank, ...places.map(({ id }) => full(tank, { companyId, shipToId: id })));
  const query =
    'query ($of: [_Any!]!) { _entities(representations: $of) { ... on ShipTo { id tanks(first: 5) { nodes { shipToId } } } } }';
  const sent = watchStatements(gateway.pool);
  const { data } = await gateway.ask(query, { of: places.map(({ id }) => shipToOf(id)) }, token);
  expect(sent).toHaveLength(2);
  for (const { id, tanks } of data._entities) expect(tanks.nodes).toEqual([{ shipToId: id }]);
});

test('another company’s record is as absent', async () => {
  const theirs = await create(gateway, tank, { companyId: 'globex' });
  const ours = await create(gateway, tank);
  const { data, errors } = await gateway.ask(RECORD, { of: [tankOf(theirs.id), tankOf(ours.id)] });
  expect(errors).toBeUndefined();
  expect(data._entities).toEqual([null, expect.objectContaining({ id: ours.id })]);
});

test('a missing scope or token refuses only the records that need it', async () => {
  const [one, other] = [await create(gateway, tank), await create(gateway, shipTo)];
  const of = [tankOf(one.id), shipToOf(other.id), tankOf(one.id)];
  const limited = await gateway.ask(RECORD, { of }, await tokenOf('acme', 'ship-tos:read'));
  expect(limited.data._entities).toEqual([null, expect.objectContaining({ id: other.id }), null]);
  expect(limited.errors).toMatchObject([
    { path: ['_entities', 0], extensions: { code: 'FORBIDDEN' } },
    { path: ['_entities', 2], extensions: { code: 'FORBIDDEN' } },
  ]);
  const { data, errors } = await gateway.ask(RECORD, { of: [tankOf(one.id)] }, null);
  expect(data._entities).toEqual([null]);
  expect(errors).toMatchObject([{ path: ['_entities', 0], extensions: { code: 'UNAUTHENTICATED' } }]);
});

test('a representation of no record is refused on its own', async () => {
  const { id } = await create(gateway, tank);
  const faulty = [
    'Tank',
    {},
    { __typename: '__proto__', id },
    { __typename: 'PageInfo', id },
    tankOf(null),
    tankOf(['x']),
    tankOf(2 ** 53),
    tankOf(undefined),
  ];
  const { data, errors } = await gateway.ask(RECORD, { of: [...faulty, tankOf(id), tankOf('a\0b'), tankOf(7)] });
  expect(data._entities).toEqual([...faulty.map(() => null), expect.objectContaining({ id }), null, null]);
  expect(errors).toHaveLength(faulty.length);
  for (const { extensions } of errors ?? []) expect(extensions.code).toBe('BAD_USER_INPUT');
});

test('a literal names records as a variable does', async () => {
  const { id } = await create(gateway, tank);
  const { data } = await gateway.ask(
    `{ _entities(representations: [{ __typename: "Tank", id: "${id}" }]) { ... on Tank { id } } }`,
  );
  expect(data).toEqual({ _entities: [{ id }] });
});

test('a request may have thousands of records, which few statements read', async () => {
  const { id } = await create(gateway, tank);
  const of = Array.from({ length: 4_000 }, (_, n) => tankOf(n === 2_999 ? id : `t${n}`));
  const sent = watchStatements(gateway.pool);
  const { data, errors } = await gateway.ask(
    'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Tank { id name } } }',
    { of },
  );
  expect(errors).toBeUndefined();
  expect(data._entities).toHaveLength(4_000);
  expect(data._entities.flatMap((found: Data | null, n: number) => (found ? [[n, found.id]] : []))).toEqual([
    [2_999, id],
  ]);
  // A hundred at a time, if each takes a turn of the event loop.
  expect(sent.length).toBeLessThanOrEqual(4_000 / 100);
});

test('pages below the records, and other fields, count for each of them', async () => {
  const of = (count: number) => ({ of: Array.from({ length: count }, (_, n) => shipToOf(`s${n}`)) });
  const pages = (size: number) =>
    `query ($of: [_Any!]!) { _entities(representations: $of) { ... on ShipTo { tanks(first: ${size}) { nodes { id } } } } }`;
  expect((await gateway.ask(pages(51), of(1))).errors).toMatchObject([{ extensions: { code: 'DOCUMENT_TOO_LARGE' } }]);
  // With their tanks they are 50,000 records: 1,000 × (1 + 49), 2,500 × (1 + 19).
  for (const [size, most] of [
    [49, 1_000],
    [19, 2_500],
  ] as const) {
    expect((await gateway.ask(pages(size), of(most))).errors).toBeUndefined();
    expect((await gateway.ask(pages(size), of(most + 1))).errors).toMatchObject([
      {
        message: `There may be at most ${most} representations in this document.`,
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
  }
  const twice =
    'query ($of: [_Any!]!) { a: _entities(representations: $of) { __typename } b: _entities(representations: $of) { __typename } }';
  expect((await gateway.ask(twice, of(4_000))).errors).toBeUndefined();
});

test('without introspection the SDL is withheld, and records are returned', async () => {
  const closed = await openGateway({ schema: subgraphOf(schema), introspection: false });
  try {
    for (const query of [
      '{ _service { sdl } }',
      '{ a: _service { __typename } }',
      '{ ...F } fragment F on Query { _service { sdl } }',
    ]) {
      const { data, errors } = await closed.ask(query);
      expect(data).toBeFalsy();
      expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
    }
    const { errors } = await closed.ask(RECORD, { of: [tankOf('absent')] });
    expect(errors).toBeUndefined();
  } finally {
    await closed.close();
  }
});

test('a request for entities is logged and counted as one field', async () => {
  gateway.logged.length = 0;
  roots.length = 0;
  await gateway.ask(`query Entities${RECORD.slice(5)}`, { of: [tankOf('a'), tankOf('b')] });
  const line = gateway.logged.find(({ msg, operation }) => msg === 'request' && operation === 'Entities');
  expect(line).toMatchObject({ kind: 'query', result: 'ok', statements: 1 });
  expect(roots).toEqual([['_entities']]);
});
