import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { SECRETS_KEY } from '../cipher.ts';
import { cloneDatabase, SECRET } from '../gateway.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gateway-image-'));
/** The two stages of the Dockerfile; what it copies lies in a folder each, as in /app. */
const [build, image] = [join(folder, 'build'), join(folder, 'image')];
const stages = readFileSync(join(repository, 'Dockerfile'), 'utf8')
  .replaceAll('\\\n', '')
  .split(/^FROM .*$/m)
  .slice(1)
  .map((stage) => stage.split('\n').map((line) => line.split(' ')));

/** Follows the COPY instructions of a stage; those without `--from` copy from the repository. */
function follow(stage: string[][], to: string): void {
  for (const [instruction, ...words] of stage) {
    if (instruction !== 'COPY') continue;
    const target = join(to, words.at(-1) ?? '');
    const sources = words.slice(0, -1).filter((word) => !word.startsWith('--'));
    const from = words[0] === '--from=build' ? build : repository;
    for (const source of sources.map((name) => name.replace(/^\/app\//, '')))
      cpSync(join(from, source), words.at(-1)?.endsWith('/') ? join(target, basename(source)) : target, {
        recursive: true,
        dereference: true,
        filter: (path) => !path.includes('src/generated'),
      });
  }
}

/** The environment that the image sets. */
const settings = (stages[1] ?? [])
  .filter(([instruction]) => instruction === 'ENV')
  .flatMap(([, ...pairs]) =>
    pairs.map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']),
  );
/** The command of an instruction in its JSON form. */
const command = (instruction: string): string[] => {
  const line = stages[1]?.find(([name]) => name === instruction)?.join(' ') ?? '';
  return JSON.parse(line.slice(line.indexOf('[')));
};

const run = ([, ...args]: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, args, { cwd: image, env, stdio: ['ignore', 'pipe', 'inherit'] });

beforeAll(() => {
  mkdirSync(build);
  // `npm ci`
  symlinkSync(join(repository, 'node_modules'), join(build, 'node_modules'));
  const [first = [], last = []] = stages;
  follow(first, build);
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: build });
  follow(last, image);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the files of the image are all that its programs need, and its health check passes', async () => {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  const env = {
    ...Object.fromEntries(settings),
    DATABASE_URL: url,
    JWT_SECRET: SECRET,
    SECRETS_KEY,
    PORT: '0',
    GRAPHIQL: 'on',
    DRAIN_SECONDS: '0',
  };
  const main = run(command('CMD'), env);
  onTestFinished(() => void main.kill('SIGKILL'));
  if (main.stdout === null) throw new Error('no output');
  const [line] = await once(createInterface(main.stdout), 'line');
  const { port } = new URL(JSON.parse(line).address);

  const check = (at: string) => once(run(command('HEALTHCHECK'), { PORT: at }), 'exit');
  expect(await check(port)).toEqual([0, null]);
  const page = await fetch(`http://127.0.0.1:${port}/graphql`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('GraphiQL');
  expect(await once(run(['node', 'dist/seed.js'], env), 'exit')).toEqual([0, null]);
  expect(await once(run(['node', 'dist/token.js', '--company', 'demo'], env), 'exit')).toEqual([0, null]);

  const exit = once(main, 'exit');
  main.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(await check(port)).toEqual([1, null]);
});

test('without DATABASE_URL the image says what it needs', async () => {
  const main = spawn(process.execPath, command('CMD').slice(1), { cwd: image, env: Object.fromEntries(settings) });
  const [said] = await once(main.stderr, 'data');
  expect(String(said)).toContain('set DATABASE_URL');
  expect(await once(main, 'exit')).toEqual([1, null]);
});
