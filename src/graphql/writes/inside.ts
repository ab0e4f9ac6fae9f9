import type { Rule } from '../../db/tenancy/rule.ts';
import type { Tenant } from '../../db/tenancy/tenant.ts';
import type { InputIssue } from '../../errors.ts';

/** What is wrong with a value, undefined if it is omitted, under a rule: the record would lie outside. */
export const issuesOfRule = (rule: Rule, field: string, value: unknown): InputIssue[] =>
  rule.admits(field, value)
    ? []
    : [
        {
          path: ['input', field],
          code: value === undefined || value === null ? 'REQUIRED' : 'UNKNOWN_VALUE',
          message: 'must be a value of the records that the token may see',
        },
      ];

/** The same for a new record. */
export const issuesOfNew = ({ rule }: Tenant, record: object): InputIssue[] =>
  rule?.columns.flatMap(({ field }) => issuesOfRule(rule, field, Reflect.get(record, field))) ?? [];

/** A new record that has the rule's only value in each field that it omits. */
export function withOnlyValues<Input extends { id?: string | null }>({ rule }: Tenant, { id, ...input }: Input) {
  const given = id === undefined || id === null ? input : { ...input, id };
  const only = (rule?.columns ?? []).flatMap(({ field, values: [first, ...others] }) =>
    others.length === 0 ? [[field, first]] : [],
  );
  return { ...Object.fromEntries(only), ...given };
}
