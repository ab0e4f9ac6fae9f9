import { type GraphQLSchema, isInputObjectType } from 'graphql';
import { authorize, grants } from '../../auth/scopes.ts';
import { UnauthorizedError } from '../../base/errors.ts';
import type { Grant } from '../../import/grant.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Tenant } from '../../prisma/tenancy/tenant.ts';

/** The fields that the mutations of a record set, so that an import sets no others. */
const fieldsOf = (schema: GraphQLSchema, input: string): ReadonlySet<string> => {
  const type = schema.getType(input);
  return new Set(isInputObjectType(type) ? Object.keys(type.getFields()) : []);
};

/** What the caller may import. Needs the scope to change records; without the one to create them, no line creates. */
export function grantOf(
  operation: Operation,
  schema: GraphQLSchema,
  { model, scope }: { model: string; scope: string },
): { company: string; tenant: Tenant; grant: Grant } {
  const tenant = authorize(operation, `${scope}:write`);
  const { company, actor = 'user' } = tenant;
  if (typeof company !== 'string')
    throw new UnauthorizedError('FORBIDDEN', 'An import needs a token of one company, which companies:all is not.');
  const creates = `${scope}:create` as const;
  const create = grants(operation.caller, creates)
    ? { fields: fieldsOf(schema, `Create${model}Input`), rule: authorize(operation, creates).rule }
    : undefined;
  const update = { fields: fieldsOf(schema, `Update${model}Input`), rule: tenant.rule };
  return { company, tenant, grant: { actor, update, create } };
}
