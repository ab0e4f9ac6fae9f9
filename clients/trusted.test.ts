import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client/core';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { Client, fetchExchange } from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';
import type { DocumentNode } from 'graphql';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { TankDocument, UpdateTankDocument } from '../operations/generated/graphql.ts';
import { startGateway, tokenOf } from './gateway.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gateway-trusted-'));

type DataOf<Document> =
  Document extends TypedDocumentNode<infer Data, infer Variables> ? TypedDocumentNode<Data, Variables> : never;

let url: string;
let stop: () => Promise<void>;
let generated: { TankDocument: DataOf<typeof TankDocument>; UpdateTankDocument: DataOf<typeof UpdateTankDocument> };
beforeAll(async () => {
  const config = {
    schema: join(ROOT, 'schema.graphql'),
    documents: [join(ROOT, 'operations/tanks/*.graphql')],
    generates: { [`${folder}/gql/`]: { preset: 'client', presetConfig: { persistedDocuments: true } } },
  };
  writeFileSync(join(folder, 'codegen.json'), JSON.stringify(config));
  const program = join(ROOT, 'node_modules/.bin/graphql-codegen');
  execFileSync(program, ['--config', join(folder, 'codegen.json')], { cwd: ROOT, stdio: 'pipe' });
  generated = await import(join(folder, 'gql/graphql.ts'));
  const manifest = join(folder, 'gql/persisted-documents.json');
  const gateway = await startGateway(inject('secret'), { TRUSTED_DOCUMENTS: manifest, TRUSTED_DOCUMENTS_ONLY: 'on' });
  ({ url, stop } = gateway);
}, 120_000);
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

const hashOf = (document: DocumentNode & { __meta__?: { hash: string } }): string => document.__meta__?.hash ?? '';
const headers = () => ({ authorization: `Bearer ${tokenOf(inject('secret'))}` });
const OTHER = 'query { tanks { totalCount } }';

test('urql sends hashes of the client preset to a gateway that refuses all other documents', async () => {
  const generateHash = async (_text: string, document: DocumentNode) => hashOf(document);
  const persisted = persistedExchange({ enforcePersistedQueries: true, enableForMutation: true, generateHash });
  const client = new Client({
    url,
    exchanges: [persisted, fetchExchange],
    fetchOptions: () => ({ headers: headers() }),
  });
  const { TankDocument, UpdateTankDocument } = generated;
  const change = { id: 'demo-tank-003', input: { name: 'by its hash' } };
  const { data } = await client.mutation(UpdateTankDocument, change);
  expect(data?.updateTank?.__typename).toBe('Tank');
  expect((await client.query(TankDocument, { id: 'demo-tank-003' })).data?.tank?.name).toBe('by its hash');
  const plain = new Client({ url, exchanges: [fetchExchange], fetchOptions: () => ({ headers: headers() }) });
  const { error } = await plain.query(OTHER, {});
  expect(error?.graphQLErrors[0]?.extensions.code).toBe('DOCUMENT_NOT_TRUSTED');
});

test('Apollo Client does, too', async () => {
  const link = new PersistedQueryLink({ generateHash: async (document) => hashOf(document) });
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: link.concat(new HttpLink({ uri: url, headers: headers() })),
  });
  const { data } = await client.query({ query: generated.TankDocument, variables: { id: 'demo-tank-004' } });
  expect(data?.tank?.id).toBe('demo-tank-004');
});
