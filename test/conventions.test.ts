import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('generated'))
  .sort();
const textOf = (name: string): string => readFileSync(join(SRC, name), 'utf8');

/** The files of ours that a file imports, lazily or not; types count, since they tie files together all the same. */
const importsOf = (name: string): string[] =>
  [...textOf(name).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, path = '']) => relative(SRC, normalize(join(SRC, dirname(name), path))))
    .filter((path) => !path.startsWith('generated'));

/** A file imports from lower floors, and from its own where that makes no circle. */
const FLOORS: RegExp[] = [
  /^(config|errors|storable|table|cursor|scalars|program|document-cache|postgres-\w+|embedded-postgres)\.ts$|^webhooks\/(signature|schedule|address|rules|message)\.ts$/,
  /^(database|migrations|mint|prisma|demo-\w+)\.ts$/,
  /^(auth|context|selection|execution|execution-plan|document|patch|update-statement|lookup|connection)\.ts$|^webhooks\//,
  /^(builder|masking|limits)\.ts$/,
  /^resources\//,
  /^schema\.ts$/,
  /^(yoga|fast-lane|graphiql|server|demo)\.ts$/,
  /^(main|seed|token|worker|receiver)\.ts$/,
];
const floorOf = (name: string): number => FLOORS.findIndex((floor) => floor.test(name));

test('every source file has its floor', () => {
  expect(sources.filter((name) => floorOf(name) === -1)).toEqual([]);
  expect(sources.length).toBeGreaterThan(30);
});

test('no file imports from a floor above its own', () => {
  const upward = sources.flatMap((name) =>
    importsOf(name)
      .filter((imported) => floorOf(imported) > floorOf(name))
      .map((imported) => `${name} → ${imported}`),
  );
  expect(upward).toEqual([]);
});

test('there are no circles', () => {
  const circles: string[] = [];
  const walk = (name: string, way: string[]): void => {
    if (way.includes(name)) return void circles.push([...way.slice(way.indexOf(name)), name].join(' → '));
    for (const imported of importsOf(name)) walk(imported, [...way, name]);
  };
  for (const name of sources) walk(name, []);
  expect(circles).toEqual([]);
});

test('every import leads to a file that is there', () => {
  expect(sources.flatMap(importsOf).filter((imported) => !sources.includes(imported))).toEqual([]);
});

test('every resource is one line of the schema', () => {
  const resources = sources.filter((name) => /^resources\//.test(name));
  const reached = new Set<string>();
  const reach = (name: string): void => {
    if (reached.has(name)) return;
    reached.add(name);
    for (const imported of importsOf(name)) reach(imported);
  };
  reach('schema.ts');
  expect(resources.filter((name) => !reached.has(name))).toEqual([]);
  const defining = resources.filter((name) => /^builder\.(query|mutation)Field/m.test(textOf(name)));
  expect(defining.filter((name) => !importsOf('schema.ts').includes(name))).toEqual([]);
  expect(defining.length).toBeGreaterThanOrEqual(6);
});

test('only config.ts reads the environment', () => {
  expect(
    sources.filter((name) => /process\s*\.\s*env|process\[|\benv\b.*from 'node:process'/.test(textOf(name))),
  ).toEqual(['config.ts']);
});

test('no source file grows past 250 lines', () => {
  expect(sources.filter((name) => textOf(name).split('\n').length > 251)).toEqual([]);
});

test('the source says what it means to the type checker', () => {
  const code = (name: string): string[] => textOf(name).split('\n').filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line)); // biome-ignore format: one thought
  const found = sources.flatMap((name) => code(name).filter((line) => /: any\b|<any>|as any\b|@ts-(ignore|expect-error)|\w!\.\w|as unknown as/.test(line)).map((line) => `${name}: ${line.trim()}`)); // biome-ignore format: one thought
  expect(found).toEqual([]);
  expect(sources.filter((name) => /\b(TODO|FIXME|XXX)\b/.test(textOf(name)))).toEqual([]);
});
