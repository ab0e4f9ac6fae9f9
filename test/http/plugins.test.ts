import {
  type DocumentNode,
  extendSchema,
  type FieldNode,
  GraphQLError,
  Kind,
  parse,
  type SelectionSetNode,
  type ValidationContext,
  visit,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { expect, onTestFinished, test } from 'vitest';
import { plugins } from '../../src/plugins.ts';
import { type Data, openGateway } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { openSocket } from './socket.ts';

const isDocument = (value: DocumentNode | Error | null): value is DocumentNode => value !== null && 'kind' in value;
/** A field of another name in the answer. */
const ALIASED: FieldNode = {
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: 'name' },
  alias: { kind: Kind.NAME, value: 'called' },
};

const READ = 'query ($id: ID!) { tank(id: $id) { name } }';

/** Opens a gateway with a plugin for one test, and asks it over HTTP and over a WebSocket. */
async function openWith(plugin: Plugin) {
  const gateway = await openGateway({ plugins: [plugin] });
  onTestFinished(() => gateway.close());
  const asked = async (payload: object) => {
    const { send, next } = await openSocket(gateway);
    send({ id: 'a', type: 'subscribe', payload });
    const { payload: answer, closed } = await next();
    if (closed !== undefined) return [await (await gateway.post(JSON.stringify(payload))).json(), { closed }];
    const reply = await gateway.post(JSON.stringify(payload));
    return [await reply.json(), Array.isArray(answer) ? { errors: answer } : answer];
  };
  return { gateway, asked };
}

test('a plugin changes documents, variables, results and the context, and adds rules', async () => {
  const changing: Plugin<{ seen?: boolean }> = {
    onValidate({ addValidationRule }) {
      addValidationRule((context: ValidationContext) => ({
        Field(node: FieldNode) {
          if (node.name.value === 'note') context.reportError(new GraphQLError('No notes.', { nodes: node }));
        },
      }));
    },
    onContextBuilding: ({ context, extendContext }) => extendContext({ seen: 'caller' in context }),
    onExecute: ({ args }) => ({
      onExecuteDone({ result, setResult }) {
        if (!isAsyncIterable(result)) setResult({ ...result, extensions: { seen: args.contextValue.seen } });
      },
    }),
    onParse:
      () =>
      ({ result, replaceParseResult }) => {
        if (isDocument(result))
          replaceParseResult(visit(result, { Field: ({ name }) => (name.value === 'name' ? ALIASED : undefined) }));
      },
  };
  const own = await openGateway({ plugins: [changing] });
  onTestFinished(() => own.close());
  const { id } = await create(own, tank, { name: 'old' });
  const answer: Data = await own.ask(READ, { id });
  expect({ data: answer.data, extensions: answer.extensions }).toEqual({
    data: { tank: { called: 'old' } },
    extensions: { seen: true },
  });
  expect((await own.ask('query ($id: ID!) { tank(id: $id) { note } }', { id })).errors).toMatchObject([
    { message: 'No notes.' },
  ]);
});

test('a plugin has an address of its own, and other addresses stay without an answer', async () => {
  const { gateway } = await openWith({
    onRequest({ url, fetchAPI, endResponse }) {
      if (url.pathname === '/rest/tanks') endResponse(new fetchAPI.Response('[]', { status: 203 }));
    },
  });
  const [own, other] = await Promise.all(['/rest/tanks?a=1', '/rest'].map((path) => fetch(gateway.address + path)));
  expect([own?.status, await own?.text()]).toEqual([203, '[]']);
  expect([other?.status, await other?.json()]).toMatchObject([
    404,
    { errors: [{ extensions: { code: 'BAD_REQUEST' } }] },
  ]);
});

test('a plugin that refuses parameters or requests does so on WebSockets, too, with the code of its status', async () => {
  const refusing = (status: number) => () => {
    throw new GraphQLError('No.', { extensions: { http: { status } } });
  };
  for (const [status, code] of [
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [429, 'OVERLOADED'],
    [422, 'BAD_USER_INPUT'],
  ] as const)
    for (const plugin of [{ onParams: refusing(status) }, { onRequestParse: refusing(status) }]) {
      const { asked } = await openWith(plugin);
      const refused = { errors: [{ message: 'No.', extensions: { code } }] };
      // A client gets a new token when it connects again.
      const overSocket = status === 401 ? { closed: 4403 } : refused;
      expect(await asked({ query: '{ __typename }' })).toMatchObject([refused, overSocket]);
    }
  const { asked } = await openWith({
    onRequestParse: ({ fetchAPI, endResponse }) => endResponse(new fetchAPI.Response(null, { status: 403 })),
  });
  const [, overSocket] = await asked({ query: '{ __typename }' });
  expect(overSocket).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
});

test('a plugin finds the documents that a request names by a hash or an id', async () => {
  const { asked } = await openWith({
    onParams({ params, setParams }) {
      const hash = params.extensions?.persistedQuery?.sha256Hash;
      if (hash === 'known') setParams({ ...params, query: '{ __typename }' });
    },
  });
  // Without a text; a WebSocket takes an empty one.
  const named = (sha256Hash: string) => ({ query: '', extensions: { persistedQuery: { version: 1, sha256Hash } } });
  const data = { data: { __typename: 'Query' } };
  expect(await asked(named('known'))).toEqual([data, data]);
  const missing = { errors: [{ message: 'PersistedQueryNotSupported' }] };
  expect(await asked(named('other'))).toMatchObject([missing, missing]);
});

test('a plugin takes out of an answer what it has added to the document, at each depth', async () => {
  const marks: unknown[] = [];
  const isData = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && [null, Object.prototype].includes(Object.getPrototypeOf(value));
  const unmark = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unmark);
    if (!isData(value)) return value;
    const { mark, ...rest } = value;
    marks.push(mark);
    return Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, unmark(each)]));
  };
  const mark: FieldNode = {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: '__typename' },
    alias: { kind: Kind.NAME, value: 'mark' },
  };
  const marking: Plugin = {
    onParse:
      () =>
      ({ result, replaceParseResult }) => {
        const SelectionSet = {
          leave: ({ selections, ...set }: SelectionSetNode) => ({ ...set, selections: [...selections, mark] }),
        };
        if (isDocument(result)) replaceParseResult(visit(result, { SelectionSet }));
      },
    onExecute: () => ({
      onExecuteDone({ result, setResult }) {
        if (isAsyncIterable(result)) return;
        const data = unmark(result.data);
        if (isData(data)) setResult({ ...result, data });
      },
    }),
  };
  const { gateway, asked } = await openWith(marking);
  const { id } = await create(gateway, tank, { name: 'marked' });
  const query = 'query ($ids: [ID!]) { tanks(filter: { id: { in: $ids } }) { nodes { name metadata } } }';
  const [answer, overSocket] = await asked({ query, variables: { ids: [id] } });
  expect(answer).toEqual({ data: { tanks: { nodes: [{ name: 'marked', metadata: expect.any(Object) }] } } });
  expect(overSocket).toEqual(answer);
  expect(marks).toEqual(expect.arrayContaining(['Query', 'TankConnection', 'Tank']));
});

test('a plugin that replaces the schema is refused at the start', async () => {
  const replacing: Plugin = {
    onSchemaChange({ schema, replaceSchema }) {
      if (schema.getDirective('stream') === undefined)
        replaceSchema(extendSchema(schema, parse('directive @stream on FIELD')));
    },
  };
  const { gateway } = await openWith(replacing);
  await expect(gateway.openPlugins()).rejects.toThrow(/src\/plugins.ts replaces the schema/);
});

test('the project lists no plugin', () => {
  expect(plugins).toEqual([]);
});
