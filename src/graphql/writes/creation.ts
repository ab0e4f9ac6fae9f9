import { randomUUID } from 'node:crypto';
import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../../auth/scopes.ts';
import { type InputIssue, InvalidRequestError, UnauthorizedError } from '../../base/errors.ts';
import { isStorableText } from '../../base/values.ts';
import type { Tenant } from '../../prisma/tenancy/tenant.ts';
import { MOST_PATCHES } from '../schema/builder.ts';
import type { Context } from '../schema/context.ts';
import type { RecordType } from '../schema/record.ts';
import { selectionOf } from '../schema/selection.ts';
import { ruleIssuesOfNew, withOnlyValues } from './rule-issues.ts';
import { issuesOfField } from './update.ts';
import { faultsOf, tooMany } from './write-each.ts';
import { type InputFields, inputOf, type RecordWrite, resultUnion } from './write-types.ts';

/** As time_ordered_uuid() in prisma/sql: a UUID of version 7, which begins with the time in milliseconds. */
function newId(): string {
  const [time, random] = [Date.now().toString(16).padStart(12, '0'), randomUUID()];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Declares the creation of a record, with the input `<name>Input`. */
export function creation(record: RecordType, name: string, fields: InputFields): RecordWrite {
  const id =
    'A UUID of your own, in lower case, or the id of a record that your company has deleted, to bring it back; omit it for a new one. A repeat with the same id and fields creates nothing and returns the record, so that a request whose answer was lost can be sent again.';
  const input = inputOf(record, name, fields, {
    description: 'The new record. An omitted field gets its default.',
    beside: (t) => ({ id: t.id({ description: id }) }),
  });
  return { ...input, result: resultUnion(name, record.object, () => record.model, []) };
}

interface NewRecord {
  id?: string | null;
}

/**
 * Creates records in one statement, and returns for each its row or why it was not created. Throws UnauthorizedError,
 * or InvalidRequestError for too many.
 */
export async function createRecords(
  { record, settable }: RecordWrite,
  inputs: readonly NewRecord[],
  pathOf: (index: number) => string[],
  context: Context,
  info: GraphQLResolveInfo,
): Promise<object[]> {
  const tenant = authorize(context, record.creates);
  if (typeof tenant.company !== 'string')
    throw new UnauthorizedError('FORBIDDEN', `A new ${record.label.toLowerCase()} needs a token of one company.`);
  if (inputs.length > MOST_PATCHES) throw tooMany('inputs');
  const records = inputs.map((input) => withOnlyValues(tenant, input));
  const deleted = await deletedAmong(records, record, tenant, context);
  const faults = faultsOf(records, (input, index, first) =>
    issuesOfNew(record, tenant, input, first, deleted, info).map(({ path: [, ...path], ...issue }) => ({
      ...issue,
      path: [...pathOf(index), ...path],
    })),
  );
  const sent = records.filter((_input, index) => faults[index] === undefined);
  const created = await context.prisma.$rows(record.model, tenant).createEach({
    data: sent.map((input) => ({ ...input, id: input.id ?? newId() })),
    among: settable,
    select: selectionOf(record.model, info),
  });
  if (created.some(({ isNew }) => isNew)) context.nudge();
  const remaining = created.values();
  return inputs.map((_input, index) => {
    const fault = faults[index];
    if (fault !== undefined) return fault;
    const { row = null, differing = [] } = remaining.next().value ?? {};
    if (row === null)
      return new InvalidRequestError([
        { path: [...pathOf(index), 'id'], code: 'DUPLICATE', message: 'is taken; send another, or none' },
      ]);
    if (differing.length === 0) return row;
    return new InvalidRequestError(
      differing.map((field) => ({
        path: [...pathOf(index), field],
        code: 'INCOMPATIBLE',
        message: 'differs from the record that was created with this id',
      })),
    );
  });
}

/**
 * The ids that are no UUIDs and that records of the company had before they were deleted. Any other id could be one of
 * another company, whose refusal would reveal it.
 */
async function deletedAmong(
  records: readonly NewRecord[],
  { event }: RecordType,
  tenant: Tenant,
  { prisma }: Context,
): Promise<ReadonlySet<string>> {
  const ids = records.flatMap(({ id }) => (typeof id === 'string' && !UUID.test(id) && isStorableText(id) ? id : []));
  if (ids.length === 0 || event === null) return new Set();
  const where = { recordType: event, id: { in: ids } };
  const found = await prisma.recordDeletion.of(tenant.unruled.current).findMany({ where, select: { id: true } });
  return new Set(found.map(({ id }) => id));
}

/** What is wrong with an input. `first` is the one before it with the same id. */
function issuesOfNew(
  record: RecordType,
  tenant: Tenant,
  { id, ...fields }: NewRecord,
  first: number | undefined,
  deleted: ReadonlySet<string>,
  info: GraphQLResolveInfo,
): InputIssue[] {
  const issues = Object.entries(fields).flatMap(([field, value]) =>
    issuesOfField(record, field, value, info, 'for its default'),
  );
  issues.push(...ruleIssuesOfNew(tenant, { id, ...fields }));
  const path = ['input', 'id'];
  if (typeof id === 'string' && !UUID.test(id) && !deleted.has(id))
    issues.push({
      path,
      code: 'WRONG_FORMAT',
      message: 'must be a UUID in lower case, or the id of a record that your company has deleted',
    });
  if (first !== undefined) issues.push({ path, code: 'DUPLICATE', message: `is the id of input ${first} again` });
  return issues;
}
