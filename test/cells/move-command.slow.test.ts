import { expect, test } from 'vitest';
import { runProgram } from '../programs.ts';

const MOVE = ['--company', 'acme', '--to', 'b'];
const SECRET = 'no-list-shows-it';
const NOBODY = `postgresql://app:${SECRET}@127.0.0.1:9/gateway`;

test('no password is an argument of a move, and none is in what it prints', async () => {
  for (const url of [NOBODY, `postgresql://app@127.0.0.1:9/gateway?password=${SECRET}`]) {
    const refused = await runProgram('move', [...MOVE, '--database', url], { DATABASE_URL: NOBODY });
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('set TARGET_DATABASE_URL') });
    expect(refused.stderr).not.toContain(SECRET);
  }
});

test('the address of the other cell is in the environment', async () => {
  const none = await runProgram('move', MOVE, { DATABASE_URL: NOBODY });
  expect(none).toMatchObject({ status: 1, stderr: expect.stringMatching(/^TARGET_DATABASE_URL must be the address/) });
  const given = await runProgram('move', MOVE, { DATABASE_URL: NOBODY, TARGET_DATABASE_URL: NOBODY });
  // The first database that it connects to.
  expect(given).toMatchObject({ status: 1, stderr: expect.stringContaining('cannot be reached at 127.0.0.1:9') });
  expect(given.stderr).not.toContain(SECRET);
});
