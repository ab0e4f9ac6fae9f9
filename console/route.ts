import { Store } from './store.ts';
import { mayLeave } from './unsaved.ts';

/** What the page shows; the address has it, so that a link opens the same. */
export interface Route {
  /** `tanks` or `webhooks`, say. */
  view: string;
  /** The record, subscription or part that is open in it. */
  id: string | undefined;
  filter: Readonly<Record<string, unknown>>;
  /** Whether the address has a filter that cannot be read: a link that was cut off. */
  isCut: boolean;
  /** Up to three columns, each descending with `-` before it. */
  sort: readonly string[];
  /** The columns that are shown; undefined for those that the browser keeps. */
  columns: readonly string[] | undefined;
  /** Whether the figures of all rows are shown. */
  hasFigures: boolean;
  /** A page of the list; undefined is the first. */
  page: Position | undefined;
}

/** Where a page of a list begins: behind or before a cursor, and the number of its first row. */
export interface Position {
  after?: string;
  before?: string;
  row: number;
}

export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', id] = path.split('/').map(decoded);
  const parameters = new URLSearchParams(query);
  return {
    view,
    id: id || undefined,
    filter: filterIn(parameters.get('filter')) ?? {},
    isCut: filterIn(parameters.get('filter')) === undefined,
    sort: parameters.get('sort')?.split(',').filter(Boolean) ?? [],
    columns: parameters.get('columns')?.split(',').filter(Boolean),
    hasFigures: parameters.has('figures'),
    page: pageIn(parameters),
  };
}

function pageIn(parameters: URLSearchParams): Position | undefined {
  const row = Math.trunc(Number(parameters.get('row'))) || 1;
  const [after, before] = [parameters.get('after'), parameters.get('before')];
  if (after !== null) return { after, row };
  return before === null ? undefined : { before, row };
}

/** A link that was cut off in the middle of a character is no link. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function filterIn(text: string | null): Route['filter'] | undefined {
  try {
    const filter: unknown = JSON.parse(text ?? '{}');
    return typeof filter === 'object' && filter !== null ? { ...filter } : undefined;
  } catch {
    return undefined;
  }
}

export function addressOf({ view, id, filter = {}, sort = [], columns, hasFigures, page }: Partial<Route>): string {
  const parameters = new URLSearchParams();
  if (Object.keys(filter).length > 0) parameters.set('filter', JSON.stringify(filter));
  if (sort.length > 0) parameters.set('sort', sort.join());
  if (columns !== undefined) parameters.set('columns', columns.join());
  if (hasFigures) parameters.set('figures', '');
  for (const [name, value] of Object.entries(page ?? {})) parameters.set(name, String(value));
  const query = parameters.size > 0 ? `?${parameters}` : '';
  const path = [view ?? '', ...(id === undefined ? [] : [id])].map(encodeURIComponent).join('/');
  return `#/${path}${query}`;
}

/** The address of what is shown. */
let known = location.hash;
export const route = new Store(readRoute(known));

function follow(): void {
  known = location.hash;
  route.set(readRoute(known));
}

addEventListener('hashchange', () => {
  if (location.hash === known) return;
  if (mayLeave()) follow();
  else history.pushState(history.state, '', known);
});

/**
 * Goes to another view, and leaves what is not named as it is. Other rows or another order begin at the first page, and
 * are not shown while a cell has an edit that its user wants to keep.
 */
export function goTo(changes: Partial<Route>): void {
  const hasOtherRows = ['filter', 'sort', 'page'].some((name) => name in changes);
  if (hasOtherRows && !mayLeave()) return;
  const page = 'filter' in changes || 'sort' in changes ? undefined : route.value.page;
  location.hash = addressOf({ ...route.value, page, ...changes });
  follow();
}

/** Names in the address what is shown, so that a link leaves nothing to the rights or the browser of its reader. */
export function settle(shown: Partial<Route>): void {
  history.replaceState(history.state, '', addressOf({ ...route.value, ...shown }));
  follow();
}
