import { useMemo, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function listenTo(listen: () => void): () => void {
  listeners.add(listen);
  addEventListener('popstate', listen);
  return () => {
    listeners.delete(listen);
    removeEventListener('popstate', listen);
  };
}

/** Puts values into the address, so that a reload or a link shows the same. Without a value, the name goes. */
export function setAddress(values: Record<string, string | undefined>): void {
  const asked = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value) asked.set(name, value);
    else asked.delete(name);
  }
  const query = asked.size > 0 ? `?${asked}` : '';
  history.replaceState(history.state, '', `${location.pathname}${query}${location.hash}`);
  for (const listen of listeners) listen();
}

/** What the address asks for. */
export function useAddress(): URLSearchParams {
  const search = useSyncExternalStore(listenTo, () => location.search);
  return useMemo(() => new URLSearchParams(search), [search]);
}
