import { execFile } from 'node:child_process';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECRETS_KEY } from './cipher.ts';
import { cloneDatabase, SECRET, tokenOf } from './gateway.ts';
import { type Fence, pages, parsePage, ROOT, readPage } from './markdown.ts';
import { startProgram, temporary } from './programs.ts';

/**
 * A block of code with the word `runnable` runs against a gateway with the demo company, and its answer must have no
 * errors. Words such as `FEDERATION=on` are settings of that gateway. Each block `json variables` behind a block of
 * GraphQL makes one request; a block `json answer` has the expected answer.
 */
interface Snippet {
  place: string;
  block: Fence;
  variables: string | undefined;
  answer: string | undefined;
}

function snippetsOf(page: string): Snippet[] {
  const snippets: Snippet[] = [];
  for (const block of parsePage(readPage(page)).fences) {
    const last = snippets.at(-1);
    const [, role] = block.words;
    if (role === 'runnable')
      snippets.push({ place: `${page}:${block.line}`, block, variables: undefined, answer: undefined });
    else if (role === 'answer' && last) last.answer = block.text;
    else if (role === 'variables' && last?.variables === undefined && last) last.variables = block.text;
    else if (role === 'variables' && last) snippets.push({ ...last, variables: block.text, answer: undefined });
  }
  return snippets;
}

/** Where the commands run: what they write is not in the repository. */
let folder: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await cloneDatabase();
  folder = temporary();
  symlinkSync(join(ROOT, 'scripts'), join(folder, 'scripts'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const examples = ['tanks.csv', 'tasks.jsonl', 'update-tank.json', 'watch-tank.json'].map(
    (file) => `examples/${file}`,
  );
  for (const name of ['package.json', 'schema.graphql', ...examples]) cpSync(join(ROOT, name), join(folder, name));
  const { PATH = '', HOME = '' } = process.env;
  environment = { PATH, HOME, DATABASE_URL: database.url, JWT_SECRET: SECRET, SECRETS_KEY, WEBHOOKS: 'off' };
  await shell('npm run --silent seed');
});
afterAll(() => database.drop());

async function shell(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-ec', script], { cwd: folder, env: environment });
  return stdout;
}

async function module(text: string): Promise<string> {
  writeFileSync(join(folder, 'snippet.mjs'), text);
  return shell('node snippet.mjs');
}

interface Gateway {
  graphql: string;
  metrics: string;
}

/** Starts a gateway for one test, with settings such as `FEDERATION=on`. */
async function startGateway(settings: string[]): Promise<Gateway> {
  const own = Object.fromEntries(settings.map((setting) => setting.split('=', 2)));
  const program = startProgram('main', { ...environment, METRICS_PORT: '0', ...own });
  const [ready, metrics] = [await program.logged('ready'), await program.logged('metrics')];
  return { graphql: ready.address, metrics: metrics.address };
}

/** The first item of a live operation, or the answer of another one. */
async function send({ graphql }: Gateway, query: string, variables: unknown): Promise<unknown> {
  const response = await fetch(graphql, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf('demo')}`,
      'content-type': 'application/json',
      accept: query.startsWith('subscription') ? 'text/event-stream' : 'application/json',
    },
    body: JSON.stringify({ query, variables }),
  });
  if (!query.startsWith('subscription')) return response.json();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk);
    const [, item] = /^data: (\{.*\})$/m.exec(text) ?? [];
    if (item !== undefined) return JSON.parse(item);
  }
  throw new Error(`The stream has ended: ${text}`);
}

/** The commands, for the addresses of this gateway. A stream does not end by itself. */
const local = ({ graphql, metrics }: Gateway, script: string): string =>
  `follow() { curl -N --max-time 3 "$@" || [ $? = 28 ]; }\n${script}`
    .replaceAll('http://127.0.0.1:4000', new URL(graphql).origin)
    .replaceAll('http://127.0.0.1:9464/metrics', metrics)
    .replaceAll(/^curl -N/gm, 'follow');

test('what the pages mark as runnable runs, and answers the same after every other page', async () => {
  const gateways = new Map<string, Gateway>();
  const snippets = pages.flatMap(snippetsOf);
  const again = snippets.filter(({ answer }) => answer !== undefined);
  for (const { place, block, variables = '{}', answer } of [...snippets, ...again]) {
    const [language, , ...settings] = block.words;
    const gateway = gateways.get(settings.join()) ?? (await startGateway(settings));
    gateways.set(settings.join(), gateway);
    const run: Record<string, () => Promise<string>> = {
      sh: () => shell(local(gateway, block.text)),
      js: () => module(block.text),
      graphql: async () => JSON.stringify(await send(gateway, block.text, JSON.parse(variables))),
    };
    const text = (await run[language ?? '']?.()) ?? '';
    expect(text, place).not.toMatch(/"errors":|UnauthorizedError/);
    expect(text, place).not.toBe('');
    if (answer !== undefined) expect(JSON.parse(text), place).toEqual(JSON.parse(answer));
  }
});
