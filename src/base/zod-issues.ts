import type { z } from 'zod';
import type { IssueCode } from './errors.ts';

/** An issue of a rule that zod does not have. */
export const issue = (code: IssueCode, message: string, path: PropertyKey[] = []) =>
  ({ code: 'custom', params: { code }, message, path }) as const;

export function issueCodeOf(found: z.core.$ZodIssue): IssueCode {
  switch (found.code) {
    case 'custom':
      return found.params?.code ?? 'INVALID';
    case 'too_small':
      // The least length of a text or a list is one.
      return found.origin === 'string' || found.origin === 'array' ? 'REQUIRED' : 'OUT_OF_RANGE';
    case 'too_big':
      return found.origin === 'string' ? 'TOO_LONG' : 'OUT_OF_RANGE';
    case 'invalid_type':
      return 'WRONG_TYPE';
    case 'invalid_format':
      return 'WRONG_FORMAT';
    case 'invalid_value':
      return 'UNKNOWN_VALUE';
    default:
      return 'INVALID';
  }
}
