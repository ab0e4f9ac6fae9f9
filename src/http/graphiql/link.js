// Runs in the browser, in GraphiQL and in the console, before their own scripts.

/** A token in the fragment of a link: `#token=…`, which a route of the console may follow or precede. */
const TOKEN = /([#?&])token=([\w.~+-]*)[#&]?/;

/**
 * Moves the token of a link to the storage of this tab, and out of the address and the history. A link without a route
 * leaves a page that is open already where it is.
 */
function takeToken({ oldURL }) {
  const [part, before, token] = TOKEN.exec(location.hash) ?? [];
  if (part === undefined) return;
  const at = location.hash.indexOf(part);
  const behind = location.hash.slice(at + part.length);
  const route = location.hash.slice(0, at) + (behind && before + behind);
  const stays = route === '' && oldURL !== undefined;
  history.replaceState(history.state, '', stays ? oldURL : location.pathname + location.search + route);
  if (!token) return;
  sessionStorage.setItem('token', token);
  dispatchEvent(new Event('token'));
}
takeToken({});
addEventListener('hashchange', takeToken);
