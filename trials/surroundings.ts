// Runs the gateway in the surroundings that people have, and prints what it does in each as a table: versions of
// PostgreSQL from npm, and Debian's PgBouncer. node trials/run.mjs surroundings [--versions 14,15,16,17,18]; exits with
// 1 if one is not as expected.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPgBouncer } from '../test/postgres/pgbouncer.ts';
import { onServer } from '../test/postgres.ts';
import { certificate } from '../test/webhooks/certificate.ts';
import { type Cluster, installPostgres, startCluster } from './surroundings/cluster.ts';
import { probe } from './surroundings/probe.ts';

const { values } = parseArgs({ options: { versions: { type: 'string', default: '14,15,16,17,18' } } });
const majors = values.versions.split(',').map(Number);
const folder = mkdtempSync(join(tmpdir(), 'surroundings-'));
// PostgreSQL runs as another user than root.
chmodSync(folder, 0o755);
let wrong = 0;

/** Prints a row: it serves, or refuses to start with a sentence that has `refusal` in it. */
async function row(name: string, url: string, refusal?: string): Promise<void> {
  let outcome: string;
  try {
    const sentence = await probe(url);
    outcome = sentence === undefined ? 'serves' : `refuses: ${sentence}`;
    if (refusal === undefined ? sentence !== undefined : !sentence?.includes(refusal)) wrong += 1;
  } catch (error) {
    wrong += 1;
    outcome = `fails: ${error instanceof Error ? error.message : error}`;
  }
  console.log(`| ${name} | ${outcome} |`);
}

let databases = 0;
/** Creates an empty database, and returns its address. `set`: its own settings. */
async function database({ url }: Cluster, ...set: string[]): Promise<string> {
  const name = `surroundings_${++databases}`;
  await onServer(url, `CREATE DATABASE ${name}`, ...set.map((one) => `ALTER DATABASE ${name} SET ${one}`));
  return url.replace(/postgres$/, name);
}

/** The same for a role that owns it and has so many connections. */
async function limited(cluster: Cluster, slots: number): Promise<string> {
  const url = new URL(await database(cluster));
  const role = `few_${slots}`;
  await onServer(
    cluster.url,
    `CREATE ROLE ${role} LOGIN CONNECTION LIMIT ${slots}`,
    `ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${role}`,
  );
  url.username = role;
  return url.href;
}

async function settings(cluster: Cluster, of: string): Promise<void> {
  for (const zone of ['UTC', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Apia'])
    await row(`${of}, time zone ${zone}`, await database(cluster, `timezone = '${zone}'`, `datestyle = 'German, DMY'`));
  for (const level of ['repeatable read', 'serializable'])
    await row(`${of}, isolation ${level}`, await database(cluster, `default_transaction_isolation = '${level}'`));
  for (const slots of [3, 8, 20]) await row(`${of}, a role with ${slots} connections`, await limited(cluster, slots));
}

async function poolers(cluster: Cluster, of: string): Promise<void> {
  for (const [mode, set, refusal] of [
    ['session', '', undefined],
    ['session', 'ignore_startup_parameters = options', undefined],
    ['transaction', '', 'transaction mode'],
  ] as const) {
    const bouncer = await startPgBouncer(await database(cluster), mode, set);
    await row(`${of}, PgBouncer in ${mode} mode${set === '' ? '' : `, \`${set}\``}`, bouncer.url, refusal);
    await bouncer.stop();
  }
}

async function tls(native: string, of: string): Promise<void> {
  const authority = certificate('authority', { isAuthority: true });
  const own = certificate('server', { issuer: authority });
  const write = (name: string, pem: string): string => {
    const path = join(folder, name);
    writeFileSync(path, pem);
    return path;
  };
  const root = write('ca.pem', authority.pem);
  const cluster = await startCluster(native, [], {
    cert: write('own.pem', own.pem),
    key: write('key.pem', own.keyPem),
  });
  for (const [mode, refusal] of [
    ['sslmode=disable', undefined],
    ['sslmode=no-verify', undefined],
    ['sslmode=require', 'certificate'],
    [`sslmode=verify-ca&sslrootcert=${root}`, undefined],
    [`sslmode=verify-full&sslrootcert=${root}`, undefined],
  ] as const)
    await row(`${of}, \`${mode.replace(root, 'ca.pem')}\``, `${await database(cluster)}?${mode}`, refusal);
  await cluster.stop();
}

console.log('| surroundings | the gateway |\n| --- | --- |');
try {
  for (const major of majors) {
    const { version, native } = installPostgres(major, folder);
    const of = `PostgreSQL ${version.split('-')[0]}`;
    const cluster = await startCluster(native);
    await row(of, await database(cluster));
    if (major === majors.at(-1)) await settings(cluster, of);
    if (major === majors.at(-1)) await poolers(cluster, of);
    await cluster.stop();
    if (major === majors.at(-1)) await tls(native, of);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = wrong === 0 ? 0 : 1;
