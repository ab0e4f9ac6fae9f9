import { expect, test } from 'vitest';
import { Work } from '../../src/db/tenancy/work.ts';

const MB = 1024 * 1024;
const limits = { answerBytes: 1024 * MB, requestSeconds: 60 };

test('rows that arrive after a request is over take nothing from others', () => {
  const over = new Work(limits);
  over.receive(MB);
  over.release();
  over.receive(500 * MB);
  const next = new Work(limits);
  next.receive(MB);
  expect(next.reason).toBeUndefined();
  next.release();
});

test('requests that hold too many rows together are ended, until some are over', () => {
  const [first, second, third] = [new Work(limits), new Work(limits), new Work(limits)];
  first.receive(100 * MB);
  second.receive(100 * MB);
  expect([first.reason, second.reason]).toMatchObject([undefined, { code: 'OVERLOADED' }]);
  first.release();
  second.release();
  third.receive(100 * MB);
  expect(third.reason).toBeUndefined();
  third.release();
});
