import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { openSocket } from './websockets.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ corsOrigins: ['https://dispatch.example.com'] });
});
afterAll(() => gateway.close());

/** The status, the headers and the body that an upgrade is answered with. */
async function refusalOf(path: string, headers: Record<string, string>, method = 'GET', body = ''): Promise<string> {
  const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const given = { host: '127.0.0.1', connection: 'Upgrade', ...headers };
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`);
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  setImmediate(() => socket.write(body.slice(5)));
  await once(socket, 'close');
  return received;
}
const HANDSHAKE = {
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

test('an upgrade elsewhere, of another subprotocol or of a page that is not listed is refused with a sentence', async () => {
  const protocol = { ...HANDSHAKE, 'sec-websocket-protocol': 'graphql-transport-ws' };
  expect(await refusalOf('/', protocol)).toMatch(/^HTTP\/1.1 426 .*upgrade: websocket.*WebSockets are at \/graphql/s);
  expect(await refusalOf('/health', protocol)).toMatch(/^HTTP\/1.1 426 /);
  expect(await refusalOf('/graphql', HANDSHAKE)).toMatch(/^HTTP\/1.1 400 .*subprotocol of a WebSocket must be/s);
  expect(await refusalOf('/graphql', { ...HANDSHAKE, 'sec-websocket-protocol': 'graphql-ws' })).toMatch(
    /^HTTP\/1.1 400 /,
  );
  expect(await refusalOf('/graphql', { ...protocol, 'sec-websocket-key': 'x' })).toMatch(/^HTTP\/1.1 400 .*"errors"/s);
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1'])
    expect(await refusalOf('/graphql', { ...protocol, origin })).toMatch(/^HTTP\/1.1 403 .*CORS_ORIGINS/s);
  expect(gateway.logged.filter(({ msg }) => msg.includes('CORS_ORIGINS')).map(({ origin }) => origin)).toContain(
    'https://evil.example',
  );
  for (const origin of ['https://dispatch.example.com', gateway.address, gateway.address.replace('http', 'https')]) {
    const { socket } = openSocket(gateway, { origin });
    await once(socket, 'open');
  }
});

test('every refused upgrade is logged, with the id in its answer', async () => {
  const protocol = { ...HANDSHAKE, 'sec-websocket-protocol': 'graphql-transport-ws' };
  const refused: [status: number, path: string, headers: Record<string, string>][] = [
    [426, '/', protocol],
    [400, '/graphql', HANDSHAKE],
    [403, '/graphql', { ...protocol, origin: 'https://evil.example' }],
    [400, '/graphql', { ...protocol, 'sec-websocket-key': 'x' }],
    [400, '/graphql', { ...protocol, 'sec-websocket-version': '7' }],
  ];
  for (const [status, path, headers] of refused) {
    const requestId = /x-request-id: (\S+)/.exec(await refusalOf(path, headers))?.[1];
    const lines = gateway.logged.filter((line) => line.requestId === requestId);
    expect(lines).toMatchObject([{ status, msg: 'refused before it was a request' }]);
  }
});

test('a request that offers another protocol, as Java’s client does, is served as any', async () => {
  const headers = {
    connection: 'Upgrade, HTTP2-Settings, close',
    upgrade: 'h2c',
    'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABk',
  };
  expect(await refusalOf('/health', headers)).toMatch(/^HTTP\/1.1 200 .*alive/s);
  const body = JSON.stringify({ query: '{ __typename }' });
  const length = { 'content-type': 'application/json', 'content-length': `${body.length}` };
  expect(await refusalOf('/graphql', { ...headers, ...length }, 'POST', body)).toMatch(/^HTTP\/1.1 200 .*"Query"/s);
  const warnings: unknown[] = [];
  const note = (warning: unknown): void => void warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  for (let n = 0; n < 20; n++) {
    socket.write('GET /health HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n');
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
  }
  await fetch(`${gateway.address}/health`);
  expect(warnings).toEqual([]);
});
