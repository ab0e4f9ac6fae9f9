// npm run bench:growth -- --tanks 5000000: what operations cost with so many tanks, beside 100,000.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKOUT, COMPANY, withPostgres } from '../database.ts';
import { fixed, log, origin, percentile, publish, table } from '../figures.ts';
import { options } from '../options.ts';
import { gateway, headersOf, type Server, start } from '../servers.ts';
import { type Operation, operations, type Stock } from './operations.ts';
import { filling } from './tanks.ts';

const FEW = 100_000;
const REQUESTS = 300;
const ROUNDS = 3;
const PAGES = 200;
const IDS = 20_000;
const IMPORTED = 20_000;
const MEBIBYTE = 1024 ** 2;

interface Answer {
  data?: { tanks?: { pageInfo?: { endCursor: string | null } } };
  errors?: unknown;
}

async function ask(server: Server, query: string, variables: object): Promise<Answer> {
  const init = { method: 'POST', headers: headersOf(0), body: JSON.stringify({ query, variables }) };
  const response = await fetch(`http://127.0.0.1:${server.port}/graphql`, init);
  return (await response.json()) as Answer;
}

/** Milliseconds of each request, sent one after the other. Throws for an answer with errors. */
async function timesOf(server: Server, stock: Stock, { query, variables, requests = REQUESTS }: Operation) {
  const times: number[] = [];
  for (let sent = 0; sent < requests; sent++) {
    const given = variables(stock);
    const began = performance.now();
    const { errors } = await ask(server, query, given);
    times.push(performance.now() - began);
    if (errors !== undefined) throw new Error(`${query}: ${JSON.stringify(errors)}`);
  }
  return times;
}

/** The cursors of the first pages of 200. */
async function cursorsOf(server: Server): Promise<string[]> {
  const cursors: string[] = [];
  for (let after: string | null | undefined; cursors.length < PAGES; ) {
    const query = 'query ($after: String) { tanks(first: 200, after: $after) { pageInfo { endCursor } } }';
    after = (await ask(server, query, { after })).data?.tanks?.pageInfo?.endCursor;
    if (typeof after !== 'string') break;
    cursors.push(after);
  }
  return cursors;
}

/** Tanks imported in a second, from a file of 20,000 that are new. */
function importRate(url: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'growth-'));
  const file = join(folder, 'tanks.csv');
  const rows = Array.from(
    { length: IMPORTED },
    (_, n) => `import-${n},import-${n},Tank import ${n},cust-${n},${n % 100},active`,
  );
  writeFileSync(file, `id,external_id,name,customer_id,fill_percentage,status\n${rows.join('\n')}\n`);
  const began = performance.now();
  execFileSync(process.execPath, [`${CHECKOUT}/dist/import.js`, 'tanks', file, '--company', COMPANY], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: 'ignore',
  });
  const seconds = (performance.now() - began) / 1000;
  rmSync(folder, { recursive: true });
  return IMPORTED / seconds;
}

await withPostgres(async (create) => {
  const sizes = [];
  for (const tanks of [FEW, options.tanks]) {
    log(`filling a database with ${tanks} tanks`);
    const { insert, filled } = filling(tanks);
    const database = await create(CHECKOUT, insert);
    const server = await start(gateway(`${tanks}`, `${tanks}`, CHECKOUT, database));
    const stock: Stock = { ids: database.tanks.slice(0, IDS), tanks, cursors: await cursorsOf(server) };
    sizes.push({ filled, server, stock, database, times: new Map<Operation, number[]>() });
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const operation of operations) {
      log(`round ${round + 1} of ${ROUNDS}: ${operation.title}`);
      for (const { server, stock, times } of sizes) {
        const found = await timesOf(server, stock, operation);
        // The first round prepares statements and compiles.
        if (round > 0) times.set(operation, [...(times.get(operation) ?? []), ...found]);
      }
    }
  const memory = sizes.map(({ server }) => server.memory());
  for (const { server } of sizes) await server.stop();
  const rates = sizes.map(({ database }) => importRate(database.url));
  const [few, many] = sizes;
  if (few === undefined || many === undefined) return;
  const ms = (size: typeof few, share: number) => (operation: Operation) =>
    fixed(percentile(size.times.get(operation) ?? [], share), 1);
  const name = (size: typeof few) => size.filled.tanks.toLocaleString('en');
  const operationTable = table(operations, {
    'milliseconds of a request, alone': ({ title }) => title,
    [`${name(few)} tanks: median`]: ms(few, 0.5),
    p99: ms(few, 0.99),
    [`${name(many)}: median`]: ms(many, 0.5),
    'p99 ': ms(many, 0.99),
  });
  const rest: [string, ...string[]][] = [
    ['tanks inserted by SQL, 1/s', ...sizes.map(({ filled }) => fixed(filled.insertedPerSecond))],
    ['tanks imported from a file, 1/s', ...rates.map((rate) => fixed(rate))],
    ['the table tank, MiB', ...sizes.map(({ filled }) => fixed(filled.tableBytes / MEBIBYTE))],
    ['the database with its indexes, MiB', ...sizes.map(({ filled }) => fixed(filled.allBytes / MEBIBYTE))],
    ['memory of the gateway afterwards, MiB', ...memory.map((used) => fixed(used))],
  ];
  const restTable = table(rest, {
    '': ([title]) => title,
    [`${name(few)} tanks`]: ([, first = '']) => first,
    [name(many)]: ([, , second = '']) => second,
  });
  publish(
    'results-growth.md',
    '# How the cost grows',
    origin('bench:growth', few.database.version, ['pg']),
    operationTable,
    restTable,
  );
});
