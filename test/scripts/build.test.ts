import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'gateway-build-'));
const path = (name: string): string => join(directory, name);

const schema = `
  generator client {
    provider     = "prisma-client"
    output       = "../src/generated/prisma"
    moduleFormat = "esm"
  }
  datasource db {
    provider = "postgresql"
  }
  model Tank {
    id String @id
  }`;

/** Runs the build as `npm start` does; returns true if it built. */
function buildsIfStale(): boolean {
  const { status, stderr } = spawnSync(process.execPath, [path('scripts/build.mjs'), '--if-stale'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^(Building…\n)?$/) });
  return stderr !== '';
}

/** A repository with programs that do nothing. */
beforeAll(() => {
  const files = { 'prisma/schema.prisma': schema, 'package-lock.json': '{}', 'package.json': '{ "type": "module" }' };
  const programs = ['main', 'worker', 'cli/seed', 'cli/token', 'cli/key', 'cli/receiver', 'cli/copy'].map((name) => [
    `src/${name}.ts`,
    '\n',
  ]);
  for (const [name = '', text = ''] of [...Object.entries(files), ...programs]) {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  }
  mkdirSync(path('scripts'));
  copyFileSync(join(repository, 'scripts/build.mjs'), path('scripts/build.mjs'));
  symlinkSync(join(repository, 'node_modules'), path('node_modules'));
  expect(buildsIfStale()).toBe(true);
});
afterAll(() => rmSync(directory, { recursive: true }));

test('a build without changes is not repeated', () => {
  expect(buildsIfStale()).toBe(false);
});

test.each(['src/cli/seed.ts', 'prisma/schema.prisma', 'package-lock.json', 'scripts/build.mjs'])(
  'a change of %s makes the build stale',
  (name) => {
    appendFileSync(path(name), '\n');
    expect(buildsIfStale()).toBe(true);
    expect(buildsIfStale()).toBe(false);
  },
);

test.each(['prisma/schema.prisma', 'package-lock.json'])('a change of %s makes the Prisma client stale', (name) => {
  const client = path('src/generated/prisma/client.ts');
  const generated = readFileSync(client, 'utf8');
  writeFileSync(client, '');
  appendFileSync(path(name), '\n');
  expect(buildsIfStale()).toBe(true);
  expect(readFileSync(client, 'utf8')).toBe(generated);
});

test('a new time of package-lock.json, which `npm prune` gives it, is not a change', () => {
  const later = new Date(Date.now() + 60_000);
  utimesSync(path('package-lock.json'), later, later);
  expect(buildsIfStale()).toBe(false);
});
