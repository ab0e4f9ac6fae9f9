import { connect, type Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { full, insert } from '../rows.ts';

let gateway: TestGateway;
afterEach(() => gateway.close());

/**
 * Records whose notes are together more than loopback takes of an answer that is not read: with Linux' limits, up to
 * 32 MB on the side of the client, if packets get lost, and 4 MB on that of the server.
 */
const RECORDS = 22;
const LIMITS = { answerBytes: 48 * 1024 * 1024, requestSeconds: 60 };
const READ = '{ tanks(first: 3) { nodes { note } } }';
const UPDATE = `mutation ($patches: [UpdateTankPatch!]!) {
  updateTanks(patches: $patches) { ... on UpdateTanksSuccess { results { ... on Tank { note } } } } }`;

/** Creates records with notes of 1.8 MB. */
async function createLarge(companyId: string, count: number): Promise<{ id: string }[]> {
  const records = Array.from({ length: count }, () => full(tank, { companyId }));
  await insert(gateway, tank, ...records);
  await gateway.sql("UPDATE tank SET note = repeat('x', 1800000) WHERE company_id = $1", [companyId]);
  return records;
}

/** Has acme write so often, on connections that are not read. */
async function write(times: number): Promise<Socket[]> {
  const patches = (await createLarge('acme', RECORDS)).map(({ id }) => ({ id, input: { name: 'new' } }));
  const body = JSON.stringify({ query: UPDATE, variables: { patches } });
  const { hostname, port } = new URL(gateway.address);
  const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenOf('acme')}\r\nContent-Type: application/json`;
  return Array.from({ length: times }, () => {
    const socket = connect(Number(port), hostname).pause();
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {}).write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    return socket;
  });
}

test('a company that does not read its large answers is refused more, and another one is served', async () => {
  gateway = await openGateway({ limits: LIMITS });
  const ids = (await createLarge('other', 6)).map(({ id }) => id);
  const other = await tokenOf('other');
  const sockets = await write(8);
  const codes = async (query: string, variables = {}, token?: string) =>
    (await gateway.ask(query, variables, token)).errors?.map(({ extensions }) => extensions.code);
  await expect.poll(() => codes(READ)).toEqual(['OVERLOADED']);
  expect(await codes(READ, {}, other)).toBeUndefined();
  expect(await codes(UPDATE, { patches: ids.map((id) => ({ id, input: { name: 'new' } })) }, other)).toBeUndefined();
  await expect.poll(() => codes(UPDATE, { patches: [{ id: 'x', input: { name: 'new' } }] })).toEqual(['OVERLOADED']);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => codes(READ)).toBeUndefined();
});
