import { expect } from 'vitest';
import type { Data, TestGateway } from '../gateway.ts';
import { type StoredRecord, tank } from '../records.ts';

export const found = ({ type, many }: StoredRecord): string =>
  `query ($filter: ${type}Filter) { ${many}(first: 200, filter: $filter) { nodes { id } totalCount } }`;

/** Asks a gateway for what a filter finds. */
export function filtering(gateway: () => TestGateway) {
  /** The places of the rows that a filter finds, and counts. */
  async function placesOf(record: StoredRecord, rows: Data[], filter: object, token: string): Promise<number[]> {
    const { data, errors } = await gateway().ask(found(record), { filter }, token);
    expect([filter, errors]).toEqual([filter, undefined]);
    const { nodes, totalCount } = data[record.many];
    expect(totalCount).toBe(nodes.length);
    return nodes
      .map((node: Data) => rows.findIndex(({ id }) => id === node.id))
      .toSorted((a: number, b: number) => a - b);
  }
  async function issuesOf(filter: object, record: StoredRecord = tank): Promise<unknown[]> {
    const { data, errors } = await gateway().ask(found(record), { filter });
    expect([filter, data?.[record.many] ?? null, errors?.[0]?.extensions.code]).toEqual([
      filter,
      null,
      'BAD_USER_INPUT',
    ]);
    return errors?.[0]?.extensions.issues.map(({ path, code, message }: Data) => [path.join('.'), code, message]);
  }
  return { placesOf, issuesOf };
}
