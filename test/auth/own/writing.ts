import { expect } from 'vitest';
import type { Data, TestGateway } from '../../gateway.ts';
import type { Own } from './narrowed.ts';

export const ERRORS = `... on NotFoundError { message } ... on InvalidRequestError { issues { path code } } ... on UnauthorizedError { reason missingScope }`;
const CONFLICT =
  '... on ConflictError { currentVersion changedFields record { __typename id ... on Tank { name customerId } } }';
export const UPDATE = `mutation ($id: ID!, $input: UpdateTankInput!, $v: Int) { it: updateTank(id: $id, input: $input, expectedVersion: $v) { __typename ${ERRORS} ${CONFLICT} ... on Tank { id name customerId } } }`;
export const CREATE = `mutation ($input: CreateTankInput!) { it: createTank(input: $input) { __typename ... on InvalidRequestError { issues { path code } } ... on Tank { id customerId locationId name } } }`;
export const DELETE = `mutation ($id: ID!, $v: Int) { it: deleteTank(id: $id, expectedVersion: $v) { __typename ${ERRORS} ${CONFLICT} ... on DeletedTank { record { id } } } }`;
export const own: Own = { tank: { customer_id: ['c-1', 'c-2'] } };

/** Sends a mutation whose field has the alias `it`. */
export function writing(gateway: () => TestGateway) {
  const run = async (query: string, variables: object, token: string): Promise<Data> => {
    const { data, errors } = await gateway().ask(query, variables, token);
    expect(errors).toBeUndefined();
    return data.it;
  };
  return { run };
}
