import { expect, onTestFinished, test } from 'vitest';
import { openGateway } from '../gateway.ts';

const UPDATE = 'mutation ($name: String) { updateTank(id: "t1", input: { name: $name }) { __typename } }';

test.each([
  ['25006', 'The database is read-only at present. Most reads are answered; try again later.'],
  ['53100', 'The disk of the database is full. Most reads are answered; try again later.'],
])('a database that refuses writes with %s is called that, and reads go on', async (state, message) => {
  const gateway = await openGateway();
  onTestFinished(() => gateway.close());
  await gateway.pool.query(`INSERT INTO tank (id, company_id, name) VALUES ('t1', 'acme', 'one')`);
  await gateway.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON tank EXECUTE FUNCTION refuse()`);
  for (let count = 0; count < 3; count++)
    expect(await gateway.ask(UPDATE, { name: `name ${count}` })).toMatchObject({
      status: 503,
      errors: [{ message, extensions: { code: 'UNAVAILABLE', retryable: true } }],
    });
  expect((await gateway.ask('{ tank(id: "t1") { name } }')).data.tank.name).toBe('one');
  expect((await fetch(`${gateway.address}/ready`)).status).toBe(200);
  await gateway.pool.query('DROP TRIGGER refuse ON tank');
  expect((await gateway.ask(UPDATE, { name: 'two' })).data.updateTank.__typename).toBe('Tank');
  const reports = gateway.logged.filter(({ msg }) => /^the database/.test(String(msg))).map(({ msg }) => msg);
  expect(reports).toEqual(['the database accepts no writes; they are answered with UNAVAILABLE']);
});
