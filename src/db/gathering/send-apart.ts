import type { Ask, Queue } from './queue.ts';

export const itemsOf = (asks: Ask[]): unknown[] => asks.map(({ item }) => item);

/** Sends what is asked in a statement of its own, for its own request. */
export const sendAlone = ({ tenant, item, sending, resolve, reject }: Ask): Promise<void> =>
  sending.alone(tenant, item).then(resolve, reject);

/** Sends a statement for each change, or for all that a request reads. */
export async function sendApart({ isExclusive }: Queue, asks: Ask[]): Promise<void> {
  const groups = new Map<unknown, Ask[]>();
  for (const ask of asks) {
    const requester = isExclusive ? ask : (ask.tenant.work ?? ask);
    const group = groups.get(requester);
    if (group === undefined) groups.set(requester, [ask]);
    else group.push(ask);
  }
  await Promise.all(
    Array.from(groups.values(), async (group) => {
      const [first] = group;
      if (first === undefined || group.length === 1) return first && sendAlone(first);
      try {
        const results = await first.sending.together(first.tenant, itemsOf(group));
        for (const [place, ask] of group.entries()) ask.resolve(results[place]);
      } catch (error) {
        for (const ask of group) ask.reject(error);
      }
    }),
  );
}
