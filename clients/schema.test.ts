import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { buildSchema, isInputObjectType } from 'graphql';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

test('graphql-eslint finds nothing in the schema but the exceptions that its configuration names', async () => {
  const eslint = new ESLint({ cwd: root, overrideConfigFile: 'clients/eslint.config.js' });
  const [{ messages } = { messages: [] }] = await eslint.lintFiles('schema.graphql');
  expect(messages.map(({ ruleId, line, message }) => `${ruleId}, line ${line}: ${message}`)).toEqual([]);
});

test('graphql-schema-linter finds nothing in the schema but the names of Prisma', () => {
  const types = Object.values(buildSchema(readFileSync(`${root}schema.graphql`, 'utf8')).getTypeMap());
  const filters = types.filter((type) => isInputObjectType(type) && 'AND' in type.getFields());
  const ignored = {
    'input-object-values-are-camel-cased': filters.flatMap(({ name }) =>
      ['AND', 'NOT', 'OR'].map((field) => `${name}.${field}`),
    ),
    'enum-values-all-caps': ['StringFilterMode.Default', 'StringFilterMode.Insensitive'],
  };
  const program = fileURLToPath(new URL('node_modules/.bin/graphql-schema-linter', import.meta.url));
  const options = ['--format', 'json', '--ignore', JSON.stringify(ignored), 'schema.graphql'];
  expect(JSON.parse(execFileSync(program, options, { cwd: root, encoding: 'utf8' }))).toEqual({ errors: [] });
});
