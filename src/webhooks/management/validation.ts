import * as z from 'zod';
import { type InputIssue, MOST_ISSUES } from '../../base/errors.ts';
import { issue, issueCodeOf } from '../../base/zod-issues.ts';
import { issuesOfFilter } from '../../changes/subscription-filter.ts';
import { isActor } from '../../records/actors.ts';
import { NOTICES, WATCHED } from '../../records/records.ts';
import { issuesIn, KEY_LENGTH } from '../../records/values.ts';
import { formFault } from '../sending/address.ts';

const CHANGES = ['created', 'updated', 'deleted'];
const ACTIONS = new Map<string, string[]>([
  ...WATCHED.map(({ event }): [string, string[]] => [event, CHANGES]),
  ...Object.entries(NOTICES).map(([resource, action]): [string, string[]] => [resource, [action]]),
]);
const RESOURCES = [...ACTIONS.keys()];

const oneOf = (words: string[]): string => (words.length > 1 ? `one of ${words.join(', ')}` : words.join());
const text = (most: number) => z.string().max(most, `must be at most ${most} characters long`);
const filled = (most: number) => text(most).min(1, 'must not be empty');
const key = filled(KEY_LENGTH);
const between = (least: number, most: number) => {
  const message = `must be between ${least} and ${most}`;
  return z.number().min(least, message).max(most, message).nullish();
};
const isBase64 = (given: string): boolean => /^[A-Za-z0-9+/]+={0,2}$/.test(given) && given.length % 4 === 0;

/** The sizes of a secret in the form of Standard Webhooks, in bytes. */
const SECRET_BYTES = [24, 64] as const;

/** What is wrong with a secret: libraries could not verify by it, or it is a copy with something around. */
function faultOfSecret(secret: string): string | undefined {
  if (/^\s|\s$|^["']|["']$/.test(secret)) return 'must not have spaces or quotes around it';
  if (/^v1,/i.test(secret)) return 'must begin with whsec_, without "v1," before it';
  if (/^wh(sec|sk)_/i.test(secret) && !secret.startsWith('whsec_')) return 'must begin with whsec_, in small letters';
  if (!secret.startsWith('whsec_')) return undefined;
  if (!isBase64(secret.slice(6))) return 'must be base64 after whsec_';
  const { length } = Buffer.from(secret.slice(6), 'base64');
  const [least, most] = SECRET_BYTES;
  return length < least || length > most ? `must have ${least} to ${most} bytes in base64 after whsec_` : undefined;
}

/** Checks only the form. Every attempt checks where the address leads then. */
const address = text(2048).superRefine((url, context) => {
  const message = formFault(url);
  if (message !== undefined) context.addIssue(issue('WRONG_FORMAT', message));
});

// Not a list of an enum, which would make an issue of each of thousands of actions.
const someOf = (known: string[]) =>
  z
    .array(z.string())
    .min(1, `must contain at least ${oneOf(known)}`)
    .superRefine((actions, context) => {
      const unknown = [...actions.keys()].filter((index) => !known.includes(actions[index] ?? ''));
      for (const index of unknown.slice(0, MOST_ISSUES))
        context.addIssue(issue('UNKNOWN_VALUE', `must be ${oneOf(known)}`, [index]));
      if (unknown.length === 0 && new Set(actions).size < actions.length)
        context.addIssue(issue('DUPLICATE', 'must not contain an action twice'));
    });

const MOST_IGNORED = 20;
const actors = z.array(z.string()).superRefine((given, context) => {
  if (given.length > MOST_IGNORED)
    return context.addIssue(issue('TOO_LONG', `must have at most ${MOST_IGNORED} items`));
  for (const [index, actor] of given.entries())
    if (!isActor(actor))
      context.addIssue(
        issue('WRONG_FORMAT', 'must be user:<id>, key:<id of an API key>, sql:<database user>, user or import', [
          index,
        ]),
      );
});

const rules = z.object({
  workflowId: key,
  workflowName: key.nullish(),
  nodeId: key,
  webhookUrl: address,
  resource: z.enum(RESOURCES, `must be ${oneOf(RESOURCES)}`),
  actions: someOf([...new Set([...ACTIONS.values()].flat())]),
  filter: z
    .custom<object>()
    .superRefine((filter, context) => {
      if (filter === null || filter === undefined) return;
      for (const { path, code, message } of issuesIn(filter, [])) context.addIssue(issue(code, message, path));
    })
    .nullish(),
  maxInFlight: between(1, 100),
  maxPerSecond: between(0.01, 1000),
  ignoreActors: actors.nullish(),
  secret: filled(256)
    .superRefine((secret, context) => {
      const fault = faultOfSecret(secret);
      if (fault !== undefined) context.addIssue(issue('WRONG_FORMAT', fault));
    })
    .nullish(),
});

/** With the actions of the resource; those of all if a change keeps its resource. */
const rulesOf = new Map([...ACTIONS].map(([resource, known]) => [resource, rules.extend({ actions: someOf(known) })]));

/** What a subscription watches, as an input gives it: the three must fit together. */
export interface SubscriptionInterest {
  resource?: string | null | undefined;
  actions?: string[] | null | undefined;
  filter?: object | null | undefined;
}

function issuesBy(schema: z.ZodType, input: object, { resource, filter }: SubscriptionInterest): InputIssue[] {
  const issues = (schema.safeParse(input).error?.issues ?? []).map((found) => ({
    path: ['input', ...found.path.map(String)],
    code: issueCodeOf(found),
    message: found.message,
  }));
  if (!resource || !filter || issues.some(({ path }) => path[1] === 'filter')) return issues;
  return [...issues, ...issuesOfFilter(filter, resource)];
}

/** The issue of an address of the right form that deliveries may not reach. Each attempt checks where a name leads. */
export function issuesOfAddress(
  { webhookUrl: url }: { webhookUrl?: string | null },
  faultOf: (address: string) => string | undefined,
): InputIssue[] {
  const message = url && formFault(url) === undefined ? faultOf(url) : undefined;
  return message === undefined ? [] : [{ path: ['input', 'webhookUrl'], code: 'WRONG_FORMAT', message }];
}

export const issuesOfNew = (input: SubscriptionInterest): InputIssue[] =>
  issuesBy(rulesOf.get(input.resource ?? '') ?? rules, input, input);

/** Every issue of a change to a subscription. An omitted field keeps its value; null is judged where it is stored. */
export function issuesOfChange(input: SubscriptionInterest & { secret?: string | undefined }): InputIssue[] {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  return issuesBy((rulesOf.get(input.resource ?? '') ?? rules).partial(), given, input);
}

/** Whether a change gives only a part of what must fit together. */
export const keepsPart = ({ resource, actions, filter }: SubscriptionInterest): boolean =>
  resource === undefined ? Boolean(actions || filter) : actions === undefined || filter === undefined;

/** Every issue of a change that gives a part of a watch. What is kept may be older than the rules. */
export const issuesBeside = (
  kept: SubscriptionInterest,
  { resource = kept.resource, ...given }: SubscriptionInterest,
): InputIssue[] => issuesOfChange({ ...(resource === kept.resource ? {} : kept), ...given, resource });
