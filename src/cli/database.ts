import { readConfig } from '../config.ts';
import { type Client, openClient } from '../db/client.ts';
import { openDatabase } from '../db/open.ts';
import { joinEmbedded } from '../embedded/server.ts';

/** Migrates the configured database and calls `work` with it. The embedded database may be one that a gateway is running. */
export async function withDatabase<Result>(work: (prisma: Client) => Promise<Result>): Promise<Result> {
  const { database } = readConfig({ serves: false, delivers: false });
  const embedded = database.url === undefined ? await joinEmbedded(database.dataDir) : undefined;
  try {
    const pool = await openDatabase(embedded?.url ?? database.url ?? '', { size: 1 });
    return await work(openClient(pool)).finally(() => pool.end());
  } finally {
    await embedded?.stop();
  }
}
