import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { OPERATIONS } from '../../paths.ts';
import { dress } from './html.ts';

/** The documents in `operations/` that open as tabs, in this order. */
// biome-ignore format: queries, mutations, the owner's of webhooks, and live operations
export const TABS = [
  'tanks', 'tank', 'tasks', 'task', 'expirations', 'expiration', 'quick-orders', 'quick-order', 'ship-tos', 'ship-to-with-tanks',
  'webhook-subscriptions', 'webhook-subscription', 'webhook-delivery', 'webhook-replay', 'event-types', 'counts', 'node', 'nodes',
  'update-tank', 'update-task-assignee', 'update-expiration', 'update-quick-order', 'update-ship-to',
  'update-tanks', 'update-task-assignees', 'update-expirations', 'update-quick-orders', 'update-ship-tos', 'create-subscription',
  'update-subscription', 'pause-subscription', 'resume-subscription', 'rotate-subscription-secret', 'delete-subscription',
  'send-test-event', 'redeliver', 'replay-deliveries', 'cancel-replay',
  'watch-tank',
];

export type GraphiQL = ReturnType<typeof createGraphiQL>;

/** Monaco sets styles, carries its font as data and starts its workers from blobs. Hashes of the scripts follow. */
const POLICY = [
  "default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; img-src data:; font-src data:; worker-src blob:",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src",
].join('; ');

const hashOf = (content: string | Buffer) => createHash('sha256').update(content);

/** The policy for a page. In this page, the scripts that run begin with a bare `<script>`. */
function policyOf(html: string): string {
  const scripts = html.split('</script>').filter((text) => text.includes('<script>'));
  const hashes = scripts.map((text) =>
    hashOf(text.slice(text.indexOf('<script>') + '<script>'.length)).digest('base64'),
  );
  return [POLICY, ...hashes.map((hash) => `'sha256-${hash}'`)].join(' ');
}

interface Page {
  html: Buffer;
  etag: string;
  policy: string;
}

async function render(token: string | undefined): Promise<Page> {
  const read = (file: string) => readFile(new URL(file, OPERATIONS), 'utf8');
  const tabOf = async (name: string) => {
    const [query, variables] = await Promise.all([read(`${name}.graphql`), read(`${name}.json`)]);
    const operationName = /^(?:query|mutation|subscription) (\w+)/m.exec(query)?.[1] ?? name;
    return { id: name, title: operationName, operationName, query, variables, headers: null, response: null };
  };
  const tabs = await Promise.all(TABS.map(tabOf));
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL({ title: 'Field operations', defaultQuery: '', shouldPersistHeaders: false });
  const html = await dress(page, { tabs, token: token ?? '' });
  // Weak, so that it survives compression by a proxy.
  const etag = `W/"${hashOf(html).digest('base64url')}"`;
  return { html: Buffer.from(html), etag, policy: policyOf(html) };
}

/** Serves GraphiQL with the token, or a field for one. Its 9 MB are rendered for the first request. */
export function createGraphiQL(token: string | undefined) {
  let page: ReturnType<typeof render> | undefined;
  return {
    /** True if a browser asks for the page, also with a query in the address: GraphiQL writes the edited one there. */
    wants: ({ method, url, headers }: IncomingMessage): boolean =>
      (method === 'GET' || method === 'HEAD') &&
      url?.split('?', 1)[0] === '/graphql' &&
      (headers.accept?.includes('text/html') ?? false),
    serve: async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
      page ??= render(token);
      const { html, etag, policy } = await page;
      const head = { etag, 'cache-control': 'no-cache', vary: 'accept', 'content-security-policy': policy };
      if (req.headers['if-none-match'] === etag) return void res.writeHead(304, head).end();
      res.writeHead(200, { ...head, 'content-type': 'text/html; charset=utf-8', 'content-length': html.length });
      // Node sends no body in response to HEAD.
      res.end(html);
    },
  };
}
