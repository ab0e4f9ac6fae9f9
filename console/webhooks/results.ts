import type { CombinedError } from '@urql/core';
import { messageOf } from '../session.ts';

interface Answer {
  error?: CombinedError | undefined;
  data?: { result: { __typename: string; message?: string; issues?: { message: string }[] } | null } | undefined;
}

/** Why a mutation did nothing, for a person; undefined if it did. */
export function faultOf({ data, error }: Answer): string | undefined {
  if (error) return messageOf(error);
  const { message, issues = [] } = data?.result ?? { message: 'There is no result.' };
  if (message === undefined) return undefined;
  return issues.length > 0 ? issues.map(({ message }) => message).join(' ') : message;
}
