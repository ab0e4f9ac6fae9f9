import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Lazy } from '../../base/lazy.ts';

export type ServePage = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

export interface Pages {
  graphiql?: ServePage | undefined;
  console?: ServePage | undefined;
}

/** GraphiQL's editor sets styles, has its font as data and its workers as blobs. Hashes of the scripts follow. */
const POLICY = [
  "style-src 'unsafe-inline'; img-src data:; font-src data:; worker-src blob:",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');

const hashOf = (content: string | Buffer) => createHash('sha256').update(content);

/** The policy for a page. In this page, the scripts that run begin with a bare `<script>`. */
function policyOf({ html, connects = [] }: Page): string {
  const hashes = Array.from(html.matchAll(/<script>(.*?)<\/script>/gs), ([, script = '']) => hashOf(script));
  const sources = hashes.map((hash) => `'sha256-${hash.digest('base64')}'`).join(' ');
  const addresses = ["'self'", ...connects].join(' ');
  return `default-src 'none'; connect-src ${addresses}; ${POLICY}; script-src ${sources}`;
}

/** A page, and the other origins that its script may ask. */
interface Page {
  html: string;
  connects?: readonly string[];
}

async function compress(page: Page) {
  const { html } = page;
  // Weak: it names the page, compressed or not.
  const etag = `W/"${hashOf(html).digest('base64url')}"`;
  return { plain: Buffer.from(html), compressed: await promisify(gzip)(html), etag, policy: policyOf(page) };
}

const HTML = 'text/html; charset=utf-8';
const OFF = `<!doctype html>
<title>Field operations</title>
<p>This gateway serves GraphQL at <code>/graphql</code>, and neither GraphiQL nor the console. The setting
<code>GRAPHIQL=on</code> turns both on, unless the gateway executes only trusted documents.
`;

/** Answers a browser where the pages are off. */
export const answerOff = (res: ServerResponse): void =>
  void res.writeHead(404, { 'content-type': HTML, 'content-length': Buffer.byteLength(OFF) }).end(OFF);

/** Serves a page, the same to everybody. The first request renders and compresses it. */
export function createPage(render: () => Promise<Page>): ServePage {
  const page = new Lazy(async () => compress(await render()));
  return async (req, res) => {
    const { plain, compressed, etag, policy } = await page.open();
    const head = {
      etag,
      'cache-control': 'no-cache',
      vary: 'accept, accept-encoding',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    };
    if (req.headers['if-none-match'] === etag) return void res.writeHead(304, head).end();
    const isCompressed = req.headers['accept-encoding']?.includes('gzip');
    if (isCompressed) res.setHeader('content-encoding', 'gzip');
    const body = isCompressed ? compressed : plain;
    res.writeHead(200, { ...head, 'content-type': HTML, 'content-length': body.length }).end(body);
  };
}
