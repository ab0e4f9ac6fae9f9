import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CODES } from '../../src/engine/codes.ts';

test('docs/errors.md explains every code of an error, and no other', () => {
  const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const [, , ...rows] = page.split('| code | cause |')[1]?.split('\n\n')[0]?.split('\n') ?? [];
  const explained = rows.flatMap((row) => (row.split(' | ')[0] ?? '').match(/\w+/g) ?? []);
  expect(explained.toSorted()).toEqual(Object.keys(CODES).toSorted());
});
