import { expect, test } from 'vitest';
import { raw, sql } from '../../src/db/tenancy/fragment.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';

/** The same piece of SQL, by ours and by Prisma's tags. */
const made = ({ sql, raw }: { sql: typeof Prisma.sql; raw: typeof Prisma.raw }) => {
  const column = raw('t.company_id');
  const condition = sql`${column} = ${'acme'} AND ${sql`${1} < ${2}`}`;
  return [
    raw(''),
    sql`true`,
    condition,
    sql`${condition}`,
    sql`SELECT ${raw('a')}${raw('b')}, ${null} WHERE ${condition}`,
  ];
};

test('a fragment has the text and the values of Prisma’s', () => {
  const shown = (fragments: { text: string; values: unknown[] }[]) =>
    fragments.map(({ text, values }) => ({ text, values }));
  expect(shown(made({ sql, raw } as never))).toEqual(shown(made(Prisma)));
});
