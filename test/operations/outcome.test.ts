import { print } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UpdateTankMutation } from '../../operations/generated/graphql.ts';
import { UpdateTankDocument } from '../../operations/generated/graphql.ts';
import { outcome } from '../../operations/outcome.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

/** What a form shows. It has no `default`: the compiler refuses it if an error is left out or unknown. */
function shown({ updateTank }: UpdateTankMutation): string {
  const result = outcome(updateTank);
  if (result.ok) return `${result.record.__typename} ${result.record.fillPercentage}`;
  const { error } = result;
  switch (error.__typename) {
    case 'InvalidRequestError':
      return `mark ${error.issues.map(({ path }) => path.join('.'))}`;
    case 'TankConflictError':
      return `now at ${error.currentVersion}`;
    case 'InexpressibleValueError':
    case 'NotFoundError':
    case 'UnauthorizedError':
      return error.__typename;
  }
}

test('each outcome of a mutation is a record or an error, and a switch over the errors is complete', async () => {
  const { id } = await create(gateway, tank);
  const send = async (variables: object, token?: string): Promise<string> => {
    const { data } = await gateway.ask(print(UpdateTankDocument), { id, ...variables }, token);
    return shown(data as UpdateTankMutation);
  };
  expect(await send({ input: { fillPercentage: '42.5' } })).toBe('Tank 42.5');
  expect(await send({ input: { includeInJob: null } })).toBe('mark input.includeInJob');
  expect(await send({ input: {}, expectedVersion: 7 })).toBe('now at 2');
  expect(await send({ id: 'absent', input: {} })).toBe('NotFoundError');
  expect(await send({ input: {} }, await tokenOf('acme', 'tanks:read'))).toBe('UnauthorizedError');
});

test('an error that a later version adds has its message', () => {
  const later: { __typename: string; id: string } | { __typename: string; message: string } = {
    __typename: 'QuotaError',
    message: 'Too many tanks.',
  };
  expect(outcome(later)).toEqual({ ok: false, error: later });
});

test('without a result, the errors of the response are the place to look', () => {
  expect(() => outcome(null)).toThrow('errors');
});
