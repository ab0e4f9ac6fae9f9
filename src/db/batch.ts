interface Waiting<Result> {
  promise: Promise<Result>;
  settle: (result: Result) => void;
  fail: (error: unknown) => void;
}

/**
 * Collects the keys that are asked for under one name until the tick ends, then answers them all with one `load`, which maps each key
 * to its result. A key that is asked for twice is loaded once.
 */
export function createBatch<Result>() {
  const batches = new Map<string, Map<string, Waiting<Result>>>();

  const open = (name: string, load: (keys: string[]) => Promise<(key: string) => Result>) => {
    const opened = new Map<string, Waiting<Result>>();
    batches.set(name, opened);
    process.nextTick(() => {
      batches.delete(name);
      load([...opened.keys()]).then(
        (resultOf) => {
          for (const [key, { settle }] of opened) settle(resultOf(key));
        },
        (error: unknown) => {
          for (const { fail } of opened.values()) fail(error);
        },
      );
    });
    return opened;
  };

  return (name: string, key: string, load: (keys: string[]) => Promise<(key: string) => Result>): Promise<Result> => {
    const batch = batches.get(name) ?? open(name, load);
    const known = batch.get(key);
    if (known !== undefined) return known.promise;
    let settle: Waiting<Result>['settle'] = () => {};
    let fail: Waiting<Result>['fail'] = () => {};
    const promise = new Promise<Result>((resolve, reject) => {
      settle = resolve;
      fail = reject;
    });
    batch.set(key, { promise, settle, fail });
    return promise;
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
