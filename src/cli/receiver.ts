import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { listen } from '../http/listen.ts';
import { parseJson } from '../records/values.ts';
import { verify } from '../webhooks/sending/signature.ts';
import { runCommand } from './usage.ts';

const USAGE = 'npm run receiver -- [--port 4100] [--secret "whsec_…"] [--answer 204]';
const HINT = `Subscribe with this address, then change a record. An update that changes nothing sends no event.
After failures, sending pauses for up to 15 minutes: suspendedUntil of the subscription says until when, and
ResumeSubscription ends the pause.`;
const INVALID = 'SIGNATURE INVALID';

function parse(): { port: number; secret: string | undefined; answer: number } {
  const options = { port: { type: 'string' }, secret: { type: 'string' }, answer: { type: 'string' } } as const;
  const { port = '4100', secret, answer = '204' } = parseArgs({ options }).values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error('--port must be a number from 0 to 65535.');
  if (!/^[2-5]\d\d$/.test(answer)) throw new Error('--answer must be an HTTP status from 200 to 599.');
  return { port: Number(port), secret, answer: Number(answer) };
}

/** Verifies the signature over the bytes of the body as they arrived. */
function verdictOn({ headers }: IncomingMessage, body: Buffer, secret: string | undefined): string {
  const header = headers['webhook-signature']?.toString();
  if (header === undefined) return 'unsigned';
  if (secret === undefined) return 'signed, not verified: start the receiver with --secret';
  const id = headers['webhook-id']?.toString() ?? '';
  const timestamp = Number(headers['webhook-timestamp']);
  return verify(secret, { id, timestamp, header, body }) ? 'signature verified' : INVALID;
}

function pretty(body: Buffer): string {
  const text = body.toString('utf8');
  return JSON.stringify(parseJson(text), undefined, 2) ?? text;
}

/** A receiver to try out webhooks: verifies and prints each message to 127.0.0.1, and responds with `--answer`. */
runCommand(USAGE, parse, async ({ port, secret, answer }) => {
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined)
      return void process.stdout.write('\nThe sender closed the connection before the end of its message.\n');
    const verdict = verdictOn(request, body, secret);
    response.writeHead(verdict === INVALID ? 401 : answer).end();
    const id = request.headers['webhook-id'] ?? 'no webhook-id';
    process.stdout.write(`\n${new Date().toISOString()}  ${id}  ${verdict}\n${pretty(body)}\n`);
  });
  const address = await listen(server, '127.0.0.1', port, '--port');
  process.stdout.write(`Waiting for webhooks at ${address}\n${HINT}\n`);
});
