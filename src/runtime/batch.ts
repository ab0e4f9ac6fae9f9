interface Asked {
  keys: Set<string>;
  loaded: Promise<(key: string) => unknown>;
}

/**
 * Loads a key with one `load` for all keys that are asked for in the same tick under the same name, which stands for
 * one kind of result.
 */
export type Batch = <Result>(
  name: string,
  key: string,
  load: (keys: string[]) => Promise<(key: string) => Result>,
) => Promise<Result>;

export function createBatch(): Batch {
  const batches = new Map<string, Asked>();
  return async <Result>(name: string, key: string, load: (keys: string[]) => Promise<(key: string) => Result>) => {
    let batch = batches.get(name);
    if (batch === undefined) {
      const keys = new Set<string>();
      const tick = new Promise<void>((resolve) => process.nextTick(resolve));
      const loaded = tick.then(() => {
        batches.delete(name);
        return load([...keys]);
      });
      batch = { keys, loaded };
      batches.set(name, batch);
    }
    batch.keys.add(key);
    const resultOf = await batch.loaded;
    // Safe, since the name stands for the kind of the result.
    return resultOf(key) as Result;
  };
}

/** One batch for each client, for loads that are not a method of the client. */
export function batchOf(): (client: object) => Batch {
  const batches = new WeakMap<object, Batch>();
  return (client) => {
    const batch = batches.get(client) ?? createBatch();
    batches.set(client, batch);
    return batch;
  };
}
