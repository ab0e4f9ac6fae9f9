import { setImmediate as nextTurn } from 'node:timers/promises';

/** How much records may take of one turn of the event loop: time, and how many that were asked for together. */
const LONG_MS = 10;
const MOST_RECORDS = 500;

let began = 0;
let given = 0;
let next: Promise<void> | undefined;

/**
 * Whether what comes next should wait for another turn of the event loop. True also if the loop has turned meanwhile: to notice each turn
 * would cost more than to wait for one now and then. `records` are those that come next: of many that arrive together, the first is
 * completed only after the last has asked.
 */
export function isTurnLong(records = 0): boolean {
  given += records;
  return given > MOST_RECORDS || performance.now() - began > LONG_MS;
}

/** Waits for a turn that is not long. */
export async function shortTurn(records = 0): Promise<void> {
  do {
    next ??= nextTurn().then(() => {
      began = performance.now();
      given = 0;
      next = undefined;
    });
    await next;
  } while (isTurnLong(records));
}
