import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CODES } from '../../src/http/codes.ts';

test('the README explains every code of an error, and no other', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, , ...rows] = readme.split('| code | cause |')[1]?.split('\n\n')[0]?.split('\n') ?? [];
  const explained = rows.flatMap((row) => (row.split(' | ')[0] ?? '').match(/\w+/g) ?? []);
  expect(explained.toSorted()).toEqual(CODES.toSorted());
});
