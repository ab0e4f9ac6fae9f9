import { readFile } from 'node:fs/promises';

/** The tabs of a first visit, and the token of requests, empty if the page asks its user for one. */
interface Given {
  tabs: object[];
  token: string;
}

const FORM = `
  <form id="token" hidden>
    <label>Token <input name="token" type="password" autocomplete="off" spellcheck="false" required></label>
    <button>Use</button>
    <output></output>
  </form>
`;

/** GraphiQL's page with ready tabs in view, lines that wrap, and a field for a token. */
export async function dress(page: string, given: Given): Promise<string> {
  // The build puts these files beside the bundles.
  const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8');
  const [style, script] = await Promise.all([read('page.css'), read('page.js')]);
  const values = JSON.stringify(given).replaceAll('<', '\\u003c');
  const data = `<script type="application/json" id="given">${values}</script>`;
  const root = '<div id="root"></div>';
  return page
    .replace(root, () => `<style>${style}</style>${FORM}${data}<script>{${script}}</script>${root}`)
    .replace('globalAPI: false', 'globalAPI: true');
}
