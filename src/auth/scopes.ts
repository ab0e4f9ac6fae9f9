import { UnauthorizedError } from '../base/errors.ts';
import type { RequestBudget } from '../load/request-budget.ts';
import { Rule } from '../prisma/tenancy/rule.ts';
import { type Rights, Tenant } from '../prisma/tenancy/tenant.ts';
import { type Scope, scopeNameOf } from '../records/records.ts';
import { rulesOf } from './own.ts';

/** The sender of a request: what the token or the API key grants, or why there is no valid one. */
export interface Caller {
  /** Undefined for a token without a company. */
  tenant: Tenant | undefined;
  scopes: ReadonlySet<string>;
  refusal?: string;
  /** Why a token names no company, and why it has no scope at all. */
  noCompany?: string;
  noScopes?: string;
  /** What each scope grants to a narrowed token. Its tenant is then one without any records. */
  narrowed?: ReadonlyMap<string, Tenant>;
}

/** The scope that gives access to the records of every company, and to those of none. */
export const EVERY_COMPANY = 'companies:all';

/** A caller without rights; the errors of what it asks for give the reason. */
export const refusedCaller = (refusal: string): Caller => ({ tenant: undefined, scopes: new Set(), refusal });

interface Grant {
  company: string | undefined;
  scopes: ReadonlySet<string>;
  actor: string;
  /** Which records the scopes with `:own` are on. */
  own: unknown;
  /** What says so, in words for its issuer. */
  source: string;
}

const NOTHING = new Rule('', []);

/** The caller whom a token or an API key grants something, or one with a refusal if its rules are not valid. */
export function callerOf({ company, scopes, actor, own, source }: Grant): Caller {
  const rules = rulesOf(own, scopes);
  if (typeof rules === 'string') return refusedCaller(`${source} ${rules}.`);
  if (rules === undefined) {
    if (scopes.has(EVERY_COMPANY)) return { tenant: Tenant.ALL_COMPANIES.actingAs(actor), scopes };
    return { tenant: company === undefined ? undefined : Tenant.of(company).actingAs(actor), scopes };
  }
  if (company === undefined) return refusedCaller(`${source} needs a company beside it.`);
  const tenant = Tenant.of(company).actingAs(actor);
  const narrowed = new Map(Array.from(rules, ([scope, rule]) => [scope, tenant.restrictedTo(rule)]));
  return { tenant: tenant.restrictedTo(NOTHING), scopes, narrowed };
}

const because = (reason: string | undefined): string => (reason === undefined ? '' : `: ${reason}`);

export const unauthenticated = (refusal: string) => new UnauthorizedError('UNAUTHENTICATED', refusal);

function scopeRefusal(caller: Caller, scope: Scope): UnauthorizedError {
  if (caller.refusal !== undefined) return unauthenticated(caller.refusal);
  if (caller.tenant !== undefined || !caller.scopes.has(scope))
    return new UnauthorizedError(
      'FORBIDDEN',
      `The token lacks the scope "${scope}"${because(caller.noScopes)}.`,
      scope,
    );
  return new UnauthorizedError('FORBIDDEN', `The token names no company${because(caller.noCompany)}.`);
}

function grantOf({ tenant, scopes, refusal, narrowed }: Caller, scope: Scope): Tenant | undefined {
  if (refusal !== undefined) return undefined;
  if (narrowed !== undefined) return narrowed.get(scope);
  return scopes.has(scope) ? tenant : undefined;
}

export const grants = (caller: Caller, scope: Scope): boolean => grantOf(caller, scope) !== undefined;

/** The caller's tenant in this request; a replica may answer a scope for reading. Throws UnauthorizedError. */
export function authorize({ caller, budget }: { caller: Caller; budget: RequestBudget }, scope: Scope): Tenant {
  const tenant = grantOf(caller, scope);
  if (tenant === undefined) throw scopeRefusal(caller, scope);
  return tenant.forRequest(budget, budget.mayLag && scope.endsWith(':read'));
}

export const rightsOfCaller =
  (context: { caller: Caller; budget: RequestBudget }): Rights =>
  (action, model) =>
    authorize(context, `${scopeNameOf(model)}:${action}`);
