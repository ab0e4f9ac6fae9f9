// Runs in the browser, before GraphiQL's own script.

/** The ready documents, and the names of those that open as tabs. */
const given = JSON.parse(document.querySelector('#given').textContent);

const tabOf = ({ name, query, variables }) => ({
  id: name,
  title: name,
  operationName: name,
  query,
  variables,
  headers: null,
  response: null,
});

// Writes the tabs to the local storage that GraphiQL reads. Its own option for tabs loses the first tab's variables and
// adds a tab on each reload. Later visits keep the user's tabs, without the headers, where earlier pages left a token.
const stored = (key) => localStorage.getItem(`graphiql:${key}`);
const store = (key, value) => localStorage.setItem(`graphiql:${key}`, value ?? '');
const kept = JSON.parse(stored('tabState'));
const first = given.first.map((name) => tabOf(given.documents.find((document) => document.name === name)));
const state = kept?.tabs?.length ? kept : { tabs: first, activeTabIndex: 0 };
for (const tab of state.tabs) tab.headers = null;
const edited = new URL(location.href).searchParams.get('query');
const active = state.tabs.find(({ query }) => query === edited) ?? state.tabs[state.activeTabIndex] ?? state.tabs[0];
for (const key of ['query', 'variables', 'headers']) store(key, active[key]);
store('tabState', JSON.stringify(state));
localStorage.removeItem('graphiql:authorization');

// GraphiQL's history keeps what was sent, with a token that somebody has typed into the headers.
const setItem = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, value) {
  const isHistory = key === 'graphiql:queries' || key === 'graphiql:favorites';
  const withoutHeaders = (name, each) => (name === 'headers' ? undefined : each);
  setItem.call(this, key, isHistory ? JSON.stringify(JSON.parse(value), withoutHeaders) : value);
};

// Sends the token of this tab with every request whose headers have none, and shows why the gateway refuses it.
const form = document.querySelector('#token');
const show = (text) => {
  form.querySelector('output').textContent = text;
};
const present = () => sessionStorage.getItem('token');
const refusalOf = ({ data, errors = [] }) =>
  errors.find(({ extensions }) => extensions?.code === 'UNAUTHENTICATED')?.message ??
  Object.values(data ?? {}).find((result) => result?.__typename === 'UnauthorizedError')?.message;
const send = globalThis.fetch;
globalThis.fetch = async (...args) => {
  const request = new Request(...args);
  if (!request.headers.get('authorization') && present()) request.headers.set('authorization', `Bearer ${present()}`);
  const response = await send(request);
  if (!response.headers.get('content-type')?.includes('json')) return response;
  const refusal = refusalOf(
    await response
      .clone()
      .json()
      .catch(() => ({})),
  );
  if (refusal) show(request.headers.has('authorization') ? refusal : ASKS);
  return response;
};
form.onsubmit = async (event) => {
  event.preventDefault();
  // The whole link is a good answer, too.
  const token = form.elements.token.value.trim().replace(/^Bearer\s+|^.*#token=/i, '');
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ query: '{ tank(id: "") { id } }' });
  try {
    const response = await send(location.pathname, { method: 'POST', headers, body });
    const refusal = refusalOf(await response.json());
    if (refusal) return show(refusal);
    sessionStorage.setItem('token', token);
    form.reset();
    show(KEPT);
  } catch (error) {
    show(`The token could not be sent: ${error.message}`);
  }
};
const ASKS = 'Enter a token or an API key. The link that `npm start` prints has one. Only this browser tab keeps it.';
const KEPT = 'The page sends your token until you close this browser tab.';
const showState = () => show(present() ? KEPT : ASKS);
showState();
addEventListener('token', showState);

// On a phone, the response is below the editors.
document.addEventListener('click', ({ target }) => {
  if (!target.closest('.graphiql-execute-button') || !matchMedia('(max-width: 700px)').matches) return;
  const { top } = document.querySelector('.graphiql-response').getBoundingClientRect();
  // And not scrollIntoView, which would also move what is inside.
  document.querySelector('.graphiql-main').scrollBy({ top, behavior: 'smooth' });
});

// GraphiQL's options do not reach the editors.
document.addEventListener('DOMContentLoaded', () => {
  const wrap = (editor) => editor.updateOptions({ wordWrap: 'on', fontSize: 14 });
  monaco.editor.getEditors().forEach(wrap);
  monaco.editor.onDidCreateEditor(wrap);
});
