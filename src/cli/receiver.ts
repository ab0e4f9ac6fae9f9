import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { parseArgs } from 'node:util';
import { runAsProgram } from '../program.ts';
import { StartupError } from '../startup-error.ts';
import { verify } from '../webhooks/signature.ts';

const USAGE = 'Usage: npm run receiver -- [--port 4100] [--secret "whsec_…"] [--answer 204]';
/** What it keeps of a body; the gateway sends no more than about 256 KB. */
const MOST_BYTES = 1_000_000;

function readArguments(): { port: number; secret: string | undefined; answer: number } {
  try {
    const options = { port: { type: 'string' }, secret: { type: 'string' }, answer: { type: 'string' } } as const;
    const { port = '4100', secret, answer = '204' } = parseArgs({ options }).values;
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error('--port must be a number from 0 to 65535.');
    if (!/^[2-5]\d\d$/.test(answer)) throw new Error('--answer must be a status from 200 to 599.');
    return { port: Number(port), secret, answer: Number(answer) };
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= MOST_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What can be said of a message's signature: over the very bytes that came, before they are parsed. */
function judge({ headers }: IncomingMessage, body: Buffer, secret: string | undefined): string {
  const header = headers['webhook-signature']?.toString();
  if (header === undefined) return 'unsigned';
  if (secret === undefined) return 'signed; start the receiver with --secret to verify it';
  const message = {
    id: headers['webhook-id']?.toString() ?? '',
    timestamp: Number(headers['webhook-timestamp']),
    header,
    body,
  };
  return verify(secret, message) ? 'signature verified' : 'SIGNATURE REFUSED';
}

/** Indented where it is JSON. */
function pretty(body: Buffer): string {
  const text = body.toString('utf8');
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** A receiver to try webhooks with: it verifies and prints what arrives on loopback, and answers as it is told. */
runAsProgram(async () => {
  const { port, secret, answer } = readArguments();
  const server = createServer(async (request, response) => {
    const body = await readBody(request).catch(() => undefined);
    if (body === undefined)
      return void process.stdout.write('\nA sender hung up before all of its message was here.\n');
    const verdict = judge(request, body, secret);
    const refused = verdict === 'SIGNATURE REFUSED';
    response.writeHead(refused ? 401 : answer).end();
    const id = request.headers['webhook-id'] ?? 'no webhook-id';
    process.stdout.write(`\n${new Date().toISOString()}  ${id}  ${verdict}\n${pretty(body)}\n`);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(
      error.code === 'EADDRINUSE' ? `Port ${port} is taken; choose another with --port.` : error.message,
    );
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  process.stdout.write(`Waiting for webhooks at http://127.0.0.1:${bound}\n`);
});
