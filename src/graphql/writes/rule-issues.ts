import type { Rule } from '../../db/tenancy/rule.ts';
import type { Tenant } from '../../db/tenancy/tenant.ts';
import type { InputIssue, IssueCode } from '../../errors.ts';

const issueOf = (field: string, code: IssueCode, message: string): InputIssue[] => [
  { path: ['input', field], code, message },
];

/** What is wrong with a value, undefined if it is omitted, under a rule: the record would lie outside, or lead on. */
export function issuesOfRule(rule: Rule, field: string, value: unknown, isKept = rule.keeps(field)): InputIssue[] {
  if (value !== undefined && isKept)
    return issueOf(field, 'INCOMPATIBLE', 'decides which other records the token may see, and is not for it to set');
  if (rule.admits(field, value)) return [];
  const code = value === undefined || value === null ? 'REQUIRED' : 'UNKNOWN_VALUE';
  return issueOf(field, code, 'must be a value of the records that the token may see');
}

/** The same for a new record. */
export function ruleIssuesOfNew({ rule }: Tenant, record: object): InputIssue[] {
  if (rule === undefined) return [];
  const given = Object.entries(record).flatMap(([field, value]) => (value === null ? [] : field));
  const fields = new Set([...rule.columns.map(({ field }) => field), ...given]);
  return [...fields].flatMap((field) => issuesOfRule(rule, field, Reflect.get(record, field), rule.keepsOfNew(field)));
}

/** A new record that has the rule's only value in each field that it omits. */
export function withOnlyValues<Input extends { id?: string | null }>({ rule }: Tenant, { id, ...input }: Input) {
  const given = id === undefined || id === null ? input : { ...input, id };
  const only = (rule?.columns ?? []).flatMap(({ field, values: [first, ...others] }) =>
    others.length === 0 ? [[field, first]] : [],
  );
  return { ...Object.fromEntries(only), ...given };
}
