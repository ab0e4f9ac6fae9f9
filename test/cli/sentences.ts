import { expect } from 'vitest';
import { SECRETS_KEY } from '../cipher.ts';
import { SECRET } from '../gateway.ts';
import { runProgram } from '../programs.ts';

export type Environment = Record<string, string>;

export const OWN = { PORT: '0', DATABASE_URL: 'postgresql://127.0.0.1:1/x', JWT_SECRET: SECRET, SECRETS_KEY };

/** Expects a start to end with one sentence, without a stack. */
export async function expectSentence(env: Environment, words: RegExp): Promise<void> {
  const { status, stderr } = await runProgram('main', [], env);
  const [first = '', second, ...others] = stderr.trimEnd().split('\n');
  const sentence = first === 'The configuration is invalid:' ? second : first;
  expect({ status, sentence }).toEqual({ status: 1, sentence: expect.stringMatching(words) });
  expect(first === sentence ? [second, ...others] : others).toEqual(first === sentence ? [undefined] : []);
}
