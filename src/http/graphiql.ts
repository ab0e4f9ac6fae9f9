import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { OPERATIONS } from '../files.ts';

/** The documents in `operations/` that open as tabs, in this order. */
// biome-ignore format: queries, mutations, the owner's of webhooks, and live operations
export const TABS = [
  'tanks', 'tank', 'tasks', 'task', 'expirations', 'expiration', 'quick-orders', 'quick-order', 'ship-tos', 'ship-to-with-tanks',
  'webhook-subscriptions', 'webhook-subscription', 'webhook-delivery', 'webhook-replay', 'event-types', 'node', 'nodes',
  'update-tank', 'update-task-assignee', 'update-expiration', 'update-quick-order', 'update-ship-to',
  'update-tanks', 'update-task-assignees', 'update-expirations', 'update-quick-orders', 'update-ship-tos', 'create-subscription',
  'update-subscription', 'pause-subscription', 'resume-subscription', 'rotate-subscription-secret', 'delete-subscription',
  'send-test-event', 'redeliver', 'replay-deliveries', 'cancel-replay',
  'watch-tank',
];

export type GraphiQL = ReturnType<typeof createGraphiQL>;

/**
 * A script that runs before GraphiQL and writes the tabs to the local storage that GraphiQL reads. Its own option for tabs loses the first
 * tab's variables and adds a tab on each reload. Later visits keep the user's tabs and replace the token that an earlier page set.
 */
const layOut = (given: { tabs: object[]; authorization: string; headers: string }): string => `
  const { tabs, authorization, headers } = ${JSON.stringify(given).replaceAll('<', '\\u003c')};
  const stored = (key) => localStorage.getItem('graphiql:' + key);
  const store = (key, value) => localStorage.setItem('graphiql:' + key, value ?? '');
  const kept = JSON.parse(stored('tabState'));
  const state = kept?.tabs?.length ? kept : { tabs, activeTabIndex: 0 };
  const before = stored('authorization') || authorization;
  for (const tab of state.tabs) tab.headers = tab.headers?.replaceAll(before, authorization) || headers;
  const edited = new URL(location.href).searchParams.get('query');
  const active = state.tabs.find(({ query }) => query === edited) ?? state.tabs[state.activeTabIndex] ?? state.tabs[0];
  for (const key of ['query', 'variables', 'headers']) store(key, active[key]);
  store('tabState', JSON.stringify(state));
  store('authorization', authorization);
`;

/** Without it, GraphiQL moves a tab away under the first click, because it takes the tab for one that has just slid in. */
const STYLE = '.graphiql-tab { transform: none !important } .graphiql-logo { white-space: nowrap }';

async function render(token: string | undefined): Promise<{ html: Buffer; etag: string }> {
  const authorization = `Bearer ${token ?? '<token>'}`;
  const headers = JSON.stringify({ Authorization: authorization }, null, 2);
  const read = (file: string) => readFile(new URL(file, OPERATIONS), 'utf8');
  const tabOf = async (name: string) => {
    const [query, variables] = await Promise.all([read(`${name}.graphql`), read(`${name}.json`)]);
    const operationName = /^(?:query|mutation|subscription) (\w+)/m.exec(query)?.[1] ?? name;
    return { id: name, title: operationName, operationName, query, variables, headers, response: null };
  };
  const script = layOut({ tabs: await Promise.all(TABS.map(tabOf)), authorization, headers });
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const options = { title: 'Field operations', defaultQuery: '', defaultHeaders: headers, shouldPersistHeaders: true };
  const root = '<div id="root"></div>';
  const own = `<style>${STYLE}</style><script>{${script}}</script>${root}`;
  const html = Buffer.from(renderGraphiQL(options).replace(root, () => own));
  // Weak, so that it survives compression by a proxy.
  return { html, etag: `W/"${createHash('sha256').update(html).digest('base64url')}"` };
}

/** Serves GraphiQL to browsers, with `token` in the headers of every tab. Renders its 9 MB on the first request. */
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
      const { html, etag } = await page;
      const head = { etag, 'cache-control': 'no-cache', vary: 'accept' };
      if (req.headers['if-none-match'] === etag) return void res.writeHead(304, head).end();
      res.writeHead(200, { ...head, 'content-type': 'text/html; charset=utf-8', 'content-length': html.length });
      // Node sends no body in response to HEAD.
      res.end(html);
    },
  };
}
