import type { CodegenConfig } from '@graphql-codegen/cli';

/** Where the documents are. A frontend that copies this file names its own folder here, such as `src`. */
const FOLDER = 'operations';

/**
 * What a frontend generates from this API into `generated/`: a typed document for each operation and `possibleTypes`,
 * without which Apollo Client drops `... on Error { message }`. `npm run generate` runs it for the ready operations.
 */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  emitLegacyCommonJSImports: false,
  documents: [`${FOLDER}/**/*.{graphql,ts,tsx}`, `!${FOLDER}/generated/**`],
  generates: {
    [`${FOLDER}/generated/`]: {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars: {
          BigInt: { input: 'string | number', output: 'string' },
          Date: 'string',
          DateTime: 'string',
          Decimal: { input: 'string | number', output: 'string' },
          JSONObject: 'Record<string, unknown>',
          Percentage: { input: 'number | string', output: 'number' },
          SafeInt: 'number',
          URL: 'string',
          UUID: 'string',
        },
      },
    },
    [`${FOLDER}/generated/possible-types.json`]: { plugins: ['fragment-matcher'] },
  },
};

export default config;
