import { beforeEach, expect } from 'vitest';
import { keepHistory } from '../../src/changes/keep-history.ts';
import type { Data } from '../gateway.ts';
import { useImports } from '../import/importing.ts';
import type { PatchedRecord } from '../records.ts';

export const FIELDS = 'version action occurredAt sequence actor { kind id } changedFields before after';
export const ROOT = `query ($record: WatchedRecord!, $id: ID!, $first: Int, $after: String) {
  history(record: $record, id: $id, first: $first, after: $after) { nodes { ${FIELDS} } pageInfo { hasNextPage endCursor } totalCount }
}`;
export const nameOf = ({ table }: PatchedRecord): string => table.toUpperCase();

/** The program and the gateway of `useImports`, with a history of each test, and what the tests ask of it. */
export function useHistories() {
  const imports = useImports();
  const keep = (ignore: string[] = []) => keepHistory(imports.gateway.pool, { keepDays: 30, ignore });
  beforeEach(() => keep());

  /** The whole history of a record, newest first, read page by page. */
  async function historyOf(record: PatchedRecord, id: string, token?: string, first = 7): Promise<Data[]> {
    const found: Data[] = [];
    for (let after: string | null = null; ; ) {
      const variables = { record: nameOf(record), id, first, after };
      const { data, errors } = await imports.gateway.ask(ROOT, variables, token);
      expect(errors).toBeUndefined();
      const { nodes, pageInfo } = data.history;
      found.push(...nodes);
      if (!pageInfo.hasNextPage) return found;
      after = pageInfo.endCursor;
    }
  }
  const rename = (id: string, name: string | null, token?: string) =>
    imports.gateway.ask(
      'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename } }',
      { id, name },
      token,
    );
  return { imports, keep, historyOf, rename };
}
