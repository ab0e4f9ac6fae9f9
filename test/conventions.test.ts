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

/** The files of ours that a file imports, lazily or not; types count, since they tie files together as well. */
const importsOf = (name: string): string[] =>
  [...textOf(name).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, path = '']) => relative(SRC, normalize(join(SRC, dirname(name), path))))
    .filter((path) => !path.startsWith('generated'));

interface Room {
  floor: number;
  /** The files that other wings may import; every file of the room when none is named. */
  doors: string[];
}

/** The table of floors in ARCHITECTURE.md: rooms and single files, with their floors and doors. */
const rooms = new Map(
  readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
    .split('\n')
    .flatMap((line): [string, Room][] => {
      const [, floor, names = '', doors = ''] = /^\| ([\d.]+) \| ([^|]+) \|([^|]*)\|$/.exec(line) ?? [];
      const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      return quoted(names).map((name) => [name, { floor: Number(floor), doors: quoted(doors) }]);
    }),
);
const roomOf = (name: string): string => (name.includes('/') ? `${dirname(name)}/` : name);
const wingOf = (name: string): string => name.split('/', 1)[0] ?? name;
const floorOf = (name: string): number => rooms.get(roomOf(name))?.floor ?? -1;

/** Every import, as the file and the file it imports. */
const imports = sources.flatMap((name) => importsOf(name).map((imported): [string, string] => [name, imported]));
const written = (found: [string, string][]): string[] => found.map(([name, imported]) => `${name} → ${imported}`);

test('ARCHITECTURE.md gives every source file its floor, and names nothing that is not there', () => {
  expect(sources.filter((name) => floorOf(name) === -1)).toEqual([]);
  expect([...rooms.keys()].toSorted()).toEqual([...new Set(sources.map(roomOf))].toSorted());
  const doors = [...rooms].flatMap(([room, { doors }]) => doors.map((door) => join(room, door)));
  expect(doors.filter((door) => !sources.includes(door))).toEqual([]);
  expect(sources.length).toBeGreaterThan(30);
});

test('a file imports from its own room and from lower floors', () => {
  const found = imports.filter(
    ([name, imported]) => roomOf(imported) !== roomOf(name) && floorOf(imported) >= floorOf(name),
  );
  expect(written(found)).toEqual([]);
});

test('another wing enters a room through its doors', () => {
  const around = imports.filter(([name, imported]) => {
    const { doors = [] } = rooms.get(roomOf(imported)) ?? {};
    return wingOf(name) !== wingOf(imported) && doors.length > 0 && !doors.includes(imported.replace(/^.*\//, ''));
  });
  expect(written(around)).toEqual([]);
});

test('a room has at most 14 files, and no two files of the source have one name', () => {
  const countOf = (names: string[], name: string): number => names.filter((other) => other === name).length;
  const places = sources.map(roomOf);
  expect([...new Set(places)].filter((room) => countOf(places, room) > 14)).toEqual([]);
  const names = sources.map((name) => name.replace(/^.*\//, ''));
  expect(names.filter((name) => countOf(names, name) > 1)).toEqual([]);
});

test('there are no import cycles', () => {
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
  expect(written(imports.filter(([, imported]) => !sources.includes(imported)))).toEqual([]);
});

test('every resource is a line of the schema', () => {
  const resources = sources.filter((name) => name.startsWith('resources/'));
  expect(resources.filter((name) => !importsOf('schema.ts').includes(name))).toEqual([]);
  expect(resources.length).toBeGreaterThanOrEqual(6);
});

test('only the database, events, webhooks, live operations, the import and the embedded server know the driver', () => {
  const drivers = sources.filter((name) => /from 'pg'/.test(textOf(name)));
  expect(drivers.filter((name) => !/^(db|events|webhooks|live|import|embedded)\//.test(name))).toEqual([]);
});

test('only config.ts reads the environment', () => {
  expect(
    sources.filter((name) => /process\s*\.\s*env|process\[|\benv\b.*from 'node:process'/.test(textOf(name))),
  ).toEqual(['config.ts']);
});

test('no source file grows past 200 lines', () => {
  expect(sources.filter((name) => textOf(name).split('\n').length > 201)).toEqual([]);
});

test('a comment has at most 120 columns', () => {
  const skipped = ['node_modules', '.git', '.data', 'dist', 'generated', '__generated__', 'gql', 'migrations'];
  const within = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter(({ name }) => !skipped.includes(name))
      .flatMap((entry) => (entry.isDirectory() ? within(join(folder, entry.name)) : [join(folder, entry.name)]));
  const files = within('').filter((name) => /\.(tsx?|m?js|go|py|sql|yaml)$/.test(name));
  expect(files.length).toBeGreaterThan(sources.length);
  const wide = files.flatMap((name) =>
    readFileSync(join(ROOT, name), 'utf8')
      .split('\n')
      .filter((line) => line.length > 120 && /^\s*(\/\/ (?!biome)|\/?\*|--|#)/.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(wide).toEqual([]);
});

test('the source says what it means to the type checker', () => {
  const code = (name: string): string[] => textOf(name).split('\n').filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line)); // biome-ignore format: one thought
  const found = sources.flatMap((name) => code(name).filter((line) => /: any\b|<any>|as any\b|@ts-(ignore|expect-error)|\w!\.\w|as unknown as/.test(line)).map((line) => `${name}: ${line.trim()}`)); // biome-ignore format: one thought
  expect(found).toEqual([]);
  expect(sources.filter((name) => /\b(TODO|FIXME|XXX)\b/.test(textOf(name)))).toEqual([]);
});
