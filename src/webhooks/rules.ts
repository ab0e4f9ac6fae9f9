import { z } from 'zod';
import { issuesIn, KEY_LENGTH } from '../db/values.ts';
import { type InputIssue, MOST_ISSUES } from '../errors.ts';
import { RECORDS } from '../records.ts';
import { formFault } from './address.ts';

/** The names of the records that send events. */
const RESOURCES = Object.values(RECORDS).flatMap(({ event }) => event ?? []);
const ACTIONS = ['created', 'updated', 'deleted'];
const FILTER_BYTES = 16 * 1024;

const mustBe = (words: string[]): string => `must be one of ${words.join(', ')}`;
const key = z.string().min(1, 'must not be empty').max(KEY_LENGTH, `must be at most ${KEY_LENGTH} characters long`);
const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0;

/** Checks only the form. Every attempt checks where the address leads, with the ranges of its own process and as names resolve then. */
const address = z
  .string()
  .max(2048, 'must be at most 2048 characters long')
  .superRefine((text, context) => {
    const message = formFault(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

const rules = z.object({
  workflowId: key,
  workflowName: key.nullish(),
  nodeId: key,
  webhookUrl: address,
  resource: z.enum(RESOURCES, mustBe(RESOURCES)),
  // Not a list of an enum, which would make an issue of each of thousands of actions.
  actions: z
    .array(z.string())
    .min(1, `must contain at least one of ${ACTIONS.join(', ')}`)
    .superRefine((actions, context) => {
      const unknown = [...actions.keys()].filter((index) => !ACTIONS.includes(actions[index] ?? ''));
      for (const index of unknown.slice(0, MOST_ISSUES))
        context.addIssue({ code: 'custom', path: [index], message: mustBe(ACTIONS) });
      if (unknown.length === 0 && new Set(actions).size < actions.length)
        context.addIssue({ code: 'custom', message: 'must not contain an action twice' });
    }),
  // Whether it fits the resource is judged apart, since a change may give only one of them.
  filter: z
    .custom<object>()
    .superRefine((filter, context) => {
      if (filter === null || filter === undefined) return;
      const issues = issuesIn(filter, []);
      for (const { path, message } of issues) context.addIssue({ code: 'custom', path, message });
      if (issues.length === 0 && Buffer.byteLength(JSON.stringify(filter)) > FILTER_BYTES)
        context.addIssue({ code: 'custom', message: 'must be at most 16 KB as JSON' });
    })
    .nullish(),
  maxInFlight: z.number().min(1, 'must be between 1 and 100').max(100, 'must be between 1 and 100').nullish(),
  secret: z
    .string()
    .min(1, 'must not be empty')
    .max(256, 'must be at most 256 characters long')
    .refine((text) => !text.startsWith('whsec_') || isBase64(text.slice(6)), 'must be base64 after whsec_')
    .nullish(),
});

const issuesBy = (schema: z.ZodType, input: object): InputIssue[] =>
  (schema.safeParse(input).error?.issues ?? []).map(({ path, message }) => ({
    path: ['input', ...path.map(String)],
    message,
  }));

/** Every issue of the input of a new subscription. */
export const issuesOfNew = (input: object): InputIssue[] => issuesBy(rules, input);

/** Every issue of a change to a subscription. An omitted field keeps its value; null is judged where it is stored. */
export const issuesOfChange = (input: object): InputIssue[] =>
  issuesBy(rules.partial(), Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)));
