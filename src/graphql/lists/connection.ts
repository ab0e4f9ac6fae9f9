import type { GraphQLResolveInfo } from 'graphql';
import { type InputIssue, InvalidRequestError, type IssueCode, refuse } from '../../base/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import type { VisibleThrough } from '../../prisma/methods/modified-through.ts';
import type { PageArguments, Total } from '../../prisma/methods/page.ts';
import type { TenantRows } from '../../prisma/methods/tenant-rows.ts';
import type { Keyset } from '../../prisma/sql/order.ts';
import type { Select } from '../../prisma/sql/rows.ts';
import { isStorableText, parseJson } from '../../records/values.ts';
import { type builder, DEFAULT_PAGE, LARGEST_PAGE } from '../schema/builder.ts';
import { namesAt, nodeSelectionOf } from '../schema/selection.ts';
import type { OrderArgument, readOrder } from './order-input.ts';
import type { ReadFilter } from './read-filter.ts';
import { MOST_RANKED } from './search-filter.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

export interface Listing<Fields> {
  where: ReadFilter<Fields>;
  orderBy: typeof readOrder<Fields>;
  /** The order of a list that is searched, where none is asked for. */
  ranked?(filter: unknown): ReturnType<typeof readOrder<Fields>> | undefined;
}

interface Arguments extends PothosSchemaTypes.DefaultConnectionArguments {
  filter?: unknown;
  orderBy?: readonly OrderArgument[] | null | undefined;
}

/** A record with its cursor, which is written only where it is selected. An object with a getter of its own is slow. */
class Edge<Node> {
  readonly node: Node;
  readonly #index: number;
  readonly #cursorOf: (index: number) => string;

  constructor(node: Node, index: number, cursorOf: (index: number) => string) {
    this.node = node;
    this.#index = index;
    this.#cursorOf = cursorOf;
  }

  get cursor(): string {
    return this.#cursorOf(this.#index);
  }
}

type Rows<Fields> = Pick<TenantRows<Fields>, 'page' | 'modifiedThrough' | 'isAtMost'>;

/**
 * One page of records, after the Relay specification. `total` costs a query, which runs once if a client selects it.
 * The plugin's connections need the row of the cursor, and read all rows of all parents.
 */
export async function connect<Fields>(
  rows: Rows<Fields>,
  listing: Listing<Fields>,
  args: Arguments,
  context: Operation,
  info: GraphQLResolveInfo,
  of?: PageArguments<Fields, undefined>['of'],
) {
  const issues: InputIssue[] = [];
  const asked = listing.orderBy(args.orderBy, issues);
  const ranked = asked.orderBy.length > 0 ? undefined : listing.ranked?.(args.filter);
  const matching = { where: listing.where(args.filter, context, issues), ...(of && { of }) };
  const { size, backward, given } = spanOf(args, issues);
  const orders = ranked === undefined ? [asked] : [asked, ranked];
  const cursors = given === undefined ? [] : orders.map(({ name }) => decodeCursor(given, name));
  const cursor = cursors.find((each) => each !== undefined);
  const noCursor: InputIssue = {
    path: [backward ? 'before' : 'after'],
    code: 'WRONG_FORMAT',
    message: 'is not a valid cursor for this sort order',
  };
  if (given !== undefined && cursor === undefined) issues.push(noCursor);
  refuse(issues);
  // More may match by the next page, which has the order of the first.
  const most = cursor === undefined ? MOST_RANKED : 2 * MOST_RANKED;
  const isRanked = ranked !== undefined && cursors[0] === undefined && (await rows.isAtMost(most, matching));
  const order = isRanked ? ranked : asked;
  if (cursor !== cursors[orders.indexOf(order)]) refuse([noCursor]);

  const select: Select<Fields> = nodeSelectionOf(info);
  // Before the page: what is committed between the two is on the page and in the next read, too, and not missed.
  const selected = namesAt(info);
  const asks = ['modifiedThrough', 'deletedThrough', 'epoch'].some((name) => selected.has(name));
  const through = asks ? await rows.modifiedThrough() : null;
  const { name, orderBy } = order;
  // A later page of a delta read must not be older than its first one, whose time is the beginning of the next read.
  const current = asks || orderBy.some((column) => 'modifiedAt' in column) || 'modifiedSince' in Object(args.filter);
  // An empty page reads one record, to say whether there are more.
  const take = (backward ? -1 : 1) * Math.max(1, size);
  const reading = rows.page({ ...matching, orderBy, take, cursor, select, current });
  // Filters are validated by now. The key of a forged cursor may still have another type.
  const judge = (error: unknown): never => {
    throw error instanceof InvalidRequestError ? new InvalidRequestError([noCursor]) : error;
  };
  const found = await (cursor === undefined ? reading : reading.catch(judge));
  const page = size === 0 ? { ...found, rows: [], more: found.rows.length > 0 } : found;
  const cursorOf = (index: number): string => encodeCursor(name, page.keysetOf(index));
  const last = page.rows.length - 1;
  let total: Promise<Total> | undefined;
  return {
    // A promise, so that lists are always completed side by side: that decides which of several errors are reported.
    edges: Promise.resolve(page.rows.map((node, index) => new Edge(node, index, cursorOf))),
    pageInfo: {
      hasNextPage: backward ? cursor !== undefined : page.more,
      hasPreviousPage: backward ? page.more : cursor !== undefined,
      startCursor: last < 0 ? null : cursorOf(0),
      endCursor: last < 0 ? null : cursorOf(last),
    },
    total: () => {
      total ??= page.total();
      return total;
    },
    through,
  };
}

/** Writes a keyset as base64url of `[order, id, ...keys]`: a cursor holds for its order only. */
export const encodeCursor = (order: string, { keys, id }: Keyset): string =>
  Buffer.from(JSON.stringify([order, id, ...keys])).toString('base64url');

/** Reads a cursor of an order; undefined for anything else. */
function decodeCursor(text: string, order: string): Keyset | undefined {
  const parsed = parseJson(Buffer.from(text, 'base64url').toString());
  const [of, ...texts]: unknown[] = Array.isArray(parsed) ? parsed : [];
  const storable = texts.filter((each) => typeof each === 'string').filter(isStorableText);
  const [id, ...keys] = storable;
  return of === order && id !== undefined && storable.length === texts.length ? { keys, id } : undefined;
}

export const epoch = <Shape extends { through?: VisibleThrough | null }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Shape>,
) =>
  t.string({
    description:
      'Another one than in your last read means that the database was restarted, restored or replaced by its standby meanwhile, and may lack changes that you have read. Then read the whole list again, without `modifiedSince` and `since`, and remove what it does not have.',
    nullable: false,
    resolve: ({ through }) => through?.epoch ?? '',
  });

/** The fields of a connection with the time from which the next delta read begins, and for what it holds. */
export const through = <Shape extends { through?: VisibleThrough | null }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Shape>,
) => ({
  modifiedThrough: t.field({
    type: 'DateTime',
    description:
      'All changes up to this time are visible, including those of long transactions. Select it on each page of a read, so that no page is older than the first one, and pass that of the first page as `modifiedSince` to the next read. Null if no such time is known, because a transaction has been open since before the gateway started; then pass the time that you passed before.',
    resolve: ({ through }) => through?.at ?? null,
  }),
  epoch: epoch(t),
});

/** Reads the size and the direction of a page. Adds to `issues` what does not go together. */
function spanOf({ first, last, ...cursors }: Arguments, issues: InputIssue[]) {
  // Clients that page send an empty cursor for the first page.
  const [after, before] = [cursors.after || undefined, cursors.before || undefined];
  const fault = (name: string, message: string, code: IssueCode = 'INCOMPATIBLE'): void =>
    void issues.push({ path: [name], code, message });
  const backward = typeof last === 'number';
  const size = (backward ? last : first) ?? DEFAULT_PAGE;
  if (backward && typeof first === 'number') fault('last', 'cannot be combined with first');
  if (size < 0 || size > LARGEST_PAGE)
    fault(backward ? 'last' : 'first', `must be between 0 and ${LARGEST_PAGE}`, 'OUT_OF_RANGE');
  if (typeof after === 'string' && typeof before === 'string') fault('before', 'cannot be combined with after');
  if (backward && typeof after === 'string') fault('after', 'cannot be combined with last');
  if (!backward && typeof before === 'string') fault('before', 'requires last');
  return { size, backward, given: backward ? before : after };
}
