import type { CombinedError } from '@urql/core';
import type { ConsoleSubscriptionQuery } from '../generated/graphql.ts';
import { type Saying, say } from '../parts.tsx';
import { messageOf } from '../session.ts';

export type Subscription = NonNullable<ConsoleSubscriptionQuery['webhookSubscription']>;

interface Answer {
  error?: CombinedError | undefined;
  data?: { result: { __typename: string; message?: string; issues?: { message: string }[] } | null } | undefined;
}

/** Why a mutation did nothing, for a person; undefined if it did. */
function faultOf({ data, error }: Answer): string | undefined {
  if (error) return messageOf(error);
  const { message, issues = [] } = data?.result ?? { message: 'There is no result.' };
  if (message === undefined) return undefined;
  return issues.length > 0 ? issues.map(({ message }) => message).join(' ') : message;
}

/** Says what a mutation has done, or why it did nothing. Returns whether it did. */
export function sayWhether(answer: Answer, done: string, saying: Saying = {}): boolean {
  const fault = faultOf(answer);
  if (fault !== undefined) say(fault, { isBad: true });
  else say(done, saying);
  return fault === undefined;
}
