import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** The documents that open as tabs, in this order, from `operations/`: each with its variables in a .json file of the same name. */
const TABS = [
  'update-tank',
  'update-task-assignee',
  'update-expiration',
  'update-quick-order',
  'update-ship-to',
  'create-subscription',
  'tanks',
  'ship-to-with-tanks',
];

export interface GraphiQL {
  /** Whether the request comes from a person's browser that asks for the page. */
  wants: (req: IncomingMessage) => boolean;
  serve: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
}

interface Page {
  html: Buffer;
  zipped: Buffer;
  etag: string;
}

const operation = (name: string, kind: 'graphql' | 'json'): Promise<string> =>
  readFile(new URL(`../operations/${name}.${kind}`, import.meta.url), 'utf8');

/** The page is 9 MB of script and style that carries everything it needs, so it is made and compressed once, when first asked for. */
async function render(token: string | undefined): Promise<Page> {
  const headers = JSON.stringify(token === undefined ? {} : { Authorization: `Bearer ${token}` }, null, 2);
  const tabs = TABS.map(async (name) => {
    const [query, variables] = await Promise.all([operation(name, 'graphql'), operation(name, 'json')]);
    return { query, variables, headers };
  });
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = Buffer.from(
    renderGraphiQL({
      title: 'Field operations',
      defaultTabs: await Promise.all(tabs),
      // The first tab takes its headers from here and not from its own definition.
      headers,
      defaultHeaders: headers,
      shouldPersistHeaders: true,
    }),
  );
  const etag = `"${createHash('sha256').update(html).digest('base64url')}"`;
  return { html, zipped: await promisify(gzip)(html), etag };
}

/** GraphiQL at /graphql for browsers. With a token, every tab has it in its headers, so that each can be sent at once. */
export function createGraphiQL(token: string | undefined): GraphiQL {
  let page: Promise<Page> | undefined;
  return {
    wants: ({ method, url, headers }) => {
      const { pathname, searchParams } = new URL(url ?? '/', 'http://localhost');
      const html = headers.accept?.includes('text/html') ?? false;
      return (method === 'GET' || method === 'HEAD') && pathname === '/graphql' && html && !searchParams.has('query');
    },
    serve: async (req, res) => {
      page ??= render(token);
      const { html, zipped, etag } = await page;
      const zip = /\bgzip\b/.test(req.headers['accept-encoding'] ?? '');
      const body = zip ? zipped : html;
      const common = { etag, 'cache-control': 'no-cache', vary: 'accept, accept-encoding' };
      if (req.headers['if-none-match'] === etag) return void res.writeHead(304, common).end();
      res.writeHead(200, {
        ...common,
        'content-type': 'text/html; charset=utf-8',
        'content-length': body.length,
        ...(zip && { 'content-encoding': 'gzip' }),
      });
      res.end(req.method === 'HEAD' ? undefined : body);
    },
  };
}
