import type { GraphQLResolveInfo } from 'graphql';
import { authorize, grants } from '../../auth/scopes.ts';
import { type InputIssue, InvalidRequestError, type IssueCode, UnauthorizedError } from '../../base/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Tenant } from '../../prisma/tenancy/tenant.ts';
import { UUID } from '../../records/values.ts';
import { MOST_PATCHES, type MutationFields } from '../schema/builder.ts';
import type { RecordType } from '../schema/record.ts';
import { selectionOf } from '../schema/selection.ts';
import { type Batch, manyField, UP_TO, writeOne } from './one-or-many.ts';
import { ruleIssuesOfNew, withOnlyValues } from './rule-issues.ts';
import { issuesOfField } from './update.ts';
import { faultsOf } from './write-each.ts';
import { type InputFields, inputOf, type RecordWrite, resultUnion } from './write-types.ts';

export function creation(record: RecordType, name: string, fields: InputFields): RecordWrite {
  const id = `A UUID of your own, in lower case; omit it for a new one. A repeat with the same id and fields creates nothing and returns the record, so that a request whose answer was lost can be sent again. The id of a deleted record is refused: \`restore${record.model}\` brings it back.`;
  const input = inputOf(record, name, fields, {
    description: 'The new record. An omitted field gets its default.',
    beside: (t) => ({ id: t.id({ description: id }) }),
  });
  return { ...input, result: resultUnion(name, record.object, () => record.model, []) };
}

export function toCreate(record: RecordType, context: Operation): Tenant {
  const tenant = authorize(context, record.creates);
  if (typeof tenant.company !== 'string')
    throw new UnauthorizedError('FORBIDDEN', `A new ${record.label.toLowerCase()} needs a token of one company.`);
  return tenant;
}

const bringsBack = ({ model }: RecordType): string => `\`restore${model}\` brings a deleted record back`;

interface NewRecord {
  id?: string | null;
}

const createEach =
  ({ record, settable }: RecordWrite) =>
  async ({ tenant, items: inputs, pathOf, context, info }: Batch<NewRecord>): Promise<object[]> => {
    const records = inputs.map((input) => withOnlyValues(tenant, input));
    const faults = faultsOf(records, (input, index, first) =>
      issuesOfNew(record, tenant, input, first, info).map(({ path: [, ...path], ...issue }) => ({
        ...issue,
        path: [...pathOf(index), ...path],
      })),
    );
    const sent = records.filter((_input, index) => faults[index] === undefined);
    const rows = context.database.$rowsOf(record.model, tenant);
    const select = selectionOf(record.model, info);
    const created = await rows.createEach({ data: sent, settable, select });
    if (created.some(({ isNew }) => isNew)) context.nudge();
    /** What a repeat finds: the record, if it is as it was created or the token reads it anyway, or the error. */
    async function found(id: string, was: (typeof created)[number] | undefined, path: string[]): Promise<object> {
      const { row = null, isNew, isChanged = true, differing = [] } = was ?? {};
      const issue = (field: string, code: IssueCode, message: string) => ({ path: [...path, field], code, message });
      const differs = 'differs from the record that was created with this id';
      if (row !== null && !isChanged)
        return isNew || differing.length === 0
          ? row
          : new InvalidRequestError(differing.map((field) => issue(field, 'INCOMPATIBLE', differs)));
      const mayRead = row !== null && grants(context.caller, record.reads);
      const seen = mayRead ? await record.find(record.readableBy(context).onPrimary, id, context, info) : null;
      if (seen !== null) return seen;
      // It may have been deleted since it was found.
      const gone = row === null || mayRead ? await rows.deletion({ where: { id }, select }) : null;
      if (gone === null) return new InvalidRequestError([issue('id', 'DUPLICATE', 'is taken; send another, or none')]);
      const message = `is of a record that was deleted ${gone.when}; ${bringsBack(record)}`;
      return new InvalidRequestError([issue('id', 'DELETED', message)]);
    }
    const remaining = created.values();
    return Promise.all(
      inputs.map((input, index) => faults[index] ?? found(input.id ?? '', remaining.next().value, pathOf(index))),
    );
  };

function issuesOfNew(
  record: RecordType,
  tenant: Tenant,
  { id, ...fields }: NewRecord,
  first: number | undefined,
  info: GraphQLResolveInfo,
): InputIssue[] {
  const issues = Object.entries(fields).flatMap(([field, value]) =>
    issuesOfField(record, field, value, info, 'for its default'),
  );
  issues.push(...ruleIssuesOfNew(tenant, { id, ...fields }));
  const path = ['input', 'id'];
  if (typeof id === 'string' && !UUID.test(id))
    issues.push({ path, code: 'WRONG_FORMAT', message: `must be a UUID in lower case; ${bringsBack(record)}` });
  if (first !== undefined) issues.push({ path, code: 'DUPLICATE', message: `is the id of input ${first} again` });
  return issues;
}

export function creations(t: MutationFields, creation: RecordWrite) {
  const { name, record, input, result } = creation;
  const needs = `Needs the scope \`${record.creates}\` and a token of one company.`;
  const writing = { tenantOf: (context: Operation) => toCreate(record, context), write: createEach(creation) };
  return {
    [`create${record.model}`]: t.field({
      type: result,
      description: `Creates ${record.noun}. ${needs}`,
      args: { input: t.arg({ type: input, required: true, description: 'The new record.' }) },
      resolve: (_root, { input }, context, info) => writeOne(writing, input, ['input'], context, info),
    }),
    [`create${record.model}s`]: manyField(t, {
      name,
      result,
      description: `Creates ${UP_TO} ${record.plural} at once. Each input is judged alone and has its result, in the same order; those that are accepted are created together. ${needs}`,
      argument: ['inputs', input, `The new records, at most ${MOST_PATCHES}.`],
      about: {
        success: 'The result of each input. The accepted records were created together.',
        results: 'The result of each input, in the order of the inputs. An input with an error created nothing.',
      },
      ...writing,
    }),
  };
}
