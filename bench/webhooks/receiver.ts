// Accepts signed webhooks, in a process of its own. It verifies every hundredth signature, so that no contender can do
// without.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

const key = Buffer.from(process.argv[2]?.replace('whsec_', '') ?? '', 'base64');
let arrived = 0;
let awaited = 0;

function isSigned(headers: IncomingHttpHeaders, body: string): boolean {
  if (arrived % 100 !== 0) return headers['webhook-signature'] !== undefined;
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

const server = createServer(async (request, response) => {
  const body = await text(request);
  arrived += 1;
  response.writeHead(isSigned(request.headers, body) ? 204 : 401).end();
  if (arrived === awaited) process.send?.('arrived');
}).listen(0, '127.0.0.1');
await once(server, 'listening');

// The parent sends the number of arrivals to wait for, and ends this process.
process.on('message', (more: number) => {
  awaited = arrived + more;
  process.send?.('waiting');
});
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
process.send?.(server.address());
