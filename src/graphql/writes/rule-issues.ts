import type { InputIssue, IssueCode } from '../../base/errors.ts';
import type { Rule } from '../../prisma/tenancy/rule.ts';
import type { Tenant } from '../../prisma/tenancy/tenant.ts';

const issueOf = (field: string, code: IssueCode, message: string): InputIssue[] => [
  { path: ['input', field], code, message },
];

/** The issues of a value (undefined if omitted) that moves a record out of a rule, or changes what the token reads. */
export function issuesOfRule(rule: Rule, field: string, value: unknown, isLink = rule.links(field)): InputIssue[] {
  if (value !== undefined && isLink)
    return issueOf(field, 'INCOMPATIBLE', 'decides which other records the token can read: the token may not set it');
  if (rule.admits(field, value)) return [];
  const code = value === undefined || value === null ? 'REQUIRED' : 'UNKNOWN_VALUE';
  return issueOf(field, code, 'must be a value of the records that the token may see');
}

export function ruleIssuesOfNew({ rule }: Tenant, record: object): InputIssue[] {
  if (rule === undefined) return [];
  const given = Object.entries(record).flatMap(([field, value]) => (value === null ? [] : field));
  const fields = new Set([...rule.columns.map(({ field }) => field), ...given]);
  return [...fields].flatMap((field) => issuesOfRule(rule, field, Reflect.get(record, field), rule.linksNew(field)));
}

/** A new record that has the rule's only value in each field that it omits. */
export function withOnlyValues<Input extends { id?: string | null }>({ rule }: Tenant, { id, ...input }: Input) {
  const given = id === undefined || id === null ? input : { ...input, id };
  const only = (rule?.columns ?? []).flatMap(({ field, values: [first, ...others] }) =>
    others.length === 0 ? [[field, first]] : [],
  );
  return { ...Object.fromEntries(only), ...given };
}
