import type {
  TanksQueryVariables,
  UpdateTankMutation,
  UpdateTankMutationVariables,
} from '../operations/generated/graphql.ts';

export type Change = UpdateTankMutationVariables;

/** The parts of a result that the tests look at. Each client has a type of its own for the rest. */
export type Result = Pick<NonNullable<UpdateTankMutation['updateTank']>, '__typename'> & {
  id?: string;
  version?: number;
  message?: string;
  issues?: readonly { path: readonly string[] }[];
  currentVersion?: number;
};

/** A client of the gateway, as a frontend sets it up. */
export interface Client {
  /** The name of a tank. Rejects with the code in `errors[]`, if there is one. */
  nameOf: (id: string) => Promise<string | null | undefined>;
  /** The ids of two pages of ten tanks, put together by the client's cache where it has one. */
  twoPages: () => Promise<string[]>;
  updateTank: (change: Change) => Promise<Result | null | undefined>;
}

/** Sets a client up with a token. */
export type Connect = (url: string, token: string) => Client;

export const PAGE = {
  first: 10,
  orderBy: [{ field: 'NAME', direction: 'ASC' }],
} satisfies TanksQueryVariables;

/** An answer with `errors[]`. */
export class Refusal extends Error {
  constructor(errors: readonly { extensions?: object }[] = []) {
    super(String(Reflect.get(errors[0]?.extensions ?? {}, 'code')));
  }
}

interface Connection {
  edges: readonly { readonly node: { readonly id: string } }[];
  pageInfo: { endCursor?: string | null };
}

export const idsOf = (connection: Pick<Connection, 'edges'> | null | undefined): string[] =>
  (connection?.edges ?? []).map(({ node }) => node.id);
export const endOf = (connection: Pick<Connection, 'pageInfo'> | null | undefined): string | null =>
  connection?.pageInfo.endCursor ?? null;
