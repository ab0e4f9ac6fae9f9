import { IndexMissingError, UnavailableError } from '../../base/errors.ts';
import { isPlain } from '../../records/values.ts';
import { type Model, modelNamed } from './model.ts';
import { isRelation, relationOf } from './relations.ts';

/** Operators that no index of ours serves, also on a column that has one. */
const UNSERVED = ['contains', 'endsWith', 'startsWith', 'mode', 'not', 'notIn'];

/** The fields in conditions, behind relations too, that no index serves, by their paths: `shipTo.note`. */
function unindexedIn(model: Model, where: unknown, within = ''): string[] {
  if (Array.isArray(where)) return where.flatMap((branch) => unindexedIn(model, branch, within));
  if (!isPlain(where)) return [];
  return Object.entries(where).flatMap(([field, wanted]) => {
    const column = model.columns.get(field);
    if (column !== undefined) {
      const isServed = column.indexed && !(isPlain(wanted) && UNSERVED.some((operator) => operator in wanted));
      return isServed || wanted === undefined ? [] : [`${within}${field}`];
    }
    if (['AND', 'OR', 'NOT'].includes(field)) return unindexedIn(model, wanted, within);
    if (!isRelation(model.name, field) || !isPlain(wanted)) return [];
    const related = modelNamed(relationOf(model.name, field).to);
    // `among` is the rule of the token, which nobody has asked for.
    const { among, ...asked } = wanted;
    return Object.values(asked).flatMap((each) => unindexedIn(related, each, `${within}${field}.`));
  });
}

/** What the failure of a read means: one that took too long says which fields want an index. */
export function withoutIndex(error: unknown, model: Model, where: object, orderBy: unknown = []): unknown {
  if (!(error instanceof UnavailableError) || error.code !== 'TIMEOUT') return error;
  const fields = new Set([...unindexedIn(model, where), ...unindexedIn(model, orderBy)]);
  return fields.size === 0 ? error : new IndexMissingError([...fields], { cause: error.cause });
}
