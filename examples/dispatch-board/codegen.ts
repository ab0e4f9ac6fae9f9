import type { CodegenConfig } from '@graphql-codegen/cli';

// As in codegen.ts of the gateway, for the documents in the components.
const config: CodegenConfig = {
  schema: '../../schema.graphql',
  documents: ['src/**/*.{ts,tsx}', '!src/gql/**'],
  emitLegacyCommonJSImports: false,
  generates: {
    'src/gql/': {
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
  },
};

export default config;
