import { expect, test } from 'vitest';
import type { Change } from '../../src/live/change.ts';
import { MOST_WAITING, Stream } from '../../src/live/stream.ts';

const changeAt = (position: number): Change => ({
  kind: 'change',
  position,
  watchId: 'w',
  resource: 'tank',
  recordId: 't',
  action: 'updated',
  sequence: position,
  occurredAt: '2026-01-31T10:00:00.000Z',
  changed: ['name'],
  data: { id: 't' },
  was: { name: null },
  truncated: false,
});

test('a stream whose client is too slow ends with an error, and its client can resume', async () => {
  let ended = 0;
  const stream = new Stream(
    [{ resource: 'tank' }],
    () => 0,
    () => void ended++,
  );
  stream.begin(0);
  expect((await stream.next())?.kind).toBe('gap');
  for (let position = 1; position <= MOST_WAITING + 1; position++) stream.offer(changeAt(position));
  await expect(stream.next()).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(await stream.next()).toBeUndefined();
  expect([ended, stream.position]).toEqual([1, 0]);
});
