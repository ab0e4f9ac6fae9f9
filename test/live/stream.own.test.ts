import { expect, test } from 'vitest';
import { JsonRecord, type MatchedChange } from '../../src/live/live-change.ts';
import { MOST_BYTES, MOST_WAITING, Stream } from '../../src/live/stream.ts';

const changeAt = (position: number, bytes = 100): MatchedChange => ({
  kind: 'change',
  position,
  watchId: 'w',
  resource: 'tank',
  recordId: 't',
  action: 'updated',
  sequence: position,
  occurredAt: '2026-01-31T10:00:00.000Z',
  actor: null,
  changed: ['name'],
  data: new JsonRecord('{"id": "t"}'),
  was: new JsonRecord('{"name": null}'),
  truncated: false,
  matches: true,
  bytes,
});

test('a stream whose client is too slow ends once, with an error', async () => {
  let ended = 0;
  const stream = new Stream(
    'acme',
    [{ resource: 'tank' }],
    () => 0,
    () => void ended++,
  );
  stream.begin(0);
  expect((await stream.next())?.kind).toBe('gap');
  for (let position = 1; position <= MOST_WAITING + 1; position++) stream.offer(changeAt(position));
  await expect(stream.next()).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(await stream.next()).toBeUndefined();
  expect(ended).toBe(1);
});

const open = () => {
  const stream = new Stream(
    'acme',
    [{ resource: 'tank' }],
    () => 0,
    () => {},
  );
  stream.begin(0);
  return stream;
};
const overloaded = { code: 'OVERLOADED' };

test('what waits for one client is bounded in bytes, and what it has taken does not count', async () => {
  const stream = open();
  await stream.next();
  const half = MOST_BYTES / 2;
  for (let position = 1; position <= 10; position++) {
    stream.offer(changeAt(position, half + 1));
    expect((await stream.next())?.position).toBe(position);
  }
  for (const position of [11, 12]) stream.offer(changeAt(position, half));
  stream.offer(changeAt(13, 1));
  await expect(stream.next()).rejects.toMatchObject(overloaded);
});

test('what waits for all clients is bounded in bytes: those for whom most waits end first, and a shared change counts once', async () => {
  const [slow, sharing, fast] = [Array.from({ length: 20 }, open), Array.from({ length: 100 }, open), open()];
  for (const stream of [...slow, ...sharing, fast]) await stream.next();
  const shared = changeAt(1, MOST_BYTES - 2_000);
  for (const stream of sharing) stream.offer(shared);
  for (const stream of slow) stream.offer(changeAt(1, MOST_BYTES));
  fast.offer(changeAt(1, 1_000));
  expect((await fast.next())?.position).toBe(1);
  for (const stream of sharing) expect((await stream.next())?.position).toBe(1);
  const ends = await Promise.allSettled(slow.map((stream) => stream.next()));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(15);
  for (const stream of [...slow, ...sharing, fast]) stream.end();
});

test('a stream that resumes takes half of what may wait, asks for more when its client has taken it, and then follows', async () => {
  let asked = 0;
  const stream = new Stream(
    'acme',
    [{ resource: 'tank' }],
    () => 100,
    () => {},
  );
  stream.resume(1, () => void asked++);
  stream.offer(changeAt(101));
  const half = MOST_BYTES / 2;
  expect([2, 3, 4].map((position) => stream.miss(changeAt(position, half)))).toEqual([true, true, false]);
  expect(stream.stalledAt).toBe(1);
  expect([(await stream.next())?.position, asked, (await stream.next())?.position, asked]).toEqual([2, 0, 3, 1]);
  expect(stream.stalledAt).toBeUndefined();
  const next = stream.next();
  expect(stream.idleAt).toBe(3);
  expect(stream.miss(changeAt(4))).toBe(true);
  expect((await next)?.position).toBe(4);
  stream.follow();
  stream.offer(changeAt(101));
  expect((await stream.next())?.position).toBe(101);
});
