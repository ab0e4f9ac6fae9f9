// Compares schema.graphql with schema.released.graphql: the contract of the last release or, until there is one, of the
// first clients. The exit code is 1 if a change breaks clients and schema.breaking.json does not name it with a reason,
// or if that file names a change that there is not.
import { readFileSync } from 'node:fs';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const keyOf = ({ type, path }) => `${type} ${path}`;

const named = JSON.parse(read('schema.breaking.json'));
const changes = await diff(buildSchema(read('schema.released.graphql')), buildSchema(read('schema.graphql')));
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
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
