import { expect, test } from 'vitest';
import { RequestBudget } from '../../src/load/request-budget.ts';

const MB = 1024 * 1024;
const limits = { answerBytes: 1024 * MB, requestSeconds: 60 };

test('rows that arrive after a request is over take nothing from others', () => {
  const over = new RequestBudget(limits, 'acme');
  over.receive(MB);
  over.release();
  over.receive(500 * MB);
  const next = new RequestBudget(limits, 'acme');
  next.receive(MB);
  expect(next.reason).toBeUndefined();
  next.release();
});

test('requests of a company that hold too many rows together are ended, until some are over', () => {
  const [first, second, third] = [
    new RequestBudget(limits, 'acme'),
    new RequestBudget(limits, 'acme'),
    new RequestBudget(limits, 'acme'),
  ];
  first.receive(100 * MB);
  second.receive(100 * MB);
  expect([first.reason, second.reason]).toMatchObject([undefined, { code: 'OVERLOADED' }]);
  first.release();
  second.release();
  third.receive(100 * MB);
  expect(third.reason).toBeUndefined();
  third.release();
});

test('a company that holds too many rows starts no statement, and others have their share', () => {
  const [greedy, next, small, large] = ['acme', 'acme', 'other', 'third'].map(
    (company) => new RequestBudget(limits, company),
  );
  greedy?.receive(200 * MB);
  small?.receive(8 * MB);
  large?.receive(9 * MB);
  expect([next, small, large].map((budget) => budget?.mayGoOn())).toEqual([false, true, false]);
  for (const budget of [greedy, small, large]) budget?.release();
  expect(new RequestBudget(limits, 'acme').mayGoOn()).toBe(true);
});

test('two companies share the rows that are held', () => {
  const [acme, other] = [new RequestBudget(limits, 'acme'), new RequestBudget(limits, 'other')];
  acme.receive(50 * MB);
  other.receive(50 * MB);
  expect([acme.mayGoOn(), other.mayGoOn()]).toEqual([true, true]);
  other.receive(15 * MB);
  expect([acme.reason, other.reason]).toMatchObject([undefined, { code: 'OVERLOADED' }]);
  other.release();
  acme.release();
});
