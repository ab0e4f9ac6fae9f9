import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { refusal, sign, withHeader } from './bearer.ts';

let gateway: TestGateway;
let other: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
  other = await openGateway({ auth: { actorClaim: 'oid' } });
  for (const { sql } of [gateway, other])
    await sql(
      `INSERT INTO change_watch (company_id, resource, actions, live) VALUES ('acme', 'tank', '{updated}', false)`,
    );
});
afterAll(async () => {
  await gateway.close();
  await other.close();
});

/** The actor of a change that a token with these claims makes, and the one in the log. */
async function actorsOf(claims: Data, by = gateway) {
  const { id } = await create(by, tank);
  const token = await sign({ scope: 'tanks:write', ...claims });
  const document = `mutation ($id: ID!) { updateTank(id: $id, input: { name: "${id}" }) { __typename } }`;
  const { headers } = await by.ask(document, { id }, token);
  const requestId = headers.get('x-request-id');
  const line = () => by.logged.find((each) => each.msg === 'request' && each.requestId === requestId);
  await expect.poll(line).toBeDefined();
  const [row] = await by.sql('DELETE FROM webhook_outbox RETURNING actor');
  return [row?.actor, line()?.actor];
}

test('the actor of a token is its subject, else its client, else a user without a name', async () => {
  const cases: [Data, string][] = [
    [{ sub: 'u-1', client_id: 'c', azp: 'z' }, 'user:u-1'],
    [{ client_id: 'c', azp: 'z' }, 'user:c'],
    [{ azp: 'z' }, 'user:z'],
    [{}, 'user'],
    [{ sub: '', client_id: null, azp: ['z'] }, 'user'],
    [{ sub: 42 }, 'user:42'],
    // Not exact: two of them may be one.
    [{ sub: 2 ** 60, azp: 'z' }, 'user:z'],
    [{ sub: 'ü'.repeat(255) }, `user:${'ü'.repeat(255)}`],
    [{ sub: `'; DROP TABLE tank; --` }, `user:'; DROP TABLE tank; --`],
  ];
  for (const [claims, actor] of cases) expect(await actorsOf(claims)).toEqual([actor, actor]);
});

test('another claim can name the actor', async () => {
  expect(await actorsOf({ sub: 'u-1', oid: 'o-1' }, other)).toEqual(['user:o-1', 'user:o-1']);
  expect(await actorsOf({ sub: 'u-1', client_id: 'c' }, other)).toEqual(['user:c', 'user:c']);
});

test('the log has no actor that may be a mail address', async () => {
  expect(await actorsOf({ sub: 'anna@acme.example' })).toEqual(['user:anna@acme.example', 'user']);
});

test('a token whose actor cannot be kept is refused, with the claim', async () => {
  for (const claims of [
    { sub: 'x'.repeat(256) },
    { sub: 'a\0' },
    { sub: 'a\nb' },
    { sub: '\ud800' },
    { azp: '\u007f' },
    { sub: 'anna\u202enimda' },
    { sub: 'a\u2066b\u2069' },
    { client_id: '\u200e\u200f\u061c' },
    { sub: 'a\u200bb' },
    { sub: '\ufeffa' },
    { sub: 'a\u2028b' },
    { sub: '\u3164' },
    { sub: ' \u2800' },
  ])
    expect(await withHeader(gateway, `Bearer ${await sign(claims)}`)).toMatchObject(
      refusal('UNAUTHENTICATED', `claim "${Object.keys(claims)[0]}"`),
    );
});
