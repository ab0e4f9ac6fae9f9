// Kills the primary under load, promotes its standby, and compares what clients have with what the database has:
// npm run failover [-- --mode asynchronous|synchronous] [--lag 3000] [--seconds 5]. Needs an installed PostgreSQL.
// Asynchronous: for `lag` ms before the kill, the standby gets nothing. Exits with 1 if something is lost that the
// standby had, or if a stream, a copy, the order of webhooks or the history is wrong afterwards.

import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrate } from '../src/postgres/migrate.ts';
import { openPool } from '../src/postgres/pool.ts';
import { createPrimary, createReplica } from '../test/postgres/cluster.ts';
import { onServer } from '../test/postgres.ts';
import { Copy, openReceiver, StreamMirror, Writer } from './failover/clients.ts';
import { startGateway, tokenFor } from './http/gateway-process.ts';

const { values } = parseArgs({
  options: {
    mode: { type: 'string', default: 'asynchronous' },
    lag: { type: 'string', default: '3000' },
    seconds: { type: 'string', default: '5' },
  },
});
const isSynchronous = values.mode === 'synchronous';
const [lag, loadMs] = [isSynchronous ? 0 : Number(values.lag), Number(values.seconds) * 1_000];
const WRITERS = 6;
// Deliveries that were under way at the kill are sent again when their leases have ended.
const HEAL_MS = 90_000;

const primary = await createPrimary();
await migrate(primary.url, resolve('prisma/migrations'));
const standby = await createReplica(primary);
if (isSynchronous)
  await onServer(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'", 'SELECT pg_reload_conf()');
const portOf = ({ url }: { url: string }): string => new URL(url).port;
const url = `postgresql://postgres@127.0.0.1:${portOf(primary)},127.0.0.1:${portOf(standby)}/postgres`;
const settings = { HISTORY_KEEP_DAYS: '30', WEBHOOKS: 'on', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
const gateways = [await startGateway(url, settings), await startGateway(url, settings)] as const;
const token = await tokenFor('acme');
const clientOf = (index: number) => ({ port: gateways[index % 2 === 0 ? 0 : 1].port, token });

const receiver = await openReceiver();
await receiver.subscribe(clientOf(0));
const writers = Array.from({ length: WRITERS }, (_, index) => new Writer(clientOf(index)));
const streams = [0, 1].map((index) => new StreamMirror(clientOf(index)));
const copies = [0, 1].map((index) => new Copy(clientOf(index)));
for (const client of [...writers, ...streams, ...copies]) await client.start();

await delay(loadMs);
const cut = performance.now();
if (!isSynchronous) {
  const senders = openPool(primary.url, { size: 1 });
  const { rows } = await senders.query<{ pid: number }>('SELECT pid FROM pg_stat_replication');
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
  await delay(lag);
  await senders.end();
}
const killed = performance.now();
await primary.kill();
await onServer(standby.url, 'SELECT pg_promote()');
const promoted = performance.now();
const back = await Promise.all(writers.map((writer) => writer.acknowledgedAfter(promoted)));
await delay(loadMs);
for (const writer of writers) await writer.stop();

const database = openPool(standby.url, { size: 1 });
const tanks = async (): Promise<Map<string, string>> =>
  new Map(
    (await database.query<{ id: string; name: string }>('SELECT id, name FROM tank')).rows.map(({ id, name }) => [
      id,
      name,
    ]),
  );
const truth = await tanks();
const healed = performance.now() + HEAL_MS;
const faultsOf = (known: ReadonlyMap<string, string>): number =>
  [...new Set([...truth.keys(), ...known.keys()])].filter((id) => truth.get(id) !== known.get(id)).length;
const faults = (): number[] => [...streams, ...copies].map(({ known }) => faultsOf(known));
while (faults().some((count) => count > 0) && performance.now() < healed) await delay(100);
/** Of the records that the database has. The others are lost, which no webhook reports. */
const behind = (): number => [...truth].filter(([id, name]) => receiver.known.get(id)?.name !== name).length;
while (behind() > 0 && performance.now() < healed) await delay(100);
// Each revision begins where the one before it has ended.
const { rows: gaps } = await database.query<{ count: string }>(`
  SELECT count(*) FROM (
    SELECT before ->> 'name' AS was, lag(coalesce(after ->> 'name', '')) OVER record AS ended, action
    FROM record_revision WINDOW record AS (PARTITION BY record_id ORDER BY sequence)
  ) r WHERE action = 'updated' AND was <> ended`);

const created = writers.flatMap((writer) => writer.created);
const lost = created.filter(({ id }) => !truth.has(id));
const wrongly = lost.filter(({ at }) => at < cut).length;
const history = Number(gaps[0]?.count);
const ghosts = [...receiver.known.keys()].filter((id) => !truth.has(id)).length;
const [streamFaults, copyFaults] = [faults().slice(0, 2), faults().slice(2)];
console.log(`${values.mode}: the standby got nothing for ${(killed - cut).toFixed(0)} ms before the kill`);
console.log(
  `the first write was acknowledged ${Math.min(...back).toFixed(0)} to ${Math.max(...back).toFixed(0)} ms after the promotion`,
);
console.log(
  `${created.length} creations acknowledged, ${lost.length} lost, ${wrongly} of them although the standby had them`,
);
console.log(`streams: ${streams.map(({ resyncs }) => resyncs)} Resync since the start, wrong records ${streamFaults}`);
console.log(`copies: ${copies.map(({ wholeReads }) => wholeReads)} whole reads, wrong records ${copyFaults}`);
console.log(
  `webhooks: ${receiver.count} messages, ${receiver.disorders} out of order, wrong records ${behind()}, ${ghosts} of records that are lost`,
);
console.log(`history: ${history} revisions that do not follow the one before`);
const failed = [wrongly, isSynchronous ? lost.length : 0, ...faults(), receiver.disorders, behind(), history];
process.exitCode = failed.every((count) => count === 0) ? 0 : 1;

for (const client of [...streams, ...copies]) await client.stop();
for (const gateway of gateways) await gateway.stop();
await database.end();
receiver.close();
await standby.remove();
await primary.remove();
