import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { switchMap } from '../../cells/proxy-map.ts';
import { temporary } from '../programs.ts';

const COMPANIES = Array.from({ length: 20 }, (_, n) => `company-${n}`);

test('moves that change the file of a map at the same time keep the entries of each other', async () => {
  const file = join(temporary(), 'cells.map');
  writeFileSync(file, `${['other', ...COMPANIES].map((company) => `${company} a`).join('\n')}\n`);
  await Promise.all(COMPANIES.map((company) => switchMap({ file, sockets: [] }, 'cells.map', [company], 'b')));
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.sort()).toEqual(['other a', ...COMPANIES.map((company) => `${company} b`)].sort());
});

test('what a killed move has left of the file does not stand in the way of the next one', async () => {
  const file = join(temporary(), 'cells.map');
  writeFileSync(file, 'acme a\n');
  writeFileSync(`${file}.new`, 'ac');
  utimesSync(`${file}.new`, 0, 0);
  await switchMap({ file, sockets: [] }, 'cells.map', ['acme'], 'b');
  expect(readFileSync(file, 'utf8')).toBe('acme b\n');
});
