import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { UnavailableError } from '../base/errors.ts';
import { type Disconnectable, senderTurns } from '../load/turns.ts';
import type { DocumentFacts, Operation } from '../operation/operation.ts';
import type { Code } from './codes.ts';
import { planVariables } from './coercion.ts';
import type { Executed } from './execute.ts';
import { withVariableIssues } from './input-issues.ts';
import { MOST_DOCUMENT_ERRORS, type Rooms, tooLarge, validateWithinLimits } from './limits.ts';
import { type ExecutionPlan, planExecution } from './plan.ts';
import { type DocumentParameters, TrustedDocuments } from './trusted.ts';

const MOST_TOKENS = 10_000;
/** How many times as long as its document took a sender rests: it takes a fifth of the processor at most. */
const REST = 4;
const TOO_MANY_NEW =
  'Too many new documents are waiting. Send the same text each time, with variables for what changes.';
/** graphql-js counts the lines before each error that it reports. A longer document has errors without `locations`. */
const MOST_LINES = 500;
/** The whole message of graphql-js where a rule of validation has compared as many fields as it may. */
const ABORTED = 'Validation aborted.';
const TOO_REPETITIVE =
  'The document repeats fields too often: to compare those of equal names takes more than 500,000 steps.';
/** The most plans of one document: each combination of conditions has its own. */
const MOST_PLANS = 32;

/** What is known of a text: a document, with the errors of its validation, or why it is none. */
interface Entry {
  document: DocumentNode | undefined;
  errors: readonly GraphQLError[];
  /** How the variables of each operation are coerced; empty if there are errors. */
  coercions: ReadonlyMap<OperationDefinitionNode, ReturnType<typeof planVariables>>;
  rooms: Rooms;
  /** The variables in @skip and @include. */
  conditions: readonly string[];
  /** Plans by the name of the operation and the values of the conditions; the oldest first. */
  plans: Map<string, ExecutionPlan>;
}

export interface Parameters extends DocumentParameters {
  operationName?: string | null | undefined;
  variables?: Readonly<Record<string, unknown>> | null | undefined;
}

export interface Prepared extends DocumentFacts {
  errors: readonly GraphQLError[];
  /** Executes it, unless there are errors; `source` is the item of a subscription. */
  execute?: ((context: Operation, source?: unknown) => Promise<Executed>) | undefined;
}

interface Settings {
  schema: GraphQLSchema;
  introspection: boolean;
  trusted?: TrustedDocuments | undefined;
}

/** The documents of clients, each parsed, validated and planned once. */
export class Documents {
  readonly #inTurn = senderTurns(TOO_MANY_NEW, REST);
  readonly #settings: Settings;
  /** What is read, or waits for that, by sender and text. */
  readonly #reading = new Map<string, Promise<Prepared>>();
  readonly #entries = new LRUCache<string, Entry>({ max: 500, maxSize: 50_000, sizeCalculation: weigh });

  /** Without `introspection`, the schema is not described: neither to a query that asks, nor in suggestions. */
  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The text of the document that a request sends or names. Throws GraphQLError if it may not be executed. */
  textOf(parameters: Parameters): string | undefined {
    const { trusted } = this.#settings;
    if (parameters.query && trusted === undefined) return parameters.query;
    return (trusted ?? new TrustedDocuments()).textOf(parameters);
  }

  read(text: string): Entry {
    const known = this.#entries.get(text);
    if (known !== undefined) return known;
    const entry = readDocument(text, this.#settings);
    this.#entries.set(text, entry);
    return entry;
  }

  /** The operation of a text that may be executed, or why it cannot be: errors of the document or of the variables. */
  prepareText(query: string, parameters: Omit<Parameters, 'query'>): Prepared {
    return this.#prepare(this.read(query), query, parameters, true);
  }

  /** The operation that a request names, without any work on the document; undefined if that is needed. */
  prepareKnown(parameters: Parameters): Prepared | undefined {
    const query = withinTheStack(() => this.textOf(parameters) ?? '');
    if (query instanceof GraphQLError) return { errors: [query] };
    const entry = this.#entries.get(query);
    const prepared = entry && this.#prepare(entry, query, parameters, false);
    return prepared === UNPLANNED ? undefined : prepared;
  }

  /** Prepares a new document in a turn of its sender, who may send it many times at once. May be OVERLOADED. */
  async prepareInTurn(sender: string, parameters: Parameters, client?: Disconnectable): Promise<Prepared> {
    const query = this.textOf(parameters) ?? '';
    const key = `${sender} ${query}`;
    for (let reading = this.#reading.get(key); reading !== undefined; reading = this.#reading.get(key)) {
      // Its client may have left. Any other refusal is theirs, too: they have waited as long.
      await reading.catch((error: unknown) => {
        if (!(error instanceof UnavailableError && error.code === 'CANCELLED')) throw error;
      });
      // With the same text, one may ask for another operation, or have other conditions.
      const known = this.prepareKnown(parameters);
      if (known !== undefined) return known;
    }
    const reading = this.#inTurn(sender, () => this.prepareText(query, parameters), client);
    this.#reading.set(key, reading);
    return reading.finally(() => this.#reading.delete(key));
  }

  /** Without `mayPlan`, UNPLANNED if there is no plan yet. */
  #prepare(
    entry: Entry,
    query: string,
    { operationName = null, variables }: Omit<Parameters, 'query'>,
    mayPlan: boolean,
  ): Prepared {
    const { schema } = this.#settings;
    const { document, errors, conditions, coercions, rooms, plans } = entry;
    if (document === undefined) return { errors };
    const node = getOperationAST(document, operationName);
    if (!node) return { errors: [NO_OPERATION] };
    const name = node.name?.value;
    const kind = node.operation;
    const coerce = coercions.get(node);
    if (coerce === undefined) return { name, kind, errors };
    const values = { ...variables };
    const { coerced, errors: found } = coerce(values);
    if (found !== undefined) {
      const faults = withVariableIssues(found, schema, document, values);
      return { name, kind, errors: faults.map((error) => toBadRequest(error, 'BAD_USER_INPUT')) };
    }
    // Another operation may have a variable of the same name and of any type.
    const decisions = conditions.map((variable) => (typeof coerced[variable] === 'boolean' ? coerced[variable] : null));
    const key = `${name} ${decisions}`;
    let plan = plans.get(key);
    if (plan === undefined && !mayPlan) return UNPLANNED;
    if (plan === undefined) {
      // The plan keeps these, and no other value of the request that it is made for.
      const decided = Object.fromEntries(conditions.map((variable, index) => [variable, decisions[index]]));
      const planned = withinTheStack(() => planExecution(schema, document, node, decided));
      if (planned instanceof GraphQLError) return { name, kind, errors: [planned] };
      plan = planned;
      const [oldest = ''] = plans.keys();
      if (plans.size >= MOST_PLANS) plans.delete(oldest);
      plans.set(key, plan);
      // A new entry, because the cache weighs only those.
      this.#entries.set(query, { ...entry });
    }
    const { roots, execute } = plan;
    const asked = { name, kind, roots, room: rooms.get(node) ?? 1 };
    return { ...asked, errors, execute: (context, source) => execute(context, coerced, source) };
  }
}

const UNPLANNED: Prepared = { errors: [] };

const NO_OPERATION = new GraphQLError('Could not determine what operation to execute.', {
  extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
});

/** Adds to an error that the GraphQL over HTTP specification answers it with 400, and a code unless it has one. */
function toBadRequest(error: GraphQLError, code: Code): GraphQLError {
  Object.assign(error.extensions, { code: error.extensions.code ?? code, http: { status: 400, spec: true } });
  return error;
}

function readDocument(text: string, { schema, introspection }: Settings): Entry {
  const unread = {
    document: undefined,
    errors: [],
    coercions: new Map(),
    rooms: new Map(),
    conditions: [],
    plans: new Map(),
  };
  const document = withinTheStack(() => parse(text, { maxTokens: MOST_TOKENS, noLocation: isLong(text) }));
  if (document instanceof GraphQLError) return { ...unread, errors: [toBadRequest(document, 'GRAPHQL_PARSE_FAILED')] };
  const found = withinTheStack(() => validateWithinLimits(schema, document, introspection));
  const { errors: faults, rooms } = found instanceof GraphQLError ? { errors: [found], rooms: unread.rooms } : found;
  const errors = faults.map((error) =>
    toBadRequest(error.message === ABORTED ? tooLarge(TOO_REPETITIVE) : error, 'GRAPHQL_VALIDATION_FAILED'),
  );
  if (errors.length > 0) return { ...unread, document, errors };
  const options = { maxErrors: MOST_DOCUMENT_ERRORS, hideSuggestions: !introspection };
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const coercions = new Map(operations.map((node) => [node, planVariables(schema, node, options)]));
  return { ...unread, document, coercions, rooms, conditions: conditionsOf(document) };
}

/** What `read` returns, or the error of GraphQL that it throws. Deep nesting overflows the stack. */
function withinTheStack<Result>(read: () => Result): Result | GraphQLError {
  try {
    return read();
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    if (error instanceof RangeError) return tooLarge('The document is nested too deeply.');
    throw error;
  }
}

const isLong = (text: string): boolean => text.split(/\r\n|[\n\r]/, MOST_LINES + 1).length > MOST_LINES;

function conditionsOf(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    // The only directives of operations are @skip and @include.
    Directive({ arguments: given = [] }) {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/**
 * About 1 KB each: a parsed document takes 60 times the memory of its text, and one that consists of nothing but short
 * names, such as is refused, three times as much.
 */
function weigh({ plans, errors }: Entry, text: string): number {
  let size = 1 + Math.ceil((text.length / 16) * (errors.length > 0 ? 3 : 1));
  for (const plan of plans.values()) size += 1 + plan.size;
  return size;
}
