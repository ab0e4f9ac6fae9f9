import { type GraphQLResolveInfo, isNonNullType, isObjectType } from 'graphql';
import { authorize } from '../../auth/scopes.ts';
import { type InputIssue, InvalidRequestError } from '../../base/errors.ts';
import { uncapitalized } from '../../base/text.ts';
import type { Operation } from '../../operation/operation.ts';
import { modelNamed } from '../../prisma/sql/model.ts';
import type { Tenant } from '../../prisma/tenancy/tenant.ts';
import { issuesOfValue } from '../../records/values.ts';
import { builder, MOST_PATCHES, type MutationFields } from '../schema/builder.ts';
import type { RecordType } from '../schema/record.ts';
import { selectionOf } from '../schema/selection.ts';
import { foundInstead, missOf, unlessRepeat } from './conflict.ts';
import { type Batch, manyField, UP_TO } from './one-or-many.ts';
import { issuesOfRule } from './rule-issues.ts';
import { targetOf, type VersionedTarget, writeEach } from './write-each.ts';
import { type InputFields, inputOf, PATCH, type RecordWrite, resultUnion, updateErrors } from './write-types.ts';

export function update(record: RecordType, name: string, fields: InputFields): RecordWrite {
  const description = 'The changes. An omitted field keeps its value, null clears it.';
  const result = resultUnion(name, record.object, () => record.model, updateErrors(record).types);
  return { ...inputOf(record, name, fields, { description, patch: true }), result };
}

interface Patch extends VersionedTarget {
  input: object;
}

/** The resolver that applies a patch and returns what the field selects of the record. Throws typed errors. */
const applying =
  ({ record, settable }: RecordWrite) =>
  async (
    _root: unknown,
    { id, input, expectedVersion }: Patch,
    context: Operation,
    info: GraphQLResolveInfo,
  ): Promise<object> => {
    const tenant = authorize(context, record.writes);
    const issues = issuesOfPatch(record, tenant, input, info);
    if (issues.length > 0) throw new InvalidRequestError(issues);
    const select = selectionOf(record.model, info);
    const where = { id, version: expectedVersion ?? undefined };
    const rows = context.database.$rowsOf(record.model, tenant);
    const changes = { data: input, settable };
    const write = () => rows.patch({ where, ...changes, select });
    const explain = () => missOf(record, tenant, where, context, info, changes);
    const row = (await write()) ?? unlessRepeat(await foundInstead(write, where.version, explain));
    if (row instanceof Error) throw row;
    context.nudge();
    return row;
  };

export const issuesOfPatch = (record: RecordType, tenant: Tenant, input: object, info: GraphQLResolveInfo) =>
  Object.entries(input).flatMap(([field, value]) => {
    const issues = issuesOfField(record, field, value, info);
    return issues.length > 0 || tenant.rule === undefined ? issues : issuesOfRule(tenant.rule, field, value);
  });

/** Checks that GraphQL's types cannot express. Null is refused where the record's own field is non-null. */
export function issuesOfField(
  { model }: RecordType,
  field: string,
  value: unknown,
  { schema }: GraphQLResolveInfo,
  omitted = 'to keep its value',
): InputIssue[] {
  const path = ['input', field];
  if (value === null) {
    const object = schema.getType(model);
    const type = isObjectType(object) ? object.getFields()[field]?.type : undefined;
    return isNonNullType(type) ? [{ path, code: 'REQUIRED', message: `cannot be null; omit it ${omitted}` }] : [];
  }
  return issuesOfValue(modelNamed(model).columns.get(field), value, path);
}

const patchEach =
  ({ record, settable }: RecordWrite) =>
  ({ tenant, info, ...batch }: Batch<Patch>): Promise<object[]> => {
    const rows = batch.context.database.$rowsOf(record.model, tenant);
    const select = selectionOf(record.model, info);
    return writeEach({
      ...batch,
      word: 'patch',
      issuesOf: ({ input }) => issuesOfPatch(record, tenant, input, info),
      write: (sent) => {
        const patches = sent.map((patch) => ({ where: targetOf(patch), data: patch.input }));
        return rows.patchMany({ patches, settable, select });
      },
      explain: (patch) => missOf(record, tenant, targetOf(patch), batch.context, info, { data: patch.input, settable }),
    });
  };

export const updateField = (
  t: MutationFields,
  update: RecordWrite,
  { about = `Changes ${update.record.noun}.`, resolve = applying(update) } = {},
) =>
  t.field({
    type: update.result,
    description: `${about} Needs the scope \`${update.record.writes}\`.`,
    args: {
      id: t.arg.id(PATCH.id),
      input: t.arg({ ...PATCH.input, type: update.input }),
      expectedVersion: t.arg.int(PATCH.expectedVersion),
    },
    resolve,
  });

/** What updates of one record and of many do, where it is less than to change it. */
export interface About {
  one: string;
  many: string;
}

export function updates(t: MutationFields, update: RecordWrite, about?: About) {
  const { name, record, input, result } = update;
  const one = uncapitalized(name);
  const patch = builder.inputType(`${name}Patch`, {
    description: 'The changes of one record.',
    fields: (t) => ({
      id: t.id(PATCH.id),
      input: t.field({ ...PATCH.input, type: input }),
      expectedVersion: t.int(PATCH.expectedVersion),
    }),
  });
  return {
    [one]: updateField(t, update, about && { about: about.one }),
    [`${one}s`]: manyField(t, {
      name,
      result,
      description: `${about?.many ?? `Changes ${UP_TO} ${record.plural} at once.`} Each patch is judged alone and has its result, in the same order; those that are accepted are written together. Needs the scope \`${record.writes}\`.`,
      argument: ['patches', patch, `The changes, at most ${MOST_PATCHES}, each of another record.`],
      about: {
        success: 'The result of each patch. The accepted changes were written together.',
        results: 'The result of each patch, in the order of the patches. A patch with an error was not written.',
      },
      tenantOf: (context) => authorize(context, record.writes),
      write: patchEach(update),
    }),
  };
}
