import { readFile } from 'node:fs/promises';
import { createPage, type ServePage } from '../pages/serve-page.ts';
import { FIRST_TABS, readDocuments } from './ready-documents.ts';

/** The page's own files. The build puts them beside the bundles. */
const SCRIPTS = ['link.js', 'page.js', 'live.js', 'panel.js'];

/** Without it, phones lay the page out as wide as a desktop's. */
const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">';

const FORM = `
  <form id="token" class="graphiql-container">
    <label>Token <input name="token" type="password" autocomplete="off" spellcheck="false" required></label>
    <button class="graphiql-button">Use</button>
    <output></output>
    <a href="console">Console</a>
  </form>
`;

/** Replaces a part of GraphiQL's page. Throws if another version of it has no such part. */
function replaced(page: string, part: string | RegExp, by: (whole: string, group: string) => string): string {
  const changed = page.replace(part, by);
  if (changed === page) throw new Error(`GraphiQL's page has no ${part}.`);
  return changed;
}

/** Serves GraphiQL: 9 MB, which the first request renders. */
export const createGraphiQL = (): ServePage => createPage(async () => ({ html: await renderPage() }));

/** GraphiQL's page with its first tabs, a panel of all ready documents, its history, and a field for a token. */
async function renderPage(): Promise<string> {
  const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8');
  const [style, scripts, documents] = await Promise.all([
    read('page.css'),
    Promise.all(SCRIPTS.map(read)),
    readDocuments(),
  ]);
  // What the page's scripts start with.
  const given = JSON.stringify({ documents, first: FIRST_TABS }).replaceAll('<', '\\u003c');
  const data = `<script type="application/json" id="given">${given}</script>`;
  const root = '<div id="root"></div>';
  const own = `<style>${style}</style>${FORM}${data}${scripts.map((script) => `<script>{${script}}</script>`).join('')}${root}`;
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  let page = renderGraphiQL({ title: 'Field operations', defaultQuery: '', shouldPersistHeaders: false });
  page = replaced(page, '<title>', () => `${VIEWPORT}<title>`);
  page = replaced(page, root, () => own);
  page = replaced(page, 'globalAPI: false', () => 'globalAPI: true');
  // GraphiQL has a history unless it is given plugins, as Yoga does. Its own option would take the place of Yoga's.
  const history = /\b(\w+)=\{title:"History"/.exec(page)?.[1];
  if (history === undefined) throw new Error("GraphiQL's page has no history.");
  const plugins = (yogas: string): string => `plugins:[documentsPlugin,${history},${yogas}],`;
  return replaced(page, /plugins:\[(\w+)\],(?=schemaDescription)/, (_, yogas) => plugins(yogas));
}
