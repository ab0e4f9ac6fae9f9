import { SignJWT } from 'jose';
import { expect } from 'vitest';
import { type Answer, type Data, SECRET, type TestGateway } from '../gateway.ts';

export const seconds = (): number => Math.floor(Date.now() / 1000);

/** A token of `acme` for tanks, signed with the secret of the tests. An undefined claim is left out. */
export const sign = (payload: Data, { alg = 'HS256', secret = SECRET } = {}): Promise<string> =>
  new SignJWT({ company_id: 'acme', scope: 'tanks:read', exp: seconds() + 60, ...payload })
    .setProtectedHeader({ alg })
    .sign(new TextEncoder().encode(secret));

export const QUERY = '{ tanks { totalCount } }';

/** Sends the query with an Authorization header. */
export const withHeader = async (to: TestGateway, authorization: string): Promise<Answer> => {
  const response = await to.post(JSON.stringify({ query: QUERY }), { authorization });
  return { status: response.status, headers: response.headers, ...(await response.json()) };
};

/** The answer to an accepted token. */
export const accepted = { data: { tanks: { totalCount: expect.any(Number) } } };
/** The answer to a refused token. */
export const refusal = (code: string, words = '') => ({
  data: code === 'UNAUTHENTICATED' ? null : { tanks: null },
  errors: [{ message: expect.stringContaining(words), extensions: { code } }],
});
