import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SRC = join(ROOT, 'src');

/** The files of a folder, by their path from `src/`. */
const within = (folder: string): string[] =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
const sources = [...within('.'), ...within('../cells')]
  .filter((name) => name.endsWith('.ts') && !name.startsWith('generated'))
  .sort();
const textOf = (name: string): string => readFileSync(join(SRC, name), 'utf8');

/** The files of ours that a file imports, lazily or not; types count, since they tie files together as well. */
const importsOf = (name: string): string[] =>
  [...textOf(name).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, path = '']) => relative(SRC, normalize(join(SRC, dirname(name), path))))
    .filter((path) => !path.startsWith('generated'));

interface Module {
  /** Its row in the table: a module imports from itself and from later rows. */
  layer: number;
  /** The files that other top-level folders may import; every file of the module when none is named. */
  publicFiles: string[];
}

/** The table of modules in ARCHITECTURE.md: folders and single files, from the highest layer to the lowest. */
const modules = new Map(
  [...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| `([^`]+)` \| [^|]+ \|([^|]*)\|$/gm)].map(
    ([, name = '', files = ''], layer): [string, Module] => [
      name,
      { layer, publicFiles: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file) },
    ],
  ),
);
const moduleOf = (name: string): string => (name.includes('/') ? `${dirname(name)}/` : name);
const folderOf = (name: string): string => name.split('/', 1)[0] ?? name;
const layerOf = (name: string): number => modules.get(moduleOf(name))?.layer ?? -1;

/** Every import, as the file and the file it imports. */
const imports = sources.flatMap((name) => importsOf(name).map((imported): [string, string] => [name, imported]));
const written = (found: [string, string][]): string[] => found.map(([name, imported]) => `${name} → ${imported}`);

test('ARCHITECTURE.md gives every source file its layer, and names nothing that is not there', () => {
  expect(sources.filter((name) => layerOf(name) === -1)).toEqual([]);
  expect([...modules.keys()].toSorted()).toEqual([...new Set(sources.map(moduleOf))].toSorted());
  const files = [...modules].flatMap(([name, { publicFiles }]) => publicFiles.map((file) => join(name, file)));
  expect(files.filter((file) => !sources.includes(file))).toEqual([]);
  expect(sources.length).toBeGreaterThan(30);
});

test('a file imports from its own module and from lower layers', () => {
  const found = imports.filter(
    ([name, imported]) => moduleOf(imported) !== moduleOf(name) && layerOf(imported) <= layerOf(name),
  );
  expect(written(found)).toEqual([]);
});

test('another folder imports the public files of a module alone', () => {
  const around = imports.filter(([name, imported]) => {
    const { publicFiles = [] } = modules.get(moduleOf(imported)) ?? {};
    const isOther = folderOf(name) !== folderOf(imported) && publicFiles.length > 0;
    return isOther && !publicFiles.includes(imported.replace(/^.*\//, ''));
  });
  expect(written(around)).toEqual([]);
});

test('a module has at most 16 files, and no two files of the source have one name', () => {
  const countOf = (names: string[], name: string): number => names.filter((other) => other === name).length;
  const places = sources.map(moduleOf);
  expect([...new Set(places)].filter((name) => countOf(places, name) > 16)).toEqual([]);
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

test('a folder of tests has the name of a module, or of a folder beside the source', () => {
  const folders = readdirSync(join(ROOT, 'test'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const named = new Set([...readdirSync(SRC), ...readdirSync(ROOT)]);
  expect(folders.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
});

test('every resource is a line of the schema', () => {
  const resources = sources.filter((name) => name.startsWith('resources/'));
  expect(resources.filter((name) => !importsOf('schema.ts').includes(name))).toEqual([]);
  expect(resources.length).toBeGreaterThanOrEqual(6);
});

test('only what uses a database knows the driver', () => {
  const drivers = sources.filter((name) => /from 'pg'/.test(textOf(name)));
  expect(
    drivers.filter(
      (name) =>
        !/^(prisma|postgres|load|changes|webhooks|live|import|embedded|\.\.\/cells)\/|^cell-registry/.test(name),
    ),
  ).toEqual([]);
});

test('only config.ts reads the environment', () => {
  expect(
    sources.filter((name) => /process\s*\.\s*env|process\[|\benv\b.*from 'node:process'/.test(textOf(name))),
  ).toEqual(['settings/config.ts']);
});

test('no source file grows past 300 lines', () => {
  expect(sources.filter((name) => textOf(name).split('\n').length > 301)).toEqual([]);
});

test('a comment has at most 120 columns', () => {
  const skipped = ['node_modules', '.git', '.data', 'dist', 'generated', '__generated__', 'gql', 'migrations'];
  const allIn = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter(({ name }) => !skipped.includes(name))
      .flatMap((entry) => (entry.isDirectory() ? allIn(join(folder, entry.name)) : [join(folder, entry.name)]));
  const files = allIn('').filter((name) => /\.(tsx?|m?js|go|py|sql|yaml)$/.test(name));
  expect(files.length).toBeGreaterThan(sources.length);
  const wide = files.flatMap((name) =>
    readFileSync(join(ROOT, name), 'utf8')
      .split('\n')
      .filter((line) => line.length > 120 && /^\s*(\/\/ (?!biome)|\/?\*|--|#)/.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(wide).toEqual([]);
});

test('the formatter is switched off for tables of data alone', () => {
  const names = ['src', 'cells', 'test', 'trials', 'bench', 'scripts', 'clients', 'examples'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|m?js)$/.test(name) && !/node_modules|generated|dist/.test(name))
      .map((name) => join(folder, name)),
  );
  const ignores = names.flatMap(
    (name) => readFileSync(join(ROOT, name), 'utf8').match(/\/\/ biome-ignore format: .*/g) ?? [],
  );
  expect(ignores.length).toBeLessThanOrEqual(40);
  expect(ignores.filter((comment) => !comment.includes('a table'))).toEqual([]);
});

test('the source says what it means to the type checker', () => {
  const code = (name: string): string[] =>
    textOf(name)
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line));
  const found = sources.flatMap((name) =>
    code(name)
      .filter((line) => /: any\b|<any>|as any\b|@ts-(ignore|expect-error)|\w!\.\w|as unknown as/.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
  expect(sources.filter((name) => /\b(TODO|FIXME|XXX)\b/.test(textOf(name)))).toEqual([]);
});
