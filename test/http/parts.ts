import { expect, onTestFinished } from 'vitest';
import { type Data, type TestGateway, tokenOf } from '../gateway.ts';

/** What Apollo Client asks for. */
export const APOLLO = 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0",application/json';

/** Opens a live operation and reads its parts, each when the delimiter behind it has come. */
export async function openParts(
  { address }: Pick<TestGateway, 'address'>,
  query: string,
  variables: object,
  { accept = APOLLO, token }: { accept?: string; token?: string } = {},
) {
  const hangUp = new AbortController();
  onTestFinished(() => hangUp.abort());
  const authorization = `Bearer ${token ?? (await tokenOf('acme'))}`;
  const response = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { accept, authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    signal: hangUp.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '\r\n';
  const until = async (delimiter: string): Promise<string | undefined> => {
    while (!text.includes(delimiter)) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) return undefined;
      text += value;
    }
    const at = text.indexOf(delimiter);
    const part = text.slice(0, at);
    text = text.slice(at + delimiter.length);
    return part;
  };
  expect(await until('\r\n--graphql')).toBe('');
  const next = async (): Promise<Data | undefined> => {
    const part = await until('\r\n--graphql');
    if (part === undefined) return undefined;
    const [head, body = ''] = part.split('\r\n\r\n');
    expect(head).toBe('\r\ncontent-type: application/json; charset=utf-8');
    return JSON.parse(body);
  };
  return { response, next, rest: () => text };
}
