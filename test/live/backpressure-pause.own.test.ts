import { afterEach, expect, test, vi } from 'vitest';
import { BackpressurePauses, PORTION_BYTES } from '../../src/live/backpressure-pause.ts';
import { JsonRecord } from '../../src/live/live-change.ts';
import { MOST_BYTES, Stream } from '../../src/live/stream.ts';
import { until } from '../until.ts';

const opened: Stream[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  // The bytes that wait in all streams of the process are bounded.
  for (const stream of opened.splice(0)) stream.end();
});

/** A clock that only the tests move. */
let now = 0;
/** How long a reading of progress takes (ms). */
const READING_MS = 10;

/** A client with `count` changes to take, 46 of which put it behind. */
function behind(count: number, { company = 'acme', pauses = new BackpressurePauses() } = {}) {
  const stream = new Stream(
    company,
    [{ resource: 'tank' }],
    () => 0,
    () => {},
  );
  opened.push(stream);
  stream.begin(0);
  const data = new JsonRecord('{}');
  const change = { kind: 'change', watchId: 'w', resource: 'tank', recordId: 't', data, bytes: MOST_BYTES / 90 };
  for (let position = 1; position <= count; position++) Reflect.apply(stream.offer, stream, [{ ...change, position }]);
  let readings = 0;
  const streams = new (class extends Set<Stream> {
    override [Symbol.iterator]() {
      readings += 1;
      now += READING_MS;
      return super[Symbol.iterator]();
    }
  })([stream]);
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  let isOver = false;
  const over = pauses.after(PORTION_BYTES, streams).then(() => {
    isOver = true;
  });
  return {
    take: () => stream.next(),
    /** Lets its progress be read so many times. Returns whether it is still waited for. */
    async pass(times: number): Promise<boolean> {
      const seen = readings + times;
      await until(async () => isOver || readings >= seen);
      return !isOver;
    },
    over,
  };
}

test('a client that is behind is waited for as long as it takes something, and no longer than until it is not', async () => {
  const { take, pass, over } = behind(50);
  await take();
  for (let taken = 1; taken <= 4; taken++) {
    await take();
    expect(await pass(15)).toBe(true);
  }
  await take();
  await over;
});

test('a client that takes nothing is waited for during twenty readings, however long they take', async () => {
  const { pass } = behind(80);
  expect(await pass(10)).toBe(true);
  now += 500;
  expect(await pass(9)).toBe(true);
  expect(await pass(5)).toBe(false);
});

test('a client that takes little is waited for a second', async () => {
  const { take, pass } = behind(80);
  await take();
  for (let taken = 1; taken <= 6; taken++) {
    expect(await pass(15)).toBe(true);
    await take();
  }
  expect(await pass(15)).toBe(false);
});

test('a company whose clients took that second is not waited for in the next nine, and another one is', async () => {
  const pauses = new BackpressurePauses();
  const { take, pass } = behind(80, { pauses });
  await take();
  for (let taken = 1; taken <= 6; taken++) {
    expect(await pass(15)).toBe(true);
    await take();
  }
  expect(await pass(15)).toBe(false);
  expect(await behind(80, { pauses }).pass(3)).toBe(false);
  const other = behind(80, { pauses, company: 'other' });
  expect(await other.pass(15)).toBe(true);
  expect(await other.pass(10)).toBe(false);
  now += 9_000;
  expect(await behind(80, { pauses }).pass(3)).toBe(true);
});
