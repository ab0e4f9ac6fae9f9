import { isTurnLong, shortTurn } from '../turn.ts';

type Load<Result> = (keys: string[]) => Promise<(key: string) => Result>;

/** Collects the keys that are asked for under one name until the tick ends, then answers them all with one `load`. */
export function createBatch<Result>() {
  const batches = new Map<string, { keys: Set<string>; loaded: ReturnType<Load<Result>> }>();
  return async (name: string, key: string, load: Load<Result>): Promise<Result> => {
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
    if (isTurnLong(1)) await shortTurn(1);
    return resultOf(key);
  };
}

export type Batch<Result> = ReturnType<typeof createBatch<Result>>;

/** One batch for each client, for loads that are not a method of the client. */
export function batchOf<Result>(): (client: object) => Batch<Result> {
  const batches = new WeakMap<object, Batch<Result>>();
  return (client) => {
    const batch = batches.get(client) ?? createBatch<Result>();
    batches.set(client, batch);
    return batch;
  };
}
