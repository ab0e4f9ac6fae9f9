import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporary } from '../programs.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** What Prisma prints when it generates the models of a schema with this model. */
async function generate(model: string): Promise<string> {
  const folder = temporary();
  writeFileSync(
    join(folder, 'schema.prisma'),
    `datasource db {
      provider = "postgresql"
    }
    generator models {
      provider = "node ${join(repository, 'scripts/models.mjs')}"
      output   = "models.ts"
    }
    ${model}`,
  );
  const cli = join(repository, 'node_modules/prisma/build/index.js');
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  const ended = await run(process.execPath, [cli, 'generate', '--schema=schema.prisma'], { cwd: folder, env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return ended.stdout + ended.stderr;
}

const record = (field: string): string => `model Depot {
  id        String @id
  companyId String
  version   Int
  ${field}
}`;

test.each([
  ['Bytes', 'data Bytes', 'Depot.data: a record has no column of type Bytes. Keep it in a model that is no record'],
  ['a list of times', 'times DateTime[] @db.Timestamptz(3)', 'Depot.times: a record has no list of DateTime.'],
  [
    'a time without a zone',
    'at DateTime',
    'Depot.at: a record has no column of type DateTime. Use DateTime @db.Timest',
  ],
  ['xml', 'text String @db.Xml', 'Depot.text: a record has no column of type String @db.Xml.'],
  ['a default of the client', 'code String @default(uuid())', "Depot.code: only Prisma's client draws uuid()."],
])('a record with %s is refused with a sentence', async (_what, field, sentence) => {
  expect(await generate(record(field))).toContain(sentence);
});

test('an enum whose values have other names in the database is refused with a sentence', async () => {
  const printed = await generate(`${record('kind Kind')}
    enum Kind {
      BULK @map("bulk")
    }`);
  expect(printed).toContain('Depot.kind: the enum Kind has @map for BULK. Give its values the names that are stored.');
});

test('a relation without the company in its key is refused with a sentence', async () => {
  const printed = await generate(`${record('gates Gate[]')}
    model Gate {
      id        String @id
      companyId String
      depotId   String
      depot     Depot  @relation(fields: [depotId], references: [id])
    }`);
  expect(printed).toMatch(/The relation \w+\.\w+ needs "companyId" and one field more in its key, on both sides\./);
});

test('an unknown tag in a comment is refused with a sentence', async () => {
  const printed = await generate(record('/// @rang 0 100\n  rent Float'));
  expect(printed).toContain(
    'A comment has the tag @rang; known are modified,setByServer,range,nullsFirst,nullsLast,searched,indexed.',
  );
});
