import type { CodegenConfig } from '@graphql-codegen/cli';
import typed from '../codegen.ts';

/** The typed documents of the overview and of webhooks. Those of records are made from the schema in the browser. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  emitLegacyCommonJSImports: false,
  documents: ['console/{overview,webhooks}/*.graphql'],
  generates: { 'console/generated/': typed.generates['operations/generated/'] ?? {} },
};

export default config;
