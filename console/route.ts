import { Store } from './store.ts';

/** What the page shows; the address has it, so that a link opens the same. */
export interface Route {
  /** `tanks` or `webhooks`, say. */
  view: string;
  /** The record, subscription or part that is open in it. */
  id: string | undefined;
  filter: Readonly<Record<string, unknown>>;
  /** A column, descending with `-` before it. */
  sort: string | undefined;
}

export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', id] = path.split('/').map(decoded);
  const parameters = new URLSearchParams(query);
  return {
    view,
    id: id || undefined,
    filter: filterIn(parameters.get('filter')),
    sort: parameters.get('sort') ?? undefined,
  };
}

/** A link that was cut off in the middle of a character is no link. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function filterIn(text: string | null): Route['filter'] {
  try {
    const filter: unknown = JSON.parse(text ?? '{}');
    return typeof filter === 'object' && filter !== null ? { ...filter } : {};
  } catch {
    // A link that was cut off.
    return {};
  }
}

export function addressOf({ view, id, filter = {}, sort }: Partial<Route>): string {
  const parameters = new URLSearchParams();
  if (Object.keys(filter).length > 0) parameters.set('filter', JSON.stringify(filter));
  if (sort) parameters.set('sort', sort);
  const query = parameters.size > 0 ? `?${parameters}` : '';
  const path = [view ?? '', ...(id === undefined ? [] : [id])].map(encodeURIComponent).join('/');
  return `#/${path}${query}`;
}

export const route = new Store(readRoute(location.hash));
addEventListener('hashchange', () => route.set(readRoute(location.hash)));

/** Goes to another view, and leaves what is not named as it is. */
export function goTo(changes: Partial<Route>): void {
  location.hash = addressOf({ ...route.value, ...changes });
}
