import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { OPERATIONS } from '../files.ts';

/** The documents that open as tabs, in this order, from `operations/`: each with its variables in a .json file of the same name. */
export const TABS = [
  'update-tank',
  'update-task-assignee',
  'update-expiration',
  'update-quick-order',
  'update-ship-to',
  'create-subscription',
  'tank',
  'tanks',
  'ship-tos',
  'ship-to-with-tanks',
  'tasks',
  'expirations',
  'quick-orders',
  'webhook-subscriptions',
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
  readFile(new URL(`${name}.${kind}`, OPERATIONS), 'utf8');

/** A tab in the form in which GraphiQL stores it. */
async function tabOf(name: string, headers: string) {
  const [query, variables] = await Promise.all([operation(name, 'graphql'), operation(name, 'json')]);
  const operationName = /^(?:query|mutation) (\w+)/m.exec(query)?.[1] ?? name;
  return { id: name, title: operationName, operationName, query, variables, headers, response: null };
}

/**
 * Runs in the page before GraphiQL and lays out the tabs where it looks for them, in the browser's storage; the options that it has for
 * them lose the first tab's variables, and open one tab more on each reload. Later visits find what the person left, but with the
 * present token in the place of the one we gave before: nobody would accept it once the data directory has been made anew.
 */
const layOut = (tabs: object[], authorization: string, headers: string): string => `
  const given = ${JSON.stringify({ tabs, authorization, headers }).replaceAll('<', '\\u003c')};
  const stored = (key) => localStorage.getItem('graphiql:' + key);
  const store = (key, value) => localStorage.setItem('graphiql:' + key, value ?? '');
  let state;
  try { state = JSON.parse(stored('tabState')); } catch {}
  if (!state?.tabs?.length) state = { tabs: given.tabs, activeTabIndex: 0 };
  const before = stored('authorization') || given.authorization;
  for (const tab of state.tabs)
    tab.headers = tab.headers?.replaceAll(before, given.authorization) || given.headers;
  const edited = new URL(location.href).searchParams.get('query');
  const active = state.tabs.find(({ query }) => query === edited) ?? state.tabs[state.activeTabIndex] ?? state.tabs[0];
  for (const key of ['query', 'variables', 'headers']) store(key, active[key]);
  store('tabState', JSON.stringify(state));
  store('authorization', given.authorization);
`;

/** GraphiQL moves a tab away under the first press on it, as it takes the tab for one that has just slid in; so no tab is moved. */
const STYLE = '.graphiql-tab { transform: none !important } .graphiql-logo { white-space: nowrap }';

/** The page is 9 MB of script and style that carries everything it needs, so it is made and compressed once, when first asked for. */
async function render(token: string | undefined): Promise<Page> {
  const authorization = `Bearer ${token ?? '<token>'}`;
  const headers = JSON.stringify({ Authorization: authorization }, null, 2);
  const tabs = await Promise.all(TABS.map((name) => tabOf(name, headers)));
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const rendered = renderGraphiQL({
    title: 'Field operations',
    defaultQuery: '',
    defaultHeaders: headers,
    shouldPersistHeaders: true,
  });
  const root = '<div id="root"></div>';
  const own = `<style>${STYLE}</style><script>{${layOut(tabs, authorization, headers)}}</script>`;
  const html = Buffer.from(rendered.replace(root, () => `${own}${root}`));
  // Weak, because it names the page whether compressed or not.
  const etag = `W/"${createHash('sha256').update(html).digest('base64url')}"`;
  return { html, zipped: await promisify(gzip)(html), etag };
}

/** GraphiQL at /graphql for browsers. With a token, every tab has it in its headers, so that each can be sent at once. */
export function createGraphiQL(token: string | undefined): GraphiQL {
  let page: Promise<Page> | undefined;
  return {
    // With a query in the address too: GraphiQL writes there what is being edited, and a reload must bring it back.
    wants: ({ method, url, headers }) =>
      (method === 'GET' || method === 'HEAD') &&
      url?.split('?', 1)[0] === '/graphql' &&
      (headers.accept?.includes('text/html') ?? false),
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
