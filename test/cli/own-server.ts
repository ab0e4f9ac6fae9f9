import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startEmbedded } from '../../src/embedded/embedded-server.ts';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { databaseUrl, onServer } from '../postgres.ts';
import { temporary } from '../programs.ts';

/** A server with a password, roles and encodings of its own, for a test file. */
export function useServer() {
  let server: Awaited<ReturnType<typeof startEmbedded>>;
  let template: string;
  beforeAll(async () => {
    template = join(temporary(), 'data');
    await (await startEmbedded(template)).stop();
    const copy = join(temporary(), 'data');
    cpSync(template, copy, { recursive: true });
    server = await startEmbedded(copy);
    await onServer(server.url, 'CREATE DATABASE ready');
    await migrate(databaseUrl(server.url, 'ready'), MIGRATIONS);
  });
  afterAll(() => server.stop());

  let count = 0;
  /** A copy of the migrated database on which these statements were run. */
  async function broken(...statements: string[]): Promise<string> {
    const name = `broken_${++count}`;
    await onServer(server.url, `CREATE DATABASE ${name} TEMPLATE ready`);
    const url = databaseUrl(server.url, name);
    await onServer(url, ...statements);
    return url;
  }

  /** A copy of the data directory that this has spoilt. */
  function spoilt(spoil: (cluster: string) => void): string {
    const dataDir = join(temporary(), 'data');
    cpSync(template, dataDir, { recursive: true });
    spoil(join(dataDir, 'postgresql'));
    return dataDir;
  }

  return {
    get url() {
      return server.url;
    },
    broken,
    spoilt,
  };
}
