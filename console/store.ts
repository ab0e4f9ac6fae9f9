import { useEffect, useRef, useState } from 'preact/hooks';

/** A value that components follow. */
export class Store<Value> {
  value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.value = value;
  }

  set(value: Value): void {
    this.value = value;
    for (const listen of this.#listeners) listen();
  }

  follow(listen: () => void): () => void {
    this.#listeners.add(listen);
    return () => void this.#listeners.delete(listen);
  }
}

/** The value of a store, now and whenever it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  const [, draw] = useState({});
  useEffect(() => store.follow(() => draw({})), [store]);
  return store.value;
}

/** The last value that there was: what is shown stays when it cannot be read again. */
export function useLast<Value>(value: Value | null | undefined): Value | undefined {
  const last = useRef<Value | undefined>(undefined);
  if (value !== null && value !== undefined) last.current = value;
  return last.current;
}
