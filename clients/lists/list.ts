import type { DeleteTankMutation, TanksQueryVariables } from '../../operations/generated/graphql.ts';

/** The fields of a tank that these pages create. */
export interface NewTank {
  id: string;
  name?: string | null | undefined;
  shipToId?: string | null | undefined;
}

/** The tank as a deletion has answered it. */
export function newTankOf(result: DeleteTankMutation['deleteTank'] | undefined): NewTank | undefined {
  if (result?.__typename !== 'DeletedTank') return undefined;
  const { name, shipToId } = result.record;
  return { id: result.recordId, name, shipToId };
}

/** A list of tanks on a page that creates and deletes some. Both return the `__typename` of the result. */
export interface List {
  /** The ids as the page shows them now. */
  ids: () => string[];
  create: (input: NewTank) => Promise<string | undefined>;
  remove: (id: string) => Promise<string | undefined>;
  /** The last state of the tank that was deleted last. */
  deleted: () => NewTank | undefined;
}

/** Opens the list, as a page does. */
export type Show = (url: string, token: string, variables: TanksQueryVariables) => Promise<List>;
