import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf } from '../../console/csv.ts';
import { guarded, unguarded } from '../../src/import/formulas.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1234', "'+49 30 1234"],
  ['@SUM(1)', "'@SUM(1)"],
  ['-2+3', "'-2+3"],
  ['\t=1', "'\t'=1"],
  ['\rtext', "'\rtext"],
  ['＝1+1', "'＝1+1"],
  ['－cmd', "'－cmd"],
  ['"=1+1', '\'"=1+1'],
  ['  @x', "'  @x"],
  ['one;=1+1', "one;'=1+1"],
  ['one\n=1+1', "one\n'=1+1"],
  ["'=1+1", "''=1+1"],
])('%j is written as %j', (text, written) => {
  expect(guarded(text)).toBe(written);
  expect(unguarded(written)).toBe(text);
});

test.each(['-5', '-73.99', '-1e5', '-5;-6', '5', 'a=b', "'quoted'", "O'Neill", 'North-yard', '{"a":-1}', ''])(
  '%j stays as it is',
  (text) => {
    expect([guarded(text), unguarded(text)]).toEqual([text, text]);
  },
);

test('whatever a value is, a reader gets it back, and no cell begins as a formula does', () => {
  const parts = ["'", '=', '+', '-', '@', '＝', '－', '\t', '\r', '\n', ';', '"', ' ', '5', '.', 'e', 'x', ','];
  const texts = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((each) => each.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      expect(unguarded(guarded(text))).toBe(text);
      for (const cell of guarded(text).split(/[;\t\r\n]/))
        expect(cell).not.toMatch(/^[ "]*([=+@＝]|[-－](?!\d+([.,]\d+)?(e[-+]?\d+)?$))/);
    }),
    { numRuns: 20_000 },
  );
});

test('an export has a byte order mark, quotes what other programs split, and leaves numbers as numbers', () => {
  const rows = [{ id: '-1', name: 'a;=1', level: -5, latitude: '-73.99', metadata: { phone: '+49' } }];
  expect(csvOf(['id', 'name', 'level', 'latitude', 'metadata'], rows)).toBe(
    '\ufeffid,name,level,latitude,metadata\r\n-1,"a;\'=1",-5,-73.99,"{""phone"":""+49""}"\r\n',
  );
});
