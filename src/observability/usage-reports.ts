import { setTimeout as delay } from 'node:timers/promises';
import { createHive } from '@graphql-hive/core';
import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  type ObjectValueNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Logger } from 'pino';
import type { Observer } from '../http/exchange/exchange.ts';

export interface UsageSettings {
  token: string;
  /** The part of the requests that are reported, from 0 to 1. */
  sampleRate: number;
  /** `organization/project/target`, which the tokens of organizations need. */
  target: string | undefined;
  /** Where reports go, for a Hive of one's own. */
  endpoint: string | undefined;
}

/** How long a stop waits for the last report. */
const STOP_MS = 1_000;
const SEND_MS = 10_000;
const MOST_IN_REPORT = 10_000;
/** The package hashes the document of each reported request, some 0.2 ms. */
const MOST_A_SECOND = 20;

/** What clients call themselves: the names of Hive, and those that Apollo's clients send. */
const NAMES = ['x-graphql-client-name', 'graphql-client-name', 'apollographql-client-name'];
const VERSIONS = ['x-graphql-client-version', 'graphql-client-version', 'apollographql-client-version'];

type Headers = Readonly<Record<string, string | string[] | undefined>>;
const headerIn = (headers: Headers, names: readonly string[]): string | undefined =>
  names.map((name) => headers[name]).find((value) => typeof value === 'string');

/** The document without the contents of its JSON literals: the package keeps their keys, which are values of a user. */
function withoutJson(document: DocumentNode, schema: GraphQLSchema): DocumentNode {
  const types = new TypeInfo(schema);
  const ObjectValue = (node: ObjectValueNode) =>
    isInputObjectType(getNamedType(types.getInputType())) ? undefined : { ...node, fields: [] };
  return visit(document, visitWithTypeInfo(types, { ObjectValue }));
}

/**
 * Reports to GraphQL Hive which operations and fields clients use, how long they take and which fail. The package
 * replaces literals in documents, and nothing here gives it variables, results, or the keys of JSON.
 */
export function openUsage({ token, sampleRate, target, endpoint }: UsageSettings, schema: GraphQLSchema, log: Logger) {
  const fail = (reason: unknown): void => log.warn({ reason: String(reason) }, 'usage could not be reported');
  const hive = createHive({
    token,
    usage: {
      clientInfo: (headers: Headers) => {
        const name = headerIn(headers, NAMES);
        return name === undefined ? null : { name, version: headerIn(headers, VERSIONS) ?? '' };
      },
      ...(target !== undefined && { target }),
      ...(endpoint !== undefined && { endpoint }),
    },
    agent: {
      name: 'field-operations-gateway',
      sendInterval: SEND_MS,
      maxSize: MOST_IN_REPORT,
      // The package logs a failure only as a detail.
      fetch: async (...request) => {
        try {
          const response = await fetch(...request);
          if (!response.ok) fail(`HTTP status ${response.status}`);
          return response;
        } catch (error) {
          fail(error);
          throw error;
        }
      },
      logger: { info: () => {}, error: fail },
    },
    autoDispose: false,
  });
  let second = 0;
  let reported = 0;
  /** Whether another request of this second may be reported. */
  const isWithinLimit = (): boolean => {
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) [second, reported] = [now, 0];
    reported += 1;
    return reported <= MOST_A_SECOND;
  };
  const observe: Observer =
    ({ req, report }) =>
    () => {
      const { document, kind, operation, errors, startedAt } = report;
      if (document === undefined || Math.random() >= sampleRate || !isWithinLimit()) return;
      const args = {
        schema,
        document: withoutJson(document, schema),
        operationName: operation ?? null,
        contextValue: req.headers,
      };
      if (kind === 'subscription') return hive.collectSubscriptionUsage({ args });
      const found = (errors ?? []).map(({ message, path }) => ({ message, path }));
      const duration = Math.round((performance.now() - startedAt) * 1e6);
      hive.collectRequest({ args, result: found.length > 0 ? { errors: found } : {}, duration });
    };
  return {
    observe,
    stop: (): Promise<unknown> => Promise.race([hive.dispose(), delay(STOP_MS, undefined, { ref: false })]),
  };
}
