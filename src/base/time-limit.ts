import { setTimeout as delay } from 'node:timers/promises';

/** What work gives within so many milliseconds; undefined if it takes longer. The wait keeps no process alive. */
export const withTimeLimit = <Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> =>
  Promise.race([work, delay(ms, undefined, { ref: false })]);
