import { createHive, useHive } from '@graphql-hive/yoga';
import {
  type DocumentNode,
  type ExecutionArgs,
  getNamedType,
  isInputObjectType,
  type ObjectValueNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Config } from '../settings/config.ts';

const MOST_IN_REPORT = 10_000;
/** The last attempt to send a report fails within the time that a stop has. */
const RETRIES = 1;

/** What clients call themselves: the names of Hive, and those that Apollo's clients send. */
const NAMES = ['x-graphql-client-name', 'graphql-client-name', 'apollographql-client-name'];
const VERSIONS = ['x-graphql-client-version', 'graphql-client-version', 'apollographql-client-version'];

type Headers = Readonly<Record<string, string | string[] | undefined>>;
const headerIn = (headers: Headers, names: readonly string[]): string | undefined =>
  names.map((name) => headers[name]).find((value) => typeof value === 'string');

/** The document without the contents of its JSON literals: Hive keeps their keys, which are values of a user. */
function withoutJson({ document, schema }: ExecutionArgs): DocumentNode {
  const types = new TypeInfo(schema);
  const ObjectValue = (node: ObjectValueNode) =>
    isInputObjectType(getNamedType(types.getInputType())) ? undefined : { ...node, fields: [] };
  return visit(document, visitWithTypeInfo(types, { ObjectValue }));
}

/**
 * The plugin that reports to GraphQL Hive which operations and fields clients use, how long they take and which fail.
 * It replaces literals in documents, and reports no variables and no results.
 */
export function reportUsage(
  { token, sampleRate, target, endpoint }: NonNullable<Config['usage']>,
  log: Logger,
): Plugin {
  const fail = (reason: unknown): void => log.warn({ reason: String(reason) }, 'usage could not be reported');
  const hive = createHive({
    token,
    usage: {
      sampleRate,
      clientInfo: ({ req: { headers } }: { req: { headers: Headers } }) => {
        const name = headerIn(headers, NAMES);
        return name === undefined ? null : { name, version: headerIn(headers, VERSIONS) ?? '' };
      },
      ...(target !== undefined && { target }),
      ...(endpoint !== undefined && { endpoint }),
    },
    agent: {
      name: 'field-operations-gateway',
      maxSize: MOST_IN_REPORT,
      maxRetries: RETRIES,
      logger: { info: () => {}, error: fail },
    },
  });
  const reported = new WeakMap<DocumentNode, DocumentNode>();
  const hidden = (args: ExecutionArgs): ExecutionArgs => {
    const document = reported.get(args.document) ?? withoutJson(args);
    reported.set(args.document, document);
    return { ...args, document };
  };
  const plugin = useHive({
    ...hive,
    collectUsage() {
      const usage = hive.collectUsage();
      return { ...usage, finish: (args, ...rest) => usage.finish(hidden(args), ...rest) };
    },
    collectSubscriptionUsage: ({ args, ...rest }) => hive.collectSubscriptionUsage({ args: hidden(args), ...rest }),
  });
  return {
    ...plugin,
    onParams: (asked) => {
      // It skips requests without a text or an id, such as those with the hash of a trusted document.
      plugin.onParams?.({ ...asked, params: Object.assign({ documentId: '' }, asked.params) });
    },
  };
}
