// Accepts whatever is signed. Every hundredth signature is verified, so that none of the contenders saves itself the work.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { verify } from '../src/webhooks/signature.ts';
import { clock, serve, type Watch } from './webhooks-process.ts';

const [secret = '', port = ''] = process.argv.slice(2);

let watch: { parse: boolean; target: number; reached: (versions: [number, number][]) => void } | undefined;
let arrived = 0;
let versions: [number, number][] = [];

function isSigned(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const one = (name: string): string => String(headers[name] ?? '');
  if (arrived % 100 !== 0) return one('webhook-signature') !== '';
  const [id, timestamp] = [one('webhook-id'), Number(one('webhook-timestamp'))];
  return verify(secret, { id, timestamp, header: one('webhook-signature'), body });
}

const server = createServer((request, response) => {
  const at = clock();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    response.writeHead(isSigned(request.headers, body) ? 204 : 401).end();
    arrived += 1;
    if (watch?.parse) versions.push([JSON.parse(body.toString()).version, at]);
    if (arrived === watch?.target) watch.reached(versions);
  });
}).listen(Number(port), '127.0.0.1');
await once(server, 'listening');

serve<Watch>(async (command) => {
  if (command.do === 'rest') return server.address();
  arrived = 0;
  versions = [];
  return new Promise<[number, number][]>((reached) => {
    watch = { parse: command.do === 'versions', target: command.target, reached };
  });
});
