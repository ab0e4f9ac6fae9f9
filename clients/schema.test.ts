import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

test('graphql-eslint finds nothing in the schema but the exceptions that its configuration names', async () => {
  const eslint = new ESLint({ cwd: root, overrideConfigFile: 'clients/eslint.config.js' });
  const [{ messages } = { messages: [] }] = await eslint.lintFiles('schema.graphql');
  expect(messages.map(({ ruleId, line, message }) => `${ruleId}, line ${line}: ${message}`)).toEqual([]);
});

test('graphql-schema-linter finds nothing in the schema', () => {
  const program = fileURLToPath(new URL('node_modules/.bin/graphql-schema-linter', import.meta.url));
  const report = execFileSync(program, ['--format', 'json', 'schema.graphql'], { cwd: root, encoding: 'utf8' });
  expect(JSON.parse(report)).toEqual({ errors: [] });
});
