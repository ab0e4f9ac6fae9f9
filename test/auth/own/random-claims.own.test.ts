import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rulesOf } from '../../../src/auth/own.ts';
import { ACTIONS, COLUMNS, LEADS, leading, leads, long, NAMES, type Own, ownScopes, scopeOf } from './narrowed.ts';

const ids = fc.constantFrom('c-1', 'c-2', 'ё', ' ', '%', "o'c", 'null');
const validRule = (name: string) =>
  fc
    .uniqueArray(fc.constantFrom(...(COLUMNS[name] ?? [])), { minLength: 1 })
    .chain((columns) =>
      fc.tuple(
        ...columns.map((column) =>
          fc
            .oneof(ids, fc.array(ids, { minLength: 1, maxLength: 50 }))
            .map((value): [string, unknown] => [column, value]),
        ),
      ),
    )
    .map((entries): Record<string, unknown> => Object.fromEntries(entries));
const valid = fc
  .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 })
  .chain((names) =>
    fc.tuple(...names.map((name) => validRule(name).map((rule): [string, Record<string, unknown>] => [name, rule]))),
  )
  .map((entries): Record<string, Record<string, unknown>> => Object.fromEntries(entries));

/** What makes a valid claim malformed. */
const bad = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    0,
    7,
    true,
    false,
    [],
    {},
    [[]],
    [''],
    [null],
    [1],
    { in: ['c'] },
    long,
    [long],
    'a\0',
    '\udfff',
    Array.from({ length: 51 }, () => 'c'),
  ),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.dictionary(fc.string(), fc.jsonValue()),
  fc.array(fc.oneof(fc.integer(), fc.constant(null)), { minLength: 1 }),
);
const notNames = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'Tank',
    'tanks',
    'customerId',
    'company_id',
    'external_id',
    'status',
    'version',
    'tasks',
    'AND',
    'OR',
  ),
);
/** Sets a key of its own, also `__proto__`. */
const withKey = (object: object, key: string, value: unknown): object =>
  Object.defineProperty({ ...object }, key, { value, enumerable: true, configurable: true, writable: true });
const broken = fc.oneof(
  bad.filter(
    (value) =>
      typeof value !== 'object' ||
      value === null ||
      Array.isArray(value) ||
      Object.keys(value).every((key) => !NAMES.includes(key)),
  ),
  fc
    .tuple(valid, fc.nat(), bad)
    .map(([own, n, value]) => ({ ...own, [Object.keys(own)[n % Object.keys(own).length] ?? '']: value })),
  fc.tuple(valid, fc.nat(), fc.nat(), bad).map(([own, n, m, value]) => {
    const name = Object.keys(own)[n % Object.keys(own).length] ?? '';
    const columns = COLUMNS[name] ?? [];
    return { ...own, [name]: { ...own[name], [columns[m % columns.length] ?? '']: value } };
  }),
  fc
    .tuple(
      valid,
      notNames.filter((key) => !NAMES.includes(key)),
      fc.oneof(ids, validRule('tank')),
    )
    .map(([own, key, value]) => withKey(own, key, value)),
  fc.tuple(valid, fc.nat(), notNames, ids).map(([own, n, key, value]) => {
    const name = Object.keys(own)[n % Object.keys(own).length] ?? '';
    return COLUMNS[name]?.includes(key) ? null : { ...own, [name]: withKey(own[name] ?? {}, key, value) };
  }),
);

test('of 20,000 generated claims, all that are malformed are refused, and all that are not are accepted', () => {
  const isValue = (value: unknown) =>
    [value].flat().length > 0 &&
    [value].flat().length <= 50 &&
    [value]
      .flat()
      .every(
        (id) => typeof id === 'string' && id !== '' && id.length <= 255 && !id.includes('\0') && id.isWellFormed(),
      );
  const scopes = (own: object) =>
    new Set(
      ownScopes(
        Object.fromEntries(
          Object.keys(own)
            .filter((name) => NAMES.includes(name))
            .map((name) => [name, {}]),
        ),
      ).split(' '),
    );
  fc.assert(
    fc.property(valid, (own) => {
      const isShort = Buffer.byteLength(JSON.stringify(own)) <= 4096;
      expect(rulesOf(own, scopes(own)) instanceof Map).toBe(isShort);
    }),
    { numRuns: 10_000 },
  );
  fc.assert(
    fc.property(broken, (own) => {
      // A value that replaces one may be valid by chance: `bad` has objects, and a dictionary may be `{}` of nothing.
      fc.pre(!(isWhole(own) && Object.values(own).every((rule) => Object.values(rule).every(isValue))));
      expect(typeof rulesOf(own, new Set(['tanks:read:own']))).toBe('string');
    }),
    { numRuns: 10_000 },
  );
});

test('of 3,000 generated claims through relations, those are accepted that lead one level on to what the token reads', () => {
  const some = leading(new Map(NAMES.map((name) => [name, ['c-1', 'c-2']]))).filter((own) =>
    NAMES.some((name) => leads(own, name)),
  );
  fc.assert(
    fc.property(
      some,
      fc.nat(),
      bad.filter((value) => value !== true),
      (own, n, value) => {
        const scopes = new Set(NAMES.map((name) => `${scopeOf(name, 'read')}${own[name] ? ':own' : ''}`));
        expect(rulesOf(own, scopes)).toBeInstanceOf(Map);
        const places = Object.entries(own).flatMap(([name, rule]) =>
          Object.keys(rule)
            .filter((key) => rule[key] === true)
            .map((relation) => ({ name, relation, to: LEADS[name]?.[relation]?.to ?? '' })),
        );
        const { name, relation, to } = places[n % places.length] ?? { name: '', relation: '', to: '' };
        const [more, less] = [
          (scope: string) => new Set([...scopes, scope]),
          new Set([...scopes].filter((scope) => !scope.startsWith(scopeOf(to, 'read')))),
        ];
        const [back] = Object.keys(LEADS[to] ?? {});
        const refused: [unknown, Set<string>][] = [
          [{ ...own, [name]: { ...own[name], [relation]: value } }, scopes],
          [own, less],
          [own, new Set([...less, `${scopeOf(to, 'write')}:own`])],
          ...ACTIONS.slice(1).map((action): [unknown, Set<string>] => [own, more(`${scopeOf(name, action)}:own`)]),
          ...(own[to]
            ? ACTIONS.slice(1).map((action): [unknown, Set<string>] => [own, more(scopeOf(to, action))])
            : []),
          ...(back
            ? [
                [{ ...own, [to]: { [back]: true } }, new Set([...less, `${scopeOf(to, 'read')}:own`])] as [
                  unknown,
                  Set<string>,
                ],
              ]
            : []),
        ];
        for (const [claim, by] of refused)
          expect([claim, [...by], typeof rulesOf(claim, by)]).toEqual([claim, [...by], 'string']);
        if (own[to] === undefined)
          for (const action of ACTIONS.slice(1)) expect(rulesOf(own, more(scopeOf(to, action)))).toBeInstanceOf(Map);
      },
    ),
    { numRuns: 3_000 },
  );
});

/** Whether a claim has only names that there are, and each at least one of the next. */
const isWhole = (own: unknown): own is Own =>
  typeof own === 'object' &&
  own !== null &&
  !Array.isArray(own) &&
  Object.keys(own).length > 0 &&
  Object.entries(own).every(
    ([name, rule]) =>
      typeof rule === 'object' &&
      rule !== null &&
      !Array.isArray(rule) &&
      Object.keys(rule).length > 0 &&
      Object.keys(rule).every((column) => Object.hasOwn(COLUMNS, name) && COLUMNS[name]?.includes(column)),
  );
