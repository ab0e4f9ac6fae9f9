import { type FieldNode, GraphQLError, type GraphQLResolveInfo, locatedError, responsePathAsArray } from 'graphql';
import { MOST_ERRORS } from '../../errors.ts';

type Position = Pick<GraphQLError, 'positions' | 'path'>;

/** Fields that fail at the same time report it in any order. This one is by position in the document, then in lists. */
function byPosition(one: Position, other: Position): number {
  const [position = Number.MAX_SAFE_INTEGER] = one.positions ?? [];
  const [otherPosition = Number.MAX_SAFE_INTEGER] = other.positions ?? [];
  if (position !== otherPosition) return position - otherPosition;
  const path = other.path ?? [];
  for (const [index, key] of (one.path ?? []).entries()) {
    const otherKey = path[index];
    if (typeof key === 'number' && typeof otherKey === 'number' && key !== otherKey) return key - otherKey;
    if (key !== otherKey) return String(key) < String(otherKey) ? -1 : 1;
  }
  return 0;
}

/** The number of an answer's errors and the first hundred by position, which depend on document and data alone. */
export class FieldErrors {
  /** The number of errors. */
  count = 0;
  #kept: GraphQLError[] = [];
  /** The last of a full hundred; what comes behind it is only counted. */
  #last: GraphQLError | undefined;

  constructor(errors: readonly GraphQLError[] = []) {
    for (const error of errors) this.add(error);
  }

  add(error: GraphQLError): void {
    this.count += 1;
    if (!this.#isBehind(error)) this.#keep(error);
  }

  /** Adds what a field has thrown. Only an error that is kept is located: that costs much more than a position. */
  addThrown(error: unknown, nodes: readonly FieldNode[], path: GraphQLResolveInfo['path']): void {
    const keys = responsePathAsArray(path);
    this.count += 1;
    // An error of GraphQL may have a position of its own.
    const start = error instanceof GraphQLError && error.nodes ? undefined : nodes[0]?.loc?.start;
    if (start !== undefined && this.#isBehind({ positions: [start], path: keys })) return;
    const located = locatedError(error, nodes, keys);
    if (!this.#isBehind(located)) this.#keep(located);
  }

  /** The first hundred, in order. */
  get first(): GraphQLError[] {
    return this.#kept.toSorted(byPosition).slice(0, MOST_ERRORS);
  }

  #isBehind(position: Position): boolean {
    return this.#last !== undefined && byPosition(position, this.#last) >= 0;
  }

  /** Sorts once for each hundred. */
  #keep(error: GraphQLError): void {
    this.#kept.push(error);
    if (this.#kept.length < 2 * MOST_ERRORS) return;
    this.#kept = this.first;
    this.#last = this.#kept.at(-1);
  }
}
