import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { addCompanies } from '../../cells/companies.ts';
import { claimCell } from '../../src/cell-registry.ts';
import { type TestGateway, tokenOf } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { until } from '../until.ts';
import { openCell } from './cells.ts';

const COUNT = '{ tanks { totalCount } }';
const LIVE = 'subscription { changes(watch: [{ record: TANK }]) { __typename } }';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openCell('a');
  await addCompanies(gateway.pool, ['acme']);
  await until(async () => (await gateway.ask(COUNT)).status === 200);
});
afterAll(() => gateway.close());

test('a gateway serves the companies of its cell, and refuses others with a retryable error', async () => {
  expect((await gateway.ask(COUNT)).data.tanks.totalCount).toBe(0);
  const { status, errors, data } = await gateway.ask(COUNT, {}, await tokenOf('beta'));
  expect({ status, data }).toEqual({ status: 421, data: undefined });
  expect(errors).toEqual([
    {
      message: 'The cell "a" does not serve this company.',
      extensions: { code: 'WRONG_CELL', retryable: true },
    },
  ]);
  expect((await gateway.ask(COUNT, {}, await tokenOf(undefined, 'companies:all tanks:read'))).status).toBe(200);
});

test('a company that is added is served without a restart', async () => {
  await addCompanies(gateway.pool, ['gamma']);
  const token = await tokenOf('gamma');
  await until(async () => (await gateway.ask(COUNT, {}, token)).status === 200);
});

test('when a company has moved away, its streams end and its sockets close, so that clients connect again', async () => {
  await addCompanies(gateway.pool, ['delta']);
  const token = await tokenOf('delta');
  await until(async () => (await gateway.ask(COUNT, {}, token)).status === 200);
  const stream = await openEvents(gateway, LIVE, { token });
  expect(await stream.item()).toEqual({ __typename: 'Resync' });
  const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  for (const message of [
    { type: 'connection_init', payload: { authorization: `Bearer ${token}` } },
    { id: '1', type: 'subscribe', payload: { query: LIVE } },
  ]) {
    socket.send(JSON.stringify(message));
    await once(socket, 'message');
  }
  const closed = once(socket, 'close');
  await gateway.sql(`UPDATE cell_company SET moved_to = 'b', changed_at = now() WHERE company_id = 'delta'`);
  expect((await stream.next())?.data?.errors[0]).toMatchObject({
    message: 'The company is in the cell "b", and this is the cell "a". Send the request again.',
    extensions: { code: 'WRONG_CELL', retryable: true },
  });
  expect((await closed)[0]).toBe(1012);
  expect((await gateway.ask(COUNT)).status).toBe(200);
});

test('a database of one cell does not become that of another', async () => {
  await claimCell(gateway.pool, 'a', ['12345678']);
  await expect(claimCell(gateway.pool, 'b', [])).rejects.toThrow(
    'CELL is "b", and the database belongs to the cell "a".',
  );
});

test('companies that a map or the commands of its proxy cannot hold are refused, and all others are not', async () => {
  const unfit = [
    '',
    'two words',
    'a#b',
    '#a',
    'fog_1',
    'o;d',
    'o\\d',
    'a<<b',
    'a\u00a0b',
    'a\nb',
    'a\u0007',
    'a\u202eb',
    'é'.repeat(128),
  ];
  for (const company of unfit)
    await expect(addCompanies(gateway.pool, [company])).rejects.toThrow(
      `cannot hold the company ${JSON.stringify(company)}: ids have`,
    );
  const fit = [
    'a"b\'c',
    '$%&()*+,-./:=>?@[]^_`{|}~!',
    'café',
    '日本',
    'x'.repeat(255),
    'org|42',
    'https://example.com/a',
  ];
  expect(await addCompanies(gateway.pool, fit)).toEqual(fit);
});
