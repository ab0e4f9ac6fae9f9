/** What the page starts with: the tabs of a first visit, and the token of its requests, empty if it asks its user for one. */
interface Given {
  tabs: object[];
  token: string;
}

/**
 * Writes the tabs to the local storage that GraphiQL reads. Its own option for tabs loses the first tab's variables and adds a tab on each
 * reload. Later visits keep the user's tabs, without the headers, where earlier pages left a token.
 */
const TABS = `
  const stored = (key) => localStorage.getItem('graphiql:' + key);
  const store = (key, value) => localStorage.setItem('graphiql:' + key, value ?? '');
  const kept = JSON.parse(stored('tabState'));
  const state = kept?.tabs?.length ? kept : { tabs: given.tabs, activeTabIndex: 0 };
  for (const tab of state.tabs) tab.headers = null;
  const edited = new URL(location.href).searchParams.get('query');
  const active = state.tabs.find(({ query }) => query === edited) ?? state.tabs[state.activeTabIndex] ?? state.tabs[0];
  for (const key of ['query', 'variables', 'headers']) store(key, active[key]);
  store('tabState', JSON.stringify(state));
  localStorage.removeItem('graphiql:authorization');
`;

/** Sends the token with every request whose headers have none, and says in words that the gateway refuses it. */
const TOKEN = `
  const form = document.querySelector('#token');
  const tell = (text) => { form.hidden = false; form.querySelector('output').textContent = text; };
  if (given.token) sessionStorage.removeItem('token');
  const present = () => sessionStorage.getItem('token') ?? given.token;
  const refusalOf = ({ data, errors = [] }) =>
    errors.find(({ extensions }) => extensions?.code === 'UNAUTHENTICATED')?.message ??
    Object.values(data ?? {}).find((result) => result?.__typename === 'UnauthorizedError')?.message;
  const send = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    const request = new Request(...args);
    if (!request.headers.get('authorization') && present()) request.headers.set('authorization', 'Bearer ' + present());
    const response = await send(request);
    if (!response.headers.get('content-type')?.includes('json')) return response;
    const refusal = refusalOf(await response.clone().json().catch(() => ({})));
    if (refusal) tell(refusal);
    return response;
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    const token = form.elements.token.value.trim().replace(/^Bearer\\s+/i, '');
    const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + token };
    const body = JSON.stringify({ query: '{ tank(id: "") { id } }' });
    try {
      const response = await send(location.pathname, { method: 'POST', headers, body });
      const refusal = refusalOf(await response.json());
      if (refusal) return tell(refusal);
      sessionStorage.setItem('token', token);
      form.reset();
      tell(KEPT);
    } catch (error) {
      tell('The token could not be sent: ' + error.message);
    }
  };
  const KEPT = 'The page sends your token until you close this browser tab.';
  if (!given.token) tell(sessionStorage.getItem('token') ? KEPT : 'Enter a token or an API key. Only this browser tab keeps it.');
`;

/** Runs after GraphiQL's script, whose options do not reach the editors. */
const WRAP = `
  const wrap = (editor) => editor.updateOptions({ wordWrap: 'on' });
  monaco.editor.getEditors().forEach(wrap);
  monaco.editor.onDidCreateEditor(wrap);
`;

const STYLE = `
  body { display: flex; flex-direction: column; height: 100vh }
  #root { flex: 1; min-height: 0 }
  .graphiql-logo { white-space: nowrap }
  #root .graphiql-container { height: 100% }
  #root .graphiql-session-header { height: auto; padding-bottom: 8px }
  #root .graphiql-tabs { flex-wrap: wrap; gap: 4px }
  /* Without "transform", GraphiQL moves a tab away under the first click, because it takes the tab for one that has just slid in. */
  .graphiql-tab { transform: none !important; border-radius: 6px }
  #root .graphiql-tab-button { font-size: 13px; padding: 2px 24px 2px 8px }
  .graphiql-tab-active { outline: 2px solid hsl(var(--color-primary)); outline-offset: -2px }
  #root .graphiql-response { position: relative }
  /* An empty editor has one line, an answer at least two. */
  .graphiql-response:not(:has(.view-line + .view-line, .graphiql-spinner))::after {
    content: 'Press ▶ or Ctrl+Enter to run the operation.'; position: absolute; inset: 24px; pointer-events: none;
    color: hsla(var(--color-neutral), 0.76);
  }
  #token { font: 15px system-ui, sans-serif; padding: 12px 16px 0 }
  #token:not([hidden]) { display: flex; flex-wrap: wrap; gap: 8px; align-items: center }
  #token :is(input, button) { font: inherit; padding: 4px 8px }
  body.graphiql-dark { color-scheme: dark; background: hsl(219deg 29% 18%) }
`;

const FORM = `
  <form id="token" hidden>
    <label>Token <input name="token" type="password" autocomplete="off" spellcheck="false" required></label>
    <button>Use</button>
    <output></output>
  </form>
`;

/** The page of GraphiQL with ready tabs in view, lines that wrap, and a field for a token. */
export function dress(page: string, given: Given): string {
  const root = '<div id="root"></div>';
  const values = JSON.stringify(given).replaceAll('<', '\\u003c');
  const before = `<style>${STYLE}</style>${FORM}<script>{const given = ${values};${TABS}${TOKEN}}</script>${root}`;
  const [head, script] = page.split(root);
  const after = `<script>{${WRAP}}</script>`;
  return `${head}${before}${script?.replace('globalAPI: false', 'globalAPI: true')}${after}`;
}
