import {
  type FieldNode,
  GraphQLError,
  type GraphQLErrorExtensions,
  type GraphQLResolveInfo,
  locatedError,
  responsePathAsArray,
} from 'graphql';
import { MOST_ERRORS, withoutStack } from '../base/errors.ts';

/** Errors without a position are last. */
const positionOf = ({ positions }: GraphQLError): number => positions?.[0] ?? Number.MAX_SAFE_INTEGER;

/** By position in the document, then in lists: fields that fail at the same time report it in any order. */
function byPosition(one: GraphQLError, other: GraphQLError): number {
  const distance = positionOf(one) - positionOf(other);
  if (distance !== 0) return distance;
  const path = one.path ?? [];
  const depth = path.findIndex((key, index) => key !== other.path?.[index]);
  const [key = 0, otherKey = 0] = [path[depth], other.path?.[depth]];
  return typeof key === 'number' && typeof otherKey === 'number' ? key - otherKey : `${key}` < `${otherKey}` ? -1 : 1;
}

/** The error with its place. A stack trace is that of the error itself. */
export const locate = (error: unknown, nodes: readonly FieldNode[], path: GraphQLResolveInfo['path']): GraphQLError =>
  withoutStack(() => locatedError(error, nodes, responsePathAsArray(path)));

export function rewrite(error: GraphQLError, message: string, extensions: GraphQLErrorExtensions): GraphQLError {
  const { nodes = null, source, positions, path, originalError } = error;
  return withoutStack(() => new GraphQLError(message, { nodes, source, positions, path, originalError, extensions }));
}

/** The number of an answer's errors, and a hundred of them. */
export class FieldErrors {
  count = 0;
  readonly #kept: GraphQLError[] = [];

  /** The errors of an answer that is nothing but one error. */
  static only(originalError: Error): FieldErrors {
    return new FieldErrors([withoutStack(() => new GraphQLError(originalError.message, { originalError }))]);
  }

  constructor(errors: readonly GraphQLError[] = []) {
    for (const error of errors) this.add(error);
  }

  add(error: GraphQLError): void {
    this.count += 1;
    if (this.#kept.length < MOST_ERRORS) this.#kept.push(error);
  }

  /** Adds what a field has thrown. To locate an error costs much more than to count it. */
  addThrown(error: unknown, nodes: readonly FieldNode[], path: GraphQLResolveInfo['path']): void {
    if (this.#kept.length < MOST_ERRORS) this.add(locate(error, nodes, path));
    else this.count += 1;
  }

  /** The errors that are reported, in order. The last says in `extensions.more` how many are left out. */
  get first(): GraphQLError[] {
    const kept = this.#kept.toSorted(byPosition);
    const more = this.count - kept.length;
    const last = kept.at(-1);
    if (more === 0 || last === undefined) return kept;
    return kept.with(-1, rewrite(last, last.message, { ...last.extensions, more }));
  }
}
