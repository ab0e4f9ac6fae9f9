import { type GraphQLSchema, graphql } from 'graphql';
import { expect } from 'vitest';
import { Documents } from '../../src/engine/documents.ts';
import { RequestBudget } from '../../src/load/request-budget.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { LIMITS } from '../gateway.ts';

/** What an execution results in. */
export interface Outcome {
  data: unknown;
  /** The paths of what is null because of an error, which may be below it. */
  nulls: string[];
  /** Where in the document the error of each path is. */
  places: Map<string, string>;
}

const isObject = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null;

function outcomeOf(given: unknown, errors: Awaited<ReturnType<typeof graphql>>['errors'] = []): Outcome {
  // As clients get it, without prototypes.
  const data: unknown = JSON.parse(JSON.stringify(given ?? null));
  const nulls = errors.map(({ path = [] }) => {
    let [value, depth] = [data, 0];
    for (; isObject(value); depth += 1) value = value[path[depth] ?? ''];
    return JSON.stringify(path.slice(0, depth));
  });
  const places = errors.map(({ path, locations }): [string, string] => [
    JSON.stringify(path),
    JSON.stringify(locations),
  ]);
  return { data, nulls: [...new Set(nulls)].sort(), places: new Map(places) };
}

/**
 * Compares two outcomes. Below what is null, each may have found other errors before it was: both are right, as long as
 * they are at the same places.
 */
export function expectTheSameOutcome(one: Outcome, other: Outcome): void {
  expect({ data: one.data, nulls: one.nulls }).toEqual({ data: other.data, nulls: other.nulls });
  for (const [path, place] of one.places) expect(place).toBe(other.places.get(path) ?? place);
}

/** Executes a query with the engine. */
export async function runOwn(schema: GraphQLSchema, query: string): Promise<Outcome> {
  const { execute, errors } = new Documents({ schema, introspection: true }).prepareText(query, {});
  if (execute === undefined) throw new Error(`${query} is refused: ${errors[0]?.message}`);
  // Resolvers of these schemas read no more of it.
  const context = { budget: new RequestBudget(LIMITS, 'acme'), roots: [] } as unknown as Operation;
  const executed = await execute(context);
  return outcomeOf(executed.data, executed.errors?.first);
}

/** Executes it with graphql-js. */
export async function runStock(schema: GraphQLSchema, source: string): Promise<Outcome> {
  const { data, errors } = await graphql({ schema, source, contextValue: {} });
  return outcomeOf(data, errors);
}
