// Runs in the browser, before GraphiQL's own script, which shows the panel at the left as one of its plugins.

const element = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

/** Shows the document's tab, or opens it in a new one. */
function openDocument({ name, query, variables }) {
  const tab = [...document.querySelectorAll('.graphiql-tab-button')].find(({ textContent }) => textContent === name);
  if (tab) return tab.click();
  document.querySelector('.graphiql-tab-add').click();
  const texts = { 'operation.graphql': query, 'variables.json': variables };
  for (const [file, text] of Object.entries(texts))
    monaco.editor
      .getModels()
      .find(({ uri }) => uri.path.endsWith(file))
      .setValue(text);
}

/** `ship-tos` as `Ship-tos`, and `any-record` as `Any record`. */
const titleOf = (group) => (group.charAt(0).toUpperCase() + group.slice(1)).replace('Any-', 'Any ');

/** What a document says about itself at its beginning. */
const commentOf = ({ query, kind }) => {
  const lines = query.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  return (
    lines
      .slice(0, end)
      .map((line) => line.replace(/^#\s*/, ''))
      .join(' ') || kind
  );
};

const { documents } = JSON.parse(document.querySelector('#given').textContent);
const groups = Map.groupBy(documents, ({ group }) => group);
const panel = element(
  'div',
  { id: 'documents' },
  element('div', { className: 'graphiql-doc-explorer-title', textContent: 'Documents' }),
  element('input', { type: 'search', placeholder: 'Search', ariaLabel: 'Search the documents' }),
  element('output', { textContent: 'No document matches.', hidden: true }),
  ...[...groups].map(([group, members]) =>
    element(
      'details',
      { open: true },
      element('summary', { textContent: titleOf(group) }),
      ...members.map((ready) =>
        element(
          'button',
          {
            type: 'button',
            className: 'graphiql-un-styled',
            title: commentOf(ready),
            onclick: () => openDocument(ready),
          },
          element('span', { className: ready.kind, ariaHidden: true, textContent: ready.kind.charAt(0) }),
          ready.name,
        ),
      ),
    ),
  ),
);
panel.querySelector('input').oninput = ({ target }) => {
  const words = target.value.toLowerCase().split(/\s+/);
  for (const group of panel.querySelectorAll('details')) {
    for (const button of group.querySelectorAll('button')) {
      const text = `${group.firstChild.textContent} ${button.lastChild.textContent}`.toLowerCase();
      button.hidden = !words.every((word) => text.includes(word));
    }
    group.hidden = !group.querySelector('button:not([hidden])');
  }
  panel.querySelector('output').hidden = panel.querySelector('details:not([hidden])') !== null;
};

/** GraphiQL's script reads it. */
globalThis.documentsPlugin = {
  title: 'Documents',
  icon: () => React.createElement('span', { className: 'documents-icon' }, '{ }'),
  content: () => React.createElement('div', { ref: (place) => place?.append(panel) }),
};
// On a first visit it is open if there is room, and narrower than GraphiQL's third of the page.
if (localStorage.getItem('graphiql:visiblePlugin') === null && innerWidth > 1200) {
  localStorage.setItem('graphiql:visiblePlugin', 'Documents');
  localStorage.setItem('graphiql:docExplorerFlex', '0.22');
}
