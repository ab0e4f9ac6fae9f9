import { InvalidRequestError, type IssueCode, NotFoundError, UnavailableError } from '../../base/errors.ts';
import { capitalized } from '../../base/text.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { stateOf } from '../../postgres/sqlstate.ts';
import { isPlain } from '../../records/values.ts';
import type { Model } from '../sql/model.ts';

const ISSUES: Record<string, { code: IssueCode; message: string }> = {
  P2000: { code: 'TOO_LONG', message: 'is too long' },
  P2002: { code: 'DUPLICATE', message: 'is taken by another record' },
  P2011: { code: 'REQUIRED', message: 'cannot be null' },
};

/** SQLSTATEs of a conflict of transactions, after which the same may be tried again: Prisma's P2034. */
const CONFLICTS = ['40001', '40P01'];
const TRIES = 3;

export async function retryConflicts<Result>(work: () => Promise<Result>, tries = TRIES): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isConflict = error instanceof UnavailableError && CONFLICTS.includes(stateOf(error.cause));
    if (tries <= 1 || !isConflict) throw error;
    return retryConflicts(work, tries - 1);
  }
}

/** The fields of the unique key that an error names; PostgreSQL gives it the name of its index. */
function fieldsOfKey({ stored, columns, keys }: Model, meta: unknown): readonly string[] {
  const index = /"constraint":\{"index":"([^"]+)"/.exec(JSON.stringify(meta) ?? '')?.[1];
  const indexOf = (fields: readonly string[]) =>
    `${stored}_${fields.map((each) => columns.get(each)?.column).join('_')}_key`;
  return [...keys.values()].find((fields) => indexOf(fields) === index) ?? (index === `${stored}_pkey` ? ['id'] : []);
}

export function notFound({ stored }: Model, where: unknown): NotFoundError {
  const id = isPlain(where) && typeof where.id === 'string' ? where.id : JSON.stringify(where);
  return new NotFoundError(capitalized(stored.replaceAll('_', ' ')), id);
}

/** What an error of Prisma's says to a client; any other as it is. `where` names the row that was not found. */
export function clientErrorOf(error: unknown, model: Model, where: unknown): unknown {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return error;
  if (error.code === 'P2025') return notFound(model, where);
  const issue = ISSUES[error.code];
  if (issue === undefined) return error;
  const fields = fieldsOfKey(model, error.meta).filter((field) => field !== 'companyId');
  const paths = fields.length === 0 ? [['data']] : fields.map((field) => ['data', field]);
  return new InvalidRequestError(paths.map((path) => ({ path, ...issue })));
}
