// Compares schema.graphql with schema.released.graphql: the contract of the last release or, until there is one, of the
// first clients. The exit code is 1 if a change breaks clients and schema.breaking.json does not name it with a reason,
// if that file names a change that there is not, or if a released record has lost its key in the subgraph. Changes that
// clients may have to handle, such as a new member of a union, are printed; so is a change since the last commit that
// has no line in CHANGELOG.md.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema, Kind, parse } from 'graphql';

const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const root = fileURLToPath(new URL('..', import.meta.url));
/** A file as the last commit has it. Without a repository, nothing is known of that. */
const committed = (file) => {
  const { status, stdout } = spawnSync('git', ['show', `HEAD:./${file}`], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return status === 0 ? stdout : read(file);
};
const keyOf = ({ type, path }) => `${type} ${path}`;

const named = JSON.parse(read('schema.breaking.json'));
const released = buildSchema(read('schema.released.graphql'));
const changes = await diff(released, buildSchema(read('schema.graphql')));
const breaking = changes.filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking);

const faults = [
  ...breaking
    .filter((change) => !named.some((each) => keyOf(each) === keyOf(change) && each.reason))
    .map((change) => {
      const entry = JSON.stringify({ type: change.type, path: change.path, reason: '…' });
      return `${change.message}: this breaks clients. Undo it, or add ${entry} to schema.breaking.json.`;
    }),
  ...named
    .filter((each) => !breaking.some((change) => keyOf(change) === keyOf(each)))
    .map((each) => `schema.breaking.json names ${keyOf(each)}, which breaks nothing of schema.released.graphql.`),
];
// A supergraph finds a record of other subgraphs by its key.
const subgraph = parse(read('schema.subgraph.graphql')).definitions;
const isKeyed = (name) =>
  subgraph.some(
    (type) =>
      type.kind === Kind.OBJECT_TYPE_DEFINITION &&
      type.name.value === name &&
      type.directives.some((directive) => directive.name.value === 'key'),
  );
for (const { name } of released.getPossibleTypes(released.getType('Node')))
  if (!isKeyed(name))
    faults.push(`schema.subgraph.graphql has no @key on ${name}: this breaks supergraphs. Restore it.`);

for (const { message, criticality } of changes)
  if (criticality.level === CriticalityLevel.Dangerous)
    process.stdout.write(`${message}: clients may have to handle it.\n`);
// Not a fault: a commit may be a part of a change, and its line come with another.
if (committed('schema.graphql') !== read('schema.graphql') && committed('CHANGELOG.md') === read('CHANGELOG.md')) {
  const since = await diff(buildSchema(committed('schema.graphql')), buildSchema(read('schema.graphql')));
  const [change] = since.filter(({ type }) => !type.includes('DESCRIPTION'));
  if (change) process.stdout.write(`${change.message}: has CHANGELOG.md no line about it?\n`);
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
