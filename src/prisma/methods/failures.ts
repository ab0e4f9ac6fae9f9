import { InvalidRequestError, type IssueCode, NotFoundError } from '../../base/errors.ts';
import { capitalized } from '../../base/text.ts';
import { isPlain } from '../../base/values.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Model } from '../sql/model.ts';

const ISSUES: Record<string, { code: IssueCode; message: string }> = {
  P2000: { code: 'TOO_LONG', message: 'is too long' },
  P2002: { code: 'DUPLICATE', message: 'is taken by another record' },
  P2011: { code: 'REQUIRED', message: 'cannot be null' },
};

/** The code of Prisma's for a conflict of transactions, after which the same may be tried again. */
const CONFLICT = 'P2034';
const TRIES = 3;

const isOfCode = (error: unknown, code: string): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;

/** Does work, and again if another transaction was in its way. */
export async function repeated<Result>(work: () => Promise<Result>, tries = TRIES): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (tries <= 1 || !isOfCode(error, CONFLICT)) throw error;
    return repeated(work, tries - 1);
  }
}

/** The columns that an error of the database names. */
function columnsIn(meta: unknown): string[] {
  if (!isPlain(meta)) return [];
  const { fields, constraint, cause, driverAdapterError, column_name } = meta;
  const [within] = [driverAdapterError, cause, constraint].filter((each) => each !== undefined);
  if (Array.isArray(fields)) return fields.map((field) => String(field).replaceAll('"', ''));
  if (typeof column_name === 'string') return [column_name];
  return within instanceof Error ? columnsIn({ ...within }) : columnsIn(within);
}

/** What an error of Prisma's says to a client; any other as it is. `where` names the row that was not found. */
export function clientErrorOf(error: unknown, model: Model, where: unknown): unknown {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return error;
  if (error.code === 'P2025') {
    const id = isPlain(where) && typeof where.id === 'string' ? where.id : JSON.stringify(where);
    return new NotFoundError(capitalized(model.stored.replaceAll('_', ' ')), id);
  }
  const issue = ISSUES[error.code];
  if (issue === undefined) return error;
  const columns = columnsIn(error.meta);
  const fields = [...model.columns.values()].filter(({ column }) => columns.includes(column));
  const paths = fields.length === 0 ? [['data']] : fields.map(({ field }) => ['data', field]);
  return new InvalidRequestError(paths.map((path) => ({ path, ...issue })));
}
