import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SRC = join(ROOT, 'src');

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('generated'))
  .sort();
const textOf = (name: string): string => readFileSync(join(SRC, name), 'utf8');

/** The files of ours that a file imports, lazily or not; types count, since they tie files together all the same. */
const importsOf = (name: string): string[] =>
  [...textOf(name).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, path = '']) => relative(SRC, normalize(join(SRC, dirname(name), path))))
    .filter((path) => !path.startsWith('generated'));

interface Part {
  floor: number;
  /** The files that other parts may import; every file of the part when none is named. */
  doors: string[];
}

/** The table of floors in the README: a folder or a file each, with its floor and its doors. */
const parts = new Map(
  readFileSync(join(ROOT, 'README.md'), 'utf8')
    .split('\n')
    .flatMap((line): [string, Part][] => {
      const [, floor, names = '', doors = ''] = /^\| (\d+) \| ([^|]+) \|([^|]*)\|$/.exec(line) ?? [];
      const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      return quoted(names).map((name) => [name, { floor: Number(floor), doors: quoted(doors) }]);
    }),
);
const partOf = (name: string): string => (name.includes('/') ? `${name.split('/', 1)[0]}/` : name);
const floorOf = (name: string): number => parts.get(partOf(name))?.floor ?? -1;

/** Every import, as the file and the file it imports. */
const imports = sources.flatMap((name) => importsOf(name).map((imported): [string, string] => [name, imported]));
const told = (found: [string, string][]): string[] => found.map(([name, imported]) => `${name} → ${imported}`);

test('the README gives every source file its floor, and names nothing that is not there', () => {
  expect(sources.filter((name) => floorOf(name) === -1)).toEqual([]);
  expect([...parts.keys()].toSorted()).toEqual([...new Set(sources.map(partOf))].toSorted());
  const doors = [...parts].flatMap(([part, { doors }]) => doors.map((door) => join(part, door)));
  expect(doors.filter((door) => !sources.includes(door))).toEqual([]);
  expect(sources.length).toBeGreaterThan(30);
});

test('no file imports from a floor above its own', () => {
  expect(told(imports.filter(([name, imported]) => floorOf(imported) > floorOf(name)))).toEqual([]);
});

test('a part is entered through its doors', () => {
  const around = imports.filter(([name, imported]) => {
    const { doors = [] } = parts.get(partOf(imported)) ?? {};
    return partOf(name) !== partOf(imported) && doors.length > 0 && !doors.includes(imported.replace(/^.*\//, ''));
  });
  expect(told(around)).toEqual([]);
});

test('there are no circles', () => {
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (name: string, way: string[]): void => {
    if (way.includes(name)) return void circles.push([...way.slice(way.indexOf(name)), name].join(' → '));
    if (done.has(name)) return;
    for (const imported of importsOf(name)) walk(imported, [...way, name]);
    done.add(name);
  };
  for (const name of sources) walk(name, []);
  expect(circles).toEqual([]);
});

test('every import leads to a file that is there', () => {
  expect(told(imports.filter(([, imported]) => !sources.includes(imported)))).toEqual([]);
});

test('every resource is a line of the schema', () => {
  const resources = sources.filter((name) => name.startsWith('resources/'));
  expect(resources.filter((name) => !importsOf('schema.ts').includes(name))).toEqual([]);
  expect(resources.length).toBeGreaterThanOrEqual(6);
});

test('only the database’s folder, the delivery loop, the live operations and the embedded server know the driver', () => {
  const drivers = sources.filter((name) => /from 'pg'/.test(textOf(name)));
  expect(drivers.filter((name) => !/^(db|webhooks|live|embedded)\//.test(name))).toEqual([]);
});

test('only config.ts reads the environment', () => {
  expect(
    sources.filter((name) => /process\s*\.\s*env|process\[|\benv\b.*from 'node:process'/.test(textOf(name))),
  ).toEqual(['config.ts']);
});

test('no source file grows past 200 lines', () => {
  expect(sources.filter((name) => textOf(name).split('\n').length > 201)).toEqual([]);
});

test('the source says what it means to the type checker', () => {
  const code = (name: string): string[] => textOf(name).split('\n').filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line)); // biome-ignore format: one thought
  const found = sources.flatMap((name) => code(name).filter((line) => /: any\b|<any>|as any\b|@ts-(ignore|expect-error)|\w!\.\w|as unknown as/.test(line)).map((line) => `${name}: ${line.trim()}`)); // biome-ignore format: one thought
  expect(found).toEqual([]);
  expect(sources.filter((name) => /\b(TODO|FIXME|XXX)\b/.test(textOf(name)))).toEqual([]);
});
