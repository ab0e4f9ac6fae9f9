/** The errors of a result: what the document selects with `... on Error { message }`. */
type ErrorOf<Result> = Extract<Result, { message: string }>;

/** A mutation's result, either the record or a typed error. */
export type Outcome<Result> =
  | { ok: true; record: Exclude<Result, ErrorOf<Result>> }
  | { ok: false; error: ErrorOf<Result> };

const isError = <Result extends object>(result: Result): result is ErrorOf<Result> => 'message' in result;

/**
 * Separates the record from the errors. The document selects `__typename` and `... on Error { message }`; then a
 * `switch` over `error.__typename` is exhaustive for the compiler. An error that a later version of the API adds has
 * its `message`, too.
 *
 * Throws if there is no result: then `errors[]` of the response says why.
 */
export function outcome<Result extends object>(result: Result | null | undefined): Outcome<Result> {
  if (!result) throw new Error('There is no result. See the errors of the response.');
  return isError(result)
    ? { ok: false, error: result }
    : { ok: true, record: result as Exclude<Result, ErrorOf<Result>> };
}
