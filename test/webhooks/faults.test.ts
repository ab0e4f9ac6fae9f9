import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createWebServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SECRETS_KEY } from '../cipher.ts';
import { portOf } from '../port.ts';
import { openProgram } from '../programs.ts';
import { certificate, type Issued } from './certificate.ts';
import { useDatabase } from './database.ts';

const database = useDatabase();

/** What would reveal an address that is a secret itself. */
const TOKEN = 'hush-hush-token';

async function listen(server: Server, scheme: string): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `${scheme}://127.0.0.1:${portOf(server)}/${TOKEN}?token=${TOKEN}`;
}

const secure = ({ pem, keyPem }: Issued): Promise<string> =>
  listen(
    createSecureServer({ cert: pem, key: keyPem }, (_, response) => response.writeHead(204).end()),
    'https',
  );
const raw = (serve: (socket: Socket) => void, scheme = 'http'): Promise<string> =>
  listen(
    createServer((socket) => serve(socket.on('error', () => {}))),
    scheme,
  );
const onRequest = (answer: (socket: Socket) => void) => raw((socket) => void socket.once('data', () => answer(socket)));

async function closedPort(): Promise<string> {
  const server = createServer();
  const url = await listen(server, 'http');
  server.close();
  await once(server, 'close');
  return url;
}

test('an owner reads what to check, and the operator finds the cause in the log without the rest of the address', async () => {
  const authority = certificate('Authority of the test', { isAuthority: true });
  const folder = mkdtempSync(join(tmpdir(), 'gateway-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'authority.pem'), authority.pem);
  const issued = (interest: object = {}) => secure(certificate('receiver', { issuer: authority, ...interest }));
  const unknown = certificate('Unknown authority', { isAuthority: true });

  const cases: Record<string, [url: string, error: string | null, cause: RegExp | undefined]> = {
    trusted: [await issued(), null, undefined],
    expired: [
      await issued({ days: [-3, -2] }),
      "The receiver's certificate has expired. Renew it.",
      /CERT_HAS_EXPIRED/,
    ],
    early: [await issued({ days: [2, 3] }), "The receiver's certificate is not valid yet. Check its dates.", /CERT_NOT_YET_VALID/], // biome-ignore format: a table
    self: [await secure(certificate('self')), "The receiver's certificate is self-signed. Get one from a public authority.", /DEPTH_ZERO_SELF_SIGNED_CERT/], // biome-ignore format: a table
    unknown: [await secure(certificate('receiver', { issuer: unknown })), "The receiver's certificate is not from a known authority. Get it from a public one, and send the intermediate certificates with it.", /UNABLE_TO_VERIFY_LEAF_SIGNATURE/], // biome-ignore format: a table
    name: [await issued({ host: 'other.example.com' }), "The receiver's certificate is for another name. Check the host in the address, or get a certificate for it.", /ERR_TLS_CERT_ALTNAME_INVALID/], // biome-ignore format: a table
    protocol: [await listen(createWebServer(), 'https'), 'No TLS connection came about. Check that the port serves https, with TLS 1.2 or newer.', /WRONG_VERSION_NUMBER|EPROTO/], // biome-ignore format: a table
    refused: [await closedPort(), 'The receiver refused the connection. Check that it runs, and the port in the address.', /ECONNREFUSED/], // biome-ignore format: a table
    reset: [await onRequest((socket) => socket.resetAndDestroy()), 'The receiver closed the connection without an answer. Check its log, and any proxy before it.', /ECONNRESET/], // biome-ignore format: a table
    closed: [await onRequest((socket) => socket.end()), 'The receiver closed the connection without an answer. Check its log, and any proxy before it.', /UND_ERR_SOCKET/], // biome-ignore format: a table
    handshake: [await raw((socket) => socket.destroy(), 'https'), 'The receiver closed the connection without an answer. Check its log, and any proxy before it.', /ECONNRESET/], // biome-ignore format: a table
    parse: [await onRequest((socket) => socket.end('220 mail ready\r\n')), 'The answer is not HTTP. Check the port in the address, and whether it begins with http or https.', /HPE_/], // biome-ignore format: a table
    headers: [await onRequest((socket) => socket.end(`HTTP/1.1 204 No Content\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)), 'The headers of the answer are larger than 16 KB. Send fewer or shorter ones.', /HEADERS_OVERFLOW/], // biome-ignore format: a table
    unresolved: [`https://no-such-name.invalid/${TOKEN}`, 'The host no-such-name.invalid does not lead to a public address. Check its name, or ask the operator to allow its address with WEBHOOK_ALLOW_CIDRS.', undefined], // biome-ignore format: a table
  };
  for (const [id, [url]] of Object.entries(cases)) await database.subscribe({ id, url });
  await database.change();
  const worker = openProgram('worker', [], {
    DATABASE_URL: database.url,
    SECRETS_KEY,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
  });
  const count = Object.keys(cases).length;
  await database.until(`SELECT FROM webhook_attempt WHERE number = 1 HAVING count(*) = ${count}`);
  await worker.stop();

  const read = new Map(
    (await database.attempts())
      .filter(({ number }) => number === 1)
      .map((attempt) => [attempt.subscription_id, [attempt.error, attempt.http_status]]),
  );
  const wanted = Object.entries(cases).map(([id, [, error]]) => [id, [error, error === null ? 204 : null]]);
  expect(Object.fromEntries(read)).toEqual(Object.fromEntries(wanted));
  for (const [id, [url, , cause]] of Object.entries(cases)) {
    const line = worker.lines.find((text) => text.includes(`_${id}"`));
    if (cause === undefined) expect([id, line]).toEqual([id, undefined]);
    else
      expect(JSON.parse(line ?? '{}')).toMatchObject({ origin: new URL(url).origin, msg: 'a webhook got no answer' });
    if (cause !== undefined) expect(line).toMatch(cause);
  }
  expect(worker.lines.join()).not.toContain(TOKEN);
});
