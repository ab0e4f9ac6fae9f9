import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase, type Data, tokenOf } from '../gateway.ts';
import { startProgram } from '../programs.ts';
import { copy, repository, run } from './project-copy.ts';

const GUIDE = readFileSync(join(repository, 'docs/extending.md'), 'utf8');

/** A copy with the files that the guide shows. */
function checkout(): string {
  const folder = copy();
  const shown = [...GUIDE.matchAll(/```ts\n\/\/ (src\/resources\/(\S+))\n(.*?)```/gs)];
  expect(shown).toHaveLength(3);
  for (const [, file = '', , text = ''] of shown) writeFileSync(join(folder, file), text);
  const lines = shown.map(([, , name]) => `import './resources/${name}';\n`);
  const schema = join(folder, 'src/schema.ts');
  const anchor = `import './resources/ship-to.ts';\n`;
  writeFileSync(schema, readFileSync(schema, 'utf8').replace(anchor, `${anchor}${lines.join('')}`));
  return folder;
}

/** Builds a checkout and starts its gateway, for one test. */
async function start(folder: string) {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  await run(process.execPath, ['scripts/build.mjs'], { cwd: folder });
  await run(process.execPath, [join(folder, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json'], {
    cwd: folder,
  });
  const gateway = startProgram('main', { DATABASE_URL: database.url }, join(folder, 'dist'));
  const { address } = await gateway.logged('ready');
  return async (token: string, query: string, variables: object = {}): Promise<Data> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const body = JSON.stringify({ query, variables });
    return (await fetch(address, { method: 'POST', headers, body })).json();
  };
}

test('the guide’s plugin compiles, and extends each answer', async () => {
  const folder = copy();
  const [, text = ''] = /```ts\n\/\/ src\/plugins.ts\n(.*?)```/s.exec(GUIDE) ?? [];
  writeFileSync(join(folder, 'src/plugins.ts'), text);
  const ask = await start(folder);
  const answer = await ask(await tokenOf('acme', 'tanks:read'), '{ tanks(first: 1) { nodes { id } } }');
  expect(answer).toEqual({ data: { tanks: { nodes: [] } }, extensions: { ms: expect.any(Number) } });
});

test('the guide’s query, mutation and computed field compile, and see their company’s records alone', async () => {
  const ask = await start(checkout());
  const [acme, globex] = [randomUUID(), randomUUID()];
  const scopes = 'tanks:read tanks:write tanks:create ship-tos:read ship-tos:write ship-tos:create';
  const [own, other] = [await tokenOf(acme, scopes), await tokenOf(globex, scopes)];
  const create = `mutation { createTank(input: { tankSize: 100, includeInJob: true }) { __typename ... on Tank { id } }
    createShipTo(input: { name: "Yard" }) { __typename ... on ShipTo { id } } }`;
  const [mine, theirs] = [await ask(own, create), await ask(other, create)].map(({ data }) => data);
  const id: string = mine.createTank.id;
  const found = await ask(own, '{ tanksToFill { id room shipTo { name } site { name } } }');
  expect(found).toEqual({ data: { tanksToFill: [{ id, room: 100, shipTo: null, site: null }] } });

  const move = `mutation ($id: ID!, $shipToId: ID!) { moveTank(id: $id, shipToId: $shipToId) {
    __typename ... on Tank { version shipTo { name } } ... on Error { message } } }`;
  const shipToId: string = mine.createShipTo.id;
  const foreign = theirs.createShipTo.id;
  expect((await ask(own, move, { id, shipToId: foreign })).data.moveTank).toMatchObject({
    __typename: 'NotFoundError',
  });
  const [missing, moved] = [
    { id: theirs.createTank.id, shipToId },
    { id, shipToId },
  ];
  expect((await ask(own, move, missing)).data.moveTank).toMatchObject({ __typename: 'NotFoundError' });
  expect(await ask(own, move, moved)).toEqual({
    data: { moveTank: { __typename: 'Tank', version: 2, shipTo: { name: 'Yard (tank)' } } },
  });
  expect((await ask(own, '{ tanksToFill { id } }')).data.tanksToFill).toHaveLength(1);
  expect((await ask(await tokenOf(acme, 'tasks:read'), '{ tanksToFill { id } }')).errors).toMatchObject([
    { extensions: { code: 'FORBIDDEN' } },
  ]);
});
