import { expect, test } from 'vitest';
import { issuesOfNew } from '../../src/webhooks/management/validation.ts';

const INPUT = {
  resource: 'tank',
  actions: ['updated'],
  workflowId: 'w',
  nodeId: 'n',
  webhookUrl: 'https://example.com/hook',
};
const issuesOf = (changes: object) =>
  issuesOfNew({ ...INPUT, ...changes }).map(({ path, message }) => `${path.at(-1)}: ${message}`);
const BASE64 = Buffer.alloc(32, 1).toString('base64');

test.each([
  ['https://example.com/hook?token=a%20b', []],
  ['http:example.com', ['webhookUrl: must have two slashes before its host']],
  ['http:/example.com', ['webhookUrl: must have two slashes before its host']],
  ['http:\\\\example.com', ['webhookUrl: must not contain a backslash or braces; fill in what stands for a value']],
  ['http://{{host}}/', ['webhookUrl: must not contain a backslash or braces; fill in what stands for a value']],
  [' https://example.com', ['webhookUrl: must not contain spaces or line breaks']],
  ['https://exam\nple.com', ['webhookUrl: must not contain spaces or line breaks']],
  ['https://example.com/a\tb', ['webhookUrl: must not contain spaces or line breaks']],
  ['https://example.com:0/', ['webhookUrl: must not have the port 0']],
  ['https://example.com/#part', ['webhookUrl: must not have a part after #, which is never sent']],
])('the address %j of a subscription', (webhookUrl, issues) => {
  expect(issuesOf({ webhookUrl })).toEqual(issues);
});

test.each([
  [`whsec_${BASE64}`, []],
  ['a text of one’s own', []],
  [`v1,whsec_${BASE64}`, ['secret: must begin with whsec_, without "v1," before it']],
  [`WHSEC_${BASE64}`, ['secret: must begin with whsec_, in small letters']],
  [`whsk_${BASE64}`, ['secret: must begin with whsec_, in small letters']],
  [` whsec_${BASE64}`, ['secret: must not have spaces or quotes around it']],
  [`"whsec_${BASE64}"`, ['secret: must not have spaces or quotes around it']],
  ['whsec_AA==', ['secret: must have 24 to 64 bytes in base64 after whsec_']],
  [`whsec_${Buffer.alloc(65).toString('base64')}`, ['secret: must have 24 to 64 bytes in base64 after whsec_']],
  ['whsec_not-base64', ['secret: must be base64 after whsec_']],
])('the secret %j of a subscription', (secret, issues) => {
  expect(issuesOf({ secret })).toEqual(issues);
});
