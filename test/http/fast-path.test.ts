import { Agent } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectTheSame, openPair, type Pair, send, written } from './pair.ts';
import { BREAKAGE } from './pair-rows.ts';
import { DOCUMENTS, UNEXPECTED } from './unusual-documents.ts';
import { OPERATIONS } from './unusual-operations.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
});
afterAll(() => pair.close());

for (const sent of [...OPERATIONS, ...DOCUMENTS])
  test(`the gateway answers as yoga does: ${sent.name}`, () => expectTheSame(pair, sent));

test('the gateway has written what yoga has written', async () => {
  expect(await written(pair.gateway)).toEqual(await written(pair.yoga));
});

test('concurrent requests get their own answers', async () => {
  const query = 'query ($id: ID!, $x: Boolean!) { tank(id: $id) { id name shipTo @include(if: $x) { id } } }';
  const update =
    'mutation ($id: ID!, $input: UpdateTankInput!) { tank: updateTank(id: $id, input: $input) { ... on Tank { id } } }';
  const crowd = Array.from({ length: 60 }, (_, n) => `t${(n % 8) + 1}`).flatMap((id, n) => [
    { query, variables: { id, x: n % 2 === 0 } },
    { query: update, variables: { id, input: { name: id } } },
  ]);
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  for (const side of [pair.yoga, pair.gateway, pair.gateway]) {
    const answers = crowd.map((body) => send({ ...side, agent }, { name: '', body: JSON.stringify(body) }));
    const found = (await Promise.all(answers)).map(({ body }) => JSON.parse(body));
    expect(found.map(({ data }) => ({ data }))).toEqual(found);
    expect(found.map(({ data }) => data.tank.id)).toEqual(crowd.map(({ variables }) => variables.id));
  }
  agent.destroy();
});

test('an operator breaks both databases in the same way', async () => {
  await Promise.all([pair.gateway, pair.yoga].map(({ pool }) => pool.query(BREAKAGE)));
});
for (const sent of UNEXPECTED)
  test(`the gateway fails as yoga does: ${sent.name}`, () => expectTheSame(pair, sent, 'SELECT 1'));
