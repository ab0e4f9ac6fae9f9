import { join } from 'node:path';
import graphql from '@graphql-eslint/eslint-plugin';

const all = graphql.configs['flat/schema-all'].rules;
const [, naming] = all['@graphql-eslint/naming-convention'];
const [, { groups: _, ...sorting }] = all['@graphql-eslint/alphabetize'];
const OBJECT = 'ObjectTypeDefinition,ObjectTypeExtension';

/** Values without an identity, and what has become of a record: caches would take one with its id for the record. */
const VALUES = [
  ...['Expiration', 'QuickOrder', 'ShipTo', 'Tank', 'Task'].map((record) => `Deleted${record}`),
  'Actor',
  'Deletion',
  'InputIssue',
  'PageInfo',
  'Resync',
  'Revision',
  'Viewer',
  'WebhookAttempt',
  'WebhookEventType',
  'WebhookFigures',
  'WebhookHour',
  'WebhookRequestHeader',
];

/** All rules for schemas that graphql-eslint has, and those of Relay. Each exception has its reason. */
const EXCEPTIONS = {
  // Records have an id. Pages, changes, errors and values have none.
  '@graphql-eslint/strict-id-in-types': [
    'error',
    {
      exceptions: {
        suffixes: [
          'Aggregate',
          'Change',
          'Connection',
          'Edge',
          'Error',
          'Extremes',
          'Group',
          'GroupKey',
          'Success',
          'Sums',
        ],
        types: VALUES,
      },
    },
  ],
  // The schema is sorted by name alone, as graphql-js sorts it: without `id` first, and with capitals before small
  // letters.
  '@graphql-eslint/alphabetize': ['error', { ...sorting, definitions: false, groups: ['AND', 'NOT', 'OR', '*'] }],
  // The fields have the names of the interface document, such as `Tank.tankAddress`.
  '@graphql-eslint/no-typename-prefix': 'off',
  // A type of event is called one. Filters have the names of Prisma's `where`.
  '@graphql-eslint/naming-convention': [
    'error',
    {
      ...naming,
      [OBJECT]: { ...naming[OBJECT], ignorePattern: '^WebhookEventType$' },
      EnumValueDefinition: { style: 'UPPER_CASE', ignorePattern: '^(Default|Insensitive)$' },
      InputValueDefinition: { style: 'camelCase', ignorePattern: '^(AND|NOT|OR)$' },
    },
  ],
  // The rule exists to forbid roots. There are mutations.
  '@graphql-eslint/no-root-type': 'off',
  // An update takes `id`, `input` and `expectedVersion`, after the interface document.
  '@graphql-eslint/input-name': 'off',
  // `nodes` beside `edges`, and lists that are whole, such as `alerts`, are no pages. A deletion is no node any more.
  '@graphql-eslint/relay-edge-types': [
    'error',
    { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
  ],
};

export default [
  {
    files: ['schema.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: join(import.meta.dirname, '../schema.graphql') } },
    },
    rules: { ...all, ...graphql.configs['flat/schema-relay'].rules, ...EXCEPTIONS },
  },
];
