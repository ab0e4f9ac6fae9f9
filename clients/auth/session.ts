/** A token and the way to a new one. */
export interface Session {
  token: string;
  /** Gets a new token. */
  refresh: () => Promise<string>;
}

/** Whether a mutation was refused because of its token. It selects `... on UnauthorizedError { reason }`. */
export const isUnauthenticated = (data: object | null | undefined): boolean =>
  Object.values(data ?? {}).some((result) => result?.reason === 'UNAUTHENTICATED');

/** The error that a query gets in its place. */
export const UNAUTHENTICATED = { message: 'The token is not accepted.', extensions: { code: 'UNAUTHENTICATED' } };
