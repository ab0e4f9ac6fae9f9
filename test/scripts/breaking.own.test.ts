import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FILES = [
  'scripts/breaking.mjs',
  'schema.graphql',
  'schema.released.graphql',
  'schema.subgraph.graphql',
  'schema.breaking.json',
  'CHANGELOG.md',
];
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Runs the comparison on a copy of the contract, as it was committed there, in which these texts are replaced. */
function compare(changed: Record<string, (text: string) => string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-contract-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const file of FILES) cpSync(join(root, file), join(folder, file));
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  for (const args of [
    ['init', '-q'],
    ['add', ...FILES],
    [...identity, 'commit', '-qm', 'The contract'],
  ])
    expect(spawnSync('git', args, { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0 });
  for (const [file, change] of Object.entries(changed)) writeFileSync(join(folder, file), change(read(file)));
  const program = [join(folder, 'scripts/breaking.mjs')];
  const { status, stderr, stdout } = spawnSync(process.execPath, program, { encoding: 'utf8' });
  return { status, stderr, stdout };
}

test('the contract breaks no client of the last release without a reason', () => {
  expect(compare()).toMatchObject({ status: 0, stderr: '' });
});

test('a field that is gone fails, until it is named with a reason', () => {
  const without = (text: string): string =>
    text.replace(/(type NotFoundError [^}]*\n {2})message: String!/, '$1text: String!');
  const { status, stderr } = compare({ 'schema.graphql': without });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('"type":"FIELD_REMOVED","path":"NotFoundError.message"'),
  ]);
  const naming = (reason: string) => (text: string) =>
    JSON.stringify([...JSON.parse(text), { type: 'FIELD_REMOVED', path: 'NotFoundError.message', reason }]);
  const named = { 'schema.graphql': without, 'schema.breaking.json': naming('It is called text.') };
  expect(compare(named)).toMatchObject({ status: 0, stderr: '' });
  expect(compare({ ...named, 'schema.breaking.json': naming('') }).status).toBe(1);
});

test('an addition passes, and an input that becomes required does not', () => {
  const add = (field: string) => (text: string) =>
    text.replace('\ninput UpdateTankInput {', (head) => `${head}\n  ${field}`);
  expect(compare({ 'schema.graphql': add('colour: String') }).status).toBe(0);
  expect(compare({ 'schema.graphql': add('colour: String!') }).stderr).toContain('UpdateTankInput.colour');
});

test('a change that is named although there is none fails, so that the file is emptied at a release', () => {
  const gone = { type: 'FIELD_REMOVED', path: 'Tank.colour', reason: 'It faded.' };
  const { status, stderr } = compare({ 'schema.breaking.json': () => JSON.stringify([gone]) });
  expect([status, stderr]).toEqual([1, expect.stringContaining('FIELD_REMOVED Tank.colour')]);
});

test('a record that loses its key in the subgraph fails', () => {
  const without = (text: string): string =>
    text.replace('type Tank implements Node @key(fields: "id")', 'type Tank implements Node');
  const { status, stderr } = compare({ 'schema.subgraph.graphql': without });
  expect([status, stderr]).toEqual([1, expect.stringContaining('schema.subgraph.graphql has no @key on Tank')]);
});

test('a change that clients may have to handle is printed, and passes', () => {
  const add = (text: string): string => text.replace('union UpdateTankResult =', 'union UpdateTankResult = Actor |');
  const { status, stdout } = compare({ 'schema.graphql': add });
  expect([status, stdout]).toEqual([0, expect.stringContaining('clients may have to handle it.')]);
});

test('an addition without a line in the changelog is printed, and one with it or another description is not', () => {
  const add = (text: string): string =>
    text.replace('\ninput UpdateTankInput {', (head) => `${head}\n  colour: String`);
  const note = 'UpdateTankInput';
  expect(compare({ 'schema.graphql': add })).toMatchObject({ status: 0, stdout: expect.stringContaining(note) });
  const told = { 'schema.graphql': add, 'CHANGELOG.md': (text: string) => `${text}\n- Tanks have a colour.\n` };
  expect(compare(told).stdout).not.toContain(note);
  const describe = (text: string): string => text.replace('The display name.', 'The name on displays.');
  expect(compare({ 'schema.graphql': describe }).stdout).not.toContain('CHANGELOG');
});
