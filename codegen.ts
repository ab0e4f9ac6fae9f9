import type { CodegenConfig } from '@graphql-codegen/cli';

/**
 * What a frontend generates from this API: a typed document for each operation and `possibleTypes`, without which
 * Apollo Client drops `... on Error { message }`. `npm run generate` runs it for the ready operations; copy it and
 * point `documents` at your own.
 */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  emitLegacyCommonJSImports: false,
  documents: ['operations/**/*.graphql'],
  generates: {
    'operations/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars: {
          Date: 'string',
          DateTime: 'string',
          JSONObject: 'Record<string, unknown>',
          Percentage: { input: 'number | string', output: 'number' },
          SafeInt: 'number',
          URL: 'string',
        },
      },
    },
    'operations/generated/possible-types.json': { plugins: ['fragment-matcher'] },
  },
};

export default config;
