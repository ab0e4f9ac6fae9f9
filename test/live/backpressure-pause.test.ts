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

/** A client with `count` changes to take, five of which put it behind. */
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
  const change = { kind: 'change', watchId: 'w', resource: 'tank', recordId: 't', data, bytes: MOST_BYTES / 9 };
  for (let position = 1; position <= count; position++) Reflect.apply(stream.offer, stream, [{ ...change, position }]);
  let looks = 0;
  const streams = new (class extends Set<Stream> {
    override [Symbol.iterator]() {
      looks += 1;
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
    /** Lets time pass, in which the client is looked at. Returns whether it is still waited for. */
    async pass(ms: number): Promise<boolean> {
      now += ms;
      const seen = looks + 2;
      await until(async () => isOver || looks >= seen);
      return !isOver;
    },
    over,
  };
}

test('a client that is behind is waited for as long as it takes something, and no longer than until it is not', async () => {
  const { take, pass, over } = behind(8);
  await take();
  expect(await pass(0)).toBe(true);
  for (let taken = 1; taken <= 3; taken++) {
    await take();
    expect(await pass(90)).toBe(true);
  }
  await take();
  await over;
});

test('a client that takes nothing is waited for a tenth of a second', async () => {
  const { pass } = behind(8);
  expect(await pass(0)).toBe(true);
  expect(await pass(90)).toBe(true);
  expect(await pass(20)).toBe(false);
});

test('a client that takes little is waited for a second', async () => {
  const { take, pass } = behind(8);
  await take();
  expect(await pass(0)).toBe(true);
  await take();
  expect(await pass(90)).toBe(true);
  await take();
  expect(await pass(1_000)).toBe(false);
});

test('a company whose clients took that second is not waited for in the next nine, and another one is', async () => {
  const pauses = new BackpressurePauses();
  const { take, pass } = behind(8, { pauses });
  for (let taken = 0; taken < 3; taken++) {
    expect(await pass(90)).toBe(true);
    await take();
  }
  expect(await pass(1_000)).toBe(false);
  expect(await behind(8, { pauses }).pass(0)).toBe(false);
  const other = behind(8, { pauses, company: 'other' });
  expect(await other.pass(0)).toBe(true);
  expect(await other.pass(110)).toBe(false);
  now += 9_000;
  expect(await behind(8, { pauses }).pass(0)).toBe(true);
});
