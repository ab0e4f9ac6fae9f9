import { Client, fetchExchange, gql } from '@urql/core';
import { offlineExchange, type StorageAdapter } from '@urql/exchange-graphcache';
import introspection from '../../operations/generated/introspection.json' with { type: 'json' };
import type { Offline } from './offline.ts';
import { atLatest, noteAnswer } from './versions.ts';

/** Types without an id are values, which belong to the record that they are read from; and so is an actor. */
const keys = Object.fromEntries(
  introspection.__schema.types
    .filter(({ kind, fields }) => kind === 'OBJECT' && !fields?.some(({ name }) => name === 'id'))
    .map(({ name }): [string, () => null] => [name, () => null]),
);
keys.Actor = () => null;

/** What all documents select of a tank: an edit of a new one then lacks no field. */
const FIELDS = 'id name locationName status version';

/** What mutations are expected to result in, whole. An edit keeps the version that its tank has in the cache. */
const NEW = { __typename: 'Tank', name: null, locationName: null, status: null, version: 1 };
const optimistic = {
  updateTank: ({ id, input }: { id: string; input: object }) => ({ __typename: 'Tank', id, ...input }),
  createTank: ({ input }: { input: object }) => ({ ...NEW, ...input }),
};

let last: Promise<unknown> = Promise.resolve();

/** Sends mutations one after the other: offlineExchange sends at once what has waited. */
const inTurn =
  (send: typeof fetch): typeof fetch =>
  (address, options) => {
    const body = typeof options?.body === 'string' ? JSON.parse(options.body) : undefined;
    if (!/^\s*mutation\b/m.test(body?.query)) return send(address, options);
    const answer = last.then(async () => {
      const variables = atLatest(body.variables);
      const response = await send(address, { ...options, body: JSON.stringify({ ...body, variables }) });
      noteAnswer(variables, (await response.clone().json()).data);
      return response;
    });
    last = answer;
    // What waits behind one that fails fails as well, and is sent again behind it.
    answer.catch(() => {
      if (last === answer) last = Promise.resolve();
    });
    return answer;
  };

const READ = gql`query Shown($id: ID!) { tank(id: $id) { ${FIELDS} } }`;
const CREATE = gql`mutation Create($input: CreateTankInput!) {
  createTank(input: $input) { __typename ... on Tank { ${FIELDS} } ... on Error { message } }
}`;
const EDIT = gql`mutation Edit($id: ID!, $input: UpdateTankInput!, $expectedVersion: Int) {
  updateTank(id: $id, input: $input, expectedVersion: $expectedVersion) {
    __typename
    ... on Tank { ${FIELDS} }
    ... on Error { message }
  }
}`;

export const urql: Offline = (url, token, send) => {
  let isBack = () => {};
  let waiting: Parameters<NonNullable<StorageAdapter['writeMetadata']>>[0] = [];
  // In a browser, makeDefaultStorage keeps both in IndexedDB.
  const storage: StorageAdapter = {
    onOnline: (flush) => {
      isBack = flush;
    },
    writeData: async () => {},
    readData: async () => ({}),
    writeMetadata: (requests) => {
      waiting = requests;
    },
    readMetadata: async () => waiting,
  };
  const client = new Client({
    url,
    fetch: inTurn(send),
    preferGetMethod: false,
    fetchOptions: { headers: { authorization: `Bearer ${token}` } },
    exchanges: [offlineExchange({ schema: introspection, storage, keys, optimistic }), fetchExchange],
  });
  let shown: { name?: string | null; version?: number } | null | undefined;
  return {
    show: (id) => {
      client.query(READ, { id }).subscribe(({ data }) => {
        shown = data?.tank ?? shown;
      });
    },
    shown: () => shown,
    create: async (input) => (await client.mutation(CREATE, { input }).toPromise()).data?.createTank?.__typename,
    edit: async (edit) => (await client.mutation(EDIT, edit).toPromise()).data?.updateTank?.__typename,
    waiting: () => waiting.length,
    online: () => isBack(),
    read: async (document) => {
      const { error } = await client.query(document, {}).toPromise();
      if (error) throw error;
    },
  };
};
