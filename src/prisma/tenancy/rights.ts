import { UnauthorizedError } from '../../base/errors.ts';
import type { Tenant } from './tenant.ts';

/** What a caller does with records: the second half of a scope. */
export type Action = 'read' | 'write' | 'create' | 'delete';

/** The tenant whose records of a model a caller may read or write. Throws UnauthorizedError if it may not. */
export type Rights = (action: Action, model: string) => Tenant;

/** The rights of code that checks scopes itself: all that the tenant has. */
export const rightsOf =
  (tenant: Tenant): Rights =>
  (_action, model) => {
    if (tenant.rule !== undefined && tenant.rule.model !== model)
      throw new UnauthorizedError('FORBIDDEN', `The token has a rule on ${tenant.rule.model}, and none on ${model}.`);
    return tenant;
  };
