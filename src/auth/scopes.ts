import { Tenant } from '../db/tenancy/tenant.ts';
import type { Work } from '../db/tenancy/work.ts';
import { UnauthorizedError } from '../errors.ts';
import type { Scope } from '../records.ts';

/** The sender of a request: what the token or the API key grants, or why there is no valid one. */
export interface Caller {
  /** Undefined for a token without a company. */
  tenant: Tenant | undefined;
  scopes: ReadonlySet<string>;
  refusal?: string;
}

/** The scope that gives access to the records of every company, and to those of none. */
export const EVERY_COMPANY = 'companies:all';

/** A caller without rights; the errors of what it asks for give the reason. */
export const refused = (refusal: string): Caller => ({ tenant: undefined, scopes: new Set(), refusal });

/** The tenant that a token or an API key grants to an actor. */
export function tenantOf(company: string | undefined, scopes: ReadonlySet<string>, actor: string): Tenant | undefined {
  if (scopes.has(EVERY_COMPANY)) return Tenant.every.as(actor);
  return company === undefined ? undefined : Tenant.of(company).as(actor);
}

function refusalOf(caller: Caller, scope: Scope): UnauthorizedError {
  if (caller.refusal !== undefined) return new UnauthorizedError('UNAUTHENTICATED', caller.refusal);
  if (!caller.scopes.has(scope))
    return new UnauthorizedError('FORBIDDEN', `The token lacks the scope "${scope}".`, scope);
  return new UnauthorizedError('FORBIDDEN', 'The token names no company.');
}

/** What a scope grants to the caller; undefined for nothing. */
const grantOf = ({ tenant, scopes, refusal }: Caller, scope: Scope): Tenant | undefined =>
  refusal === undefined && scopes.has(scope) ? tenant : undefined;

/** Whether the caller has something by this scope. */
export const grants = (caller: Caller, scope: Scope): boolean => grantOf(caller, scope) !== undefined;

/**
 * The caller's tenant in this request; with a scope for reading, one that a replica may answer. Throws
 * UnauthorizedError when there is no valid token, or when it lacks the scope or a company.
 */
export function authorize({ caller, work }: { caller: Caller; work: Work }, scope: Scope): Tenant {
  const tenant = grantOf(caller, scope);
  if (tenant === undefined) throw refusalOf(caller, scope);
  return tenant.during(work, work.mayLag && scope.endsWith(':read'));
}
