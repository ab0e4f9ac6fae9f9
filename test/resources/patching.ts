import { expect } from 'vitest';
import type { Data, TestGateway } from '../gateway.ts';
import { isNullable, type PatchedRecord, type StoredRecord, sampleOf } from '../records.ts';
import { create, stored } from '../rows.ts';

// A quick order has a field `error` of another type, so the `error` of a refusal needs another name. Two errors have a
// `reason`.
const ERRORS = `
  ... on Error { message }
  ... on UnauthorizedError { reason missingScope }
  ... on InvalidRequestError { success fault: error issues { path code message } }`;

/** Selects the whole record, or the whole error. */
export const wholeAnswer = (record: StoredRecord | PatchedRecord): string => {
  const conflict = 'mutation' in record ? '... on ConflictError { currentVersion }' : '';
  return `__typename ... on ${record.type} { ${Object.keys(record.fields).join(' ')} } ${ERRORS} ${conflict}`;
};

export const updateOf = (record: PatchedRecord): string =>
  `mutation ($id: ID!, $input: ${record.input}!, $expectedVersion: Int) {
    answer: ${record.mutation}(id: $id, input: $input, expectedVersion: $expectedVersion) { ${wholeAnswer(record)} }
  }`;

/** Sends the record's update and returns its result, which is a record or one of the typed errors. */
export async function patch(
  gateway: TestGateway,
  record: PatchedRecord,
  id: string,
  input: object,
  expectedVersion?: number,
  token?: string | null,
): Promise<Data> {
  const { data, errors } = await gateway.ask(updateOf(record), { id, input, expectedVersion }, token);
  expect(errors).toBeUndefined();
  return data.answer;
}

/** Sends an update with an input in JSON text, for numbers and keys that JSON.stringify never writes. */
export async function patchText(
  gateway: TestGateway,
  record: PatchedRecord,
  id: string,
  input: string,
): Promise<{ status: number; body: Data }> {
  const body = `{"query":${JSON.stringify(updateOf(record))},"variables":{"id":"${id}","input":${input}}}`;
  const response = await gateway.post(body);
  return { status: response.status, body: (await response.json()) as Data };
}

/** The paths of the issues in an InvalidRequestError, sorted. */
export const pathsOf = ({ issues }: Data): string[] => issues.map(({ path }: Data) => path.join('.')).sort();

/** An object with the same value under each of the names. */
export const all = (names: string[], value: unknown): Data => Object.fromEntries(names.map((name) => [name, value]));

/** The update of one type of record, on the gateway that the test file opens. */
export function patcherOf(record: PatchedRecord, opened: () => TestGateway) {
  const names = Object.keys(record.inputs);
  return {
    names,
    nullable: names.filter((name) => isNullable(record, name)),
    required: names.filter((name) => !isNullable(record, name)),
    samples: (variant: number, of = names): Data =>
      Object.fromEntries(of.map((name) => [name, sampleOf(record.inputs[name] ?? '', name, variant)])),
    create: (overrides?: Data) => create(opened(), record, overrides),
    read: (id: string) => stored(opened(), record, id),
    patch: (id: string, input: object, expectedVersion?: number, token?: string | null) =>
      patch(opened(), record, id, input, expectedVersion, token),
  };
}
