import { expect, test, vi } from 'vitest';
import { every } from '../../src/base/every.ts';

const MS = 5;

test('a task runs now, and again after a rest, one run at a time, until the stop', async () => {
  const stop = new AbortController();
  let running = 0;
  let runs = 0;
  await every(
    MS,
    async () => {
      running += 1;
      expect(running).toBe(1);
      await new Promise(setImmediate);
      running -= 1;
      runs += 1;
      if (runs === 3) stop.abort();
    },
    { stop: stop.signal },
  );
  expect(runs).toBe(3);
});

test('a stop ends a rest, and nothing runs after it', async () => {
  const stop = new AbortController();
  const task = vi.fn(async () => {});
  const ended = every(3_600_000, task, { stop: stop.signal, now: false });
  stop.abort();
  await ended;
  await every(MS, task, { stop: stop.signal, now: false });
  expect(task).not.toHaveBeenCalled();
});

test('of failures in a row the first is logged, and each that has another reason, and none that a stop causes', async () => {
  const stop = new AbortController();
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const outcomes = ['refused', 'refused', 'starting', 'starting', undefined, 'starting', 'stop'];
  await every(
    MS,
    async () => {
      const outcome = outcomes.shift();
      if (outcome === 'stop') stop.abort();
      if (outcome !== undefined) throw new Error(outcome);
    },
    { stop: stop.signal, failures: { log, what: 'do it' } },
  );
  expect(outcomes).toEqual([]);
  expect(log.error.mock.calls).toEqual(
    ['refused', 'starting', 'starting'].map((reason) => [
      { err: new Error(reason) },
      'could not do it; trying again in 0.005 s',
    ]),
  );
});
