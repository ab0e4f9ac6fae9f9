import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { temporary } from '../programs.ts';

/** Writes scripts to a migrations directory. */
export function scripts(files: Record<string, string>, at = temporary()): string {
  for (const [name, script] of Object.entries(files)) {
    mkdirSync(join(at, name), { recursive: true });
    writeFileSync(join(at, name, 'migration.sql'), script);
  }
  writeFileSync(join(at, 'migration_lock.toml'), 'provider = "postgresql"\n');
  return at;
}

/** Works only in the order of the names. */
export const two = {
  '0002_b': 'INSERT INTO a VALUES (2);',
  '0001_a': 'CREATE TABLE a (n int); INSERT INTO a VALUES (1);',
};

export async function query(url: string, text: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}
