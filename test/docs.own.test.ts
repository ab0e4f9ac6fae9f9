import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { buildSchema, type GraphQLOutputType, getNamedType, isAbstractType, isCompositeType } from 'graphql';
import { expect, test } from 'vitest';
import { anchorsOf, linksOf, pages, parsePage, ROOT, readPage } from './markdown.ts';

test('every link leads to a file, and to a heading in it', () => {
  const broken = pages.flatMap((page) =>
    linksOf(readPage(page))
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#', 2);
        const file = path === '' ? page : normalize(join(dirname(page), path));
        if (!existsSync(join(ROOT, file))) return true;
        return anchor !== undefined && !anchorsOf(readPage(file)).includes(anchor);
      })
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
  expect(pages.length).toBeGreaterThan(15);
});

test('every page of docs/ is linked from the README and begins with its readers and an example', () => {
  const docs = pages.filter((page) => page.startsWith('docs/'));
  const linked = linksOf(readPage('README.md')).map((target) => target.split('#')[0]);
  expect(docs.filter((page) => !linked.includes(page))).toEqual([]);
  const written = docs.filter((page) => page !== 'docs/events.md');
  expect(written.filter((page) => !/^# .+\n\nFor [^\n]+/.test(readPage(page)))).toEqual([]);
  expect(written.filter((page) => (parsePage(readPage(page)).fences[0]?.line ?? 999) > 20)).toEqual([]);
});

test('the README is a landing page with the two commands', () => {
  const readme = readPage('README.md');
  expect(readme.split('\n').length).toBeLessThanOrEqual(151);
  expect(readme).toContain('npm ci && npm start');
  expect(readme).toContain('npm ci && npm test');
});

test('every source file that ARCHITECTURE.md and CONTRIBUTING.md name exists', () => {
  const files = ['src', 'cells', 'prisma', 'test', 'scripts', 'trials'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  files.push(...readdirSync(ROOT));
  const missing = ['ARCHITECTURE.md', 'CONTRIBUTING.md'].flatMap((page) =>
    [...readPage(page).matchAll(/[\w./-]+\.(ts|mjs|sql)\b/g)]
      .map(([name]) => name)
      .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
      .map((name) => `${page}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/** Objects of two types may meet at one place; what they are in may not. */
const shapeOf = (type: GraphQLOutputType): string =>
  isCompositeType(getNamedType(type)) ? `${type}`.replace(/\w+/, 'object') : `${type}`;

test('docs/frontends.md lists every field of one name and two types that may come at the same place', () => {
  const schema = buildSchema(readPage('schema.graphql'));
  const clashing = Object.values(schema.getTypeMap())
    .filter((type) => isAbstractType(type))
    .flatMap((type) => {
      const fields = schema.getPossibleTypes(type).flatMap((possible) => Object.values(possible.getFields()));
      return fields.filter(({ name, type }) =>
        fields.some((one) => one.name === name && shapeOf(one.type) !== shapeOf(type)),
      );
    })
    .map(({ name }) => name);
  const [, section = ''] = readPage('docs/frontends.md').split('### Fields of one name and two types');
  const listed = [...(section.split('###')[0] ?? '').matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names = '']) =>
    names.split(', ').map((name) => name.replaceAll('`', '')),
  );
  expect(listed.sort()).toEqual([...new Set(clashing)].sort());
});
