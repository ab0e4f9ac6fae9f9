import { expect } from 'vitest';
import type { Data, TestGateway } from '../gateway.ts';
import type { PatchedRecord } from '../records.ts';
import { wholeAnswer } from './patching.ts';

const ERRORS = '__typename ... on InvalidRequestError { issues { path code message } } ... on Error { message }';

/** Deletes and restores records through a gateway. */
export function restoring(gateway: () => TestGateway) {
  async function ask(query: string, variables: object, token?: string | null): Promise<Data> {
    const { data, errors } = await gateway().ask(query, variables, token);
    expect(errors).toBeUndefined();
    return data.answer;
  }

  const restore = (record: PatchedRecord, id: string, version: number, token?: string | null): Promise<Data> =>
    ask(
      `mutation ($id: ID!, $version: Int!) {
      answer: restore${record.type}(id: $id, version: $version) {
        ${wholeAnswer(record).replace('... on ConflictError { currentVersion }', '')}
      }
    }`,
      { id, version },
      token,
    );

  const restoreMany = async (record: PatchedRecord, records: object[], token?: string): Promise<Data[]> =>
    (
      await ask(
        `mutation ($records: [RecordToRestore!]!) {
        answer: restore${record.type}s(records: $records) {
          ... on Restore${record.type}sSuccess { results { ${ERRORS} ... on ${record.type} { id version } } }
        }
      }`,
        { records },
        token,
      )
    ).results;

  const remove = (record: PatchedRecord, id: string, token?: string): Promise<Data> =>
    ask(`mutation ($id: ID!) { answer: delete${record.type}(id: $id) { __typename } }`, { id }, token);

  const createTank = (input: Data, token?: string): Promise<Data> =>
    ask(
      `mutation ($input: CreateTankInput!) { answer: createTank(input: $input) { ${ERRORS} ... on Tank { id name version } } }`,
      { input },
      token,
    );
  return { ask, restore, restoreMany, remove, createTank };
}
