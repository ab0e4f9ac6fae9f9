/** Budget of one turn of the event loop, in milliseconds. */
const TURN_MS = 10;

let began = 0;
const waiting: (() => void)[] = [];

/**
 * Whether the budget of this turn is spent, so that what comes next should go through `yieldTurn`. True also if the
 * loop has turned meanwhile: to notice each turn costs more than an occasional unneeded yield.
 */
export const mustYield = (): boolean => performance.now() - began > TURN_MS;

/** Does work in a later turn, after all that waits already. Work that waits together shares turns. */
export function yieldTurn(): Promise<void>;
export function yieldTurn<Result>(work: () => Result | Promise<Result>): Promise<Result>;
export function yieldTurn(work: () => unknown = () => {}): Promise<unknown> {
  if (waiting.length === 0) setImmediate(doWaiting);
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    });
  });
}

function doWaiting(): void {
  began = performance.now();
  do waiting.shift()?.();
  while (waiting.length > 0 && !mustYield());
  if (waiting.length > 0) setImmediate(doWaiting);
}
