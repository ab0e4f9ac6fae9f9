import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { EMPTY } from '../postgres.ts';
import { openProgram, temporary } from '../programs.ts';
import { until } from '../until.ts';

/** The program for a test file, on the database of a gateway, which is emptied before each test. */
export function useImports() {
  const folder = temporary();
  let gateway: TestGateway;
  let files = 0;
  beforeAll(async () => {
    gateway = await openGateway();
  });
  afterAll(() => gateway.close());
  beforeEach(() => gateway.pool.query(EMPTY));

  const open = (args: string[], env: Record<string, string> = {}) =>
    openProgram('import', args, { DATABASE_URL: gateway.url, ...env });
  return {
    get gateway() {
      return gateway;
    },
    /** Starts an import whose standard input the test writes. */
    open,
    /** Writes a file and returns its name. */
    write(content: string | Buffer, ending = '.csv'): string {
      const file = join(folder, `${++files}${ending}`);
      writeFileSync(file, content);
      return file;
    },
    /** Imports a file of records for acme, tanks by default. */
    run(file: string, options: string[] = [], resource = 'tanks', input: string | Buffer = '') {
      const { child, ended } = open([resource, file, '--company', 'acme', ...options]);
      child.stdin.end(input);
      return ended;
    },
    tanks: (): Promise<Data[]> =>
      gateway.sql('SELECT id, external_id, company_id, name, version FROM tank ORDER BY company_id, external_id, id'),
    /** Waits until there are so many tanks. */
    async until(count: number): Promise<void> {
      await until(async () => (await gateway.sql('SELECT count(*)::integer FROM tank'))[0]?.count >= count);
    },
  };
}

/** Lines with an id and a name, from one number to another. */
export const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `n${from + index},Tank ${from + index}\n`).join('');

/** The lines of the file of refused ones. */
export const refusedOf = (file: string): string[] => readFileSync(`${file}.refused`, 'utf8').trimEnd().split('\n');

export const counts = (created: number, updated: number, unchanged: number, refused: number) =>
  expect.stringContaining(
    [`${created} created`, `${updated} updated`, `${unchanged} unchanged`, `${refused} refused.`]
      .map((count) => count.replace(/^(\d+)(\d{3})/, '$1,$2'))
      .join(', '),
  );
/** A slow machine reports progress. */
const progress = expect.stringMatching(/^([\d,]+ lines, .+\n)*$/);
/** What an import without refused lines ends with. */
export const done = (created: number, updated: number, unchanged: number) => ({
  status: 0,
  stdout: counts(created, updated, unchanged, 0),
  stderr: progress,
});
/** What one with refused lines ends with. */
export const partly = (created: number, updated: number, unchanged: number, refused: number) => ({
  status: 2,
  stdout: counts(created, updated, unchanged, refused),
  stderr: progress,
});
/** What one that cannot be ends with. */
export const mistake = (words: string) => ({ status: 1, stdout: '', stderr: expect.stringContaining(words) });
