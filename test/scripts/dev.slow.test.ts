import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { SECRETS_KEY } from '../cipher.ts';
import { cloneDatabase, type Data, SECRET, tokenOf } from '../gateway.ts';
import { freePort } from '../port.ts';
import { temporary } from '../programs.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A resolver that answers a text, and the columns that Prisma's client knows of ship-tos. */
const resource = (text: string): string => `import { builder } from '../graphql/schema/builder.ts';

builder.queryField('pong', (t) =>
  t.stringList({
    resolve: (_root, _args, { prisma }) => {
      const known = Object.keys(prisma.shipTo.fields);
      return ['${text}', ...known];
    },
  }),
);
`;

/** A copy of the project with a resource of its own. */
function copy(): { file: string; model: string; folder: string } {
  const folder = temporary();
  const files = ['package.json', 'tsconfig.json', 'prisma.config.ts'];
  for (const part of ['src', 'cells', 'console', 'scripts', 'prisma', 'operations', ...files])
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const [file, schema] = ['src/resources/pong.ts', 'src/schema.ts'].map((path) => join(folder, path));
  if (file === undefined || schema === undefined) throw new Error('There are two files.');
  writeFileSync(file, resource('first'));
  const anchor = `import './resources/ship-to.ts';\n`;
  writeFileSync(schema, readFileSync(schema, 'utf8').replace(anchor, `${anchor}import './resources/pong.ts';\n`));
  return { file, model: join(folder, 'prisma/schema.prisma'), folder };
}

/** Ends a program, and waits until nothing that it started writes any more. */
async function end(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

/** Speaks the protocol of Node's inspector. */
async function inspect(address: string) {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  onTestFinished(() => socket.terminate());
  const messages: Data[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  const found = async (matches: (message: Data) => boolean): Promise<Data> => {
    await expect.poll(() => messages.some(matches)).toBe(true);
    return messages.find(matches) ?? {};
  };
  let last = 0;
  const send = async (method: string, params: object = {}): Promise<Data> => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method, params }));
    const { result } = await found((message) => message.id === id);
    return result;
  };
  return { send, event: (name: string) => found(({ method }) => method === name), messages };
}

test('npm run dev answers with a changed resolver and a changed model, and stops at a breakpoint in TypeScript', async () => {
  const { file, model, folder } = copy();
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const port = await freePort();
  const env = { ...process.env, DATABASE_URL: database.url, PORT: `${port}`, JWT_SECRET: SECRET, SECRETS_KEY };
  const dev = spawn(process.execPath, [join(folder, 'scripts/dev.mjs'), '--inspect=127.0.0.1:0'], { cwd: folder, env });
  onTestFinished(() => end(dev));
  let printed = '';
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (chunk) => (printed += chunk));

  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf('acme')}` };
  const init = { method: 'POST', headers, body: '{"query":"{ pong }"}' };
  const ask = () => fetch(`http://127.0.0.1:${port}/graphql`, init).then((response) => response.json());
  const pong = (): Promise<string[]> =>
    ask().then(
      ({ data }) => data.pong,
      () => [],
    );
  const answers = (text: string) => expect.poll(pong, { interval: 100 }).toContain(text);

  await answers('first');
  writeFileSync(file, resource('second'));
  await answers('second');
  // A fault leaves the old one running, until it is corrected.
  writeFileSync(file, 'builder.;');
  await expect.poll(() => printed).toContain('pong.ts:1:8');
  expect(await pong()).toContain('second');
  writeFileSync(file, resource('third'));
  await answers('third');

  const anchor = 'model ShipTo {\n';
  const column = `${anchor}  nickname String?\n`;
  writeFileSync(model, readFileSync(model, 'utf8').replace(anchor, column));
  await answers('nickname');

  const [address = ''] = printed.match(/ws:\S+/g)?.slice(-1) ?? [];
  const { send, event, messages } = await inspect(address);
  await send('Debugger.enable');
  const scripts = messages.flatMap(({ method, params }) => (method === 'Debugger.scriptParsed' ? params : []));
  const script = scripts.find(
    ({ url }) => url.startsWith('file:') && readFileSync(new URL(url), 'utf8').includes('third'),
  );
  const lines = readFileSync(new URL(script.url), 'utf8').split('\n');
  // As a debugger does: from the line of the source to that of the program, by the map that the script names.
  const map = new SourceMap(JSON.parse(readFileSync(new URL(script.sourceMapURL, script.url), 'utf8')));
  const sourceLines = resource('third').split('\n');
  const wanted = sourceLines.findIndex((line) => line.includes("return ['third'"));
  const isWanted = (entry: object): boolean =>
    'originalSource' in entry &&
    String(entry.originalSource).endsWith('src/resources/pong.ts') &&
    Reflect.get(entry, 'originalLine') === wanted;
  const at = lines.findIndex((line) => line.includes('third'));
  const [place] = [at - 1, at].flatMap((lineNumber) => {
    const columnNumber = [...(lines[lineNumber] ?? '')].findIndex((_, column) =>
      isWanted(map.findEntry(lineNumber, column)),
    );
    return columnNumber < 0 ? [] : [{ lineNumber, columnNumber }];
  });
  const { locations } = await send('Debugger.setBreakpointByUrl', { url: script.url, ...place });
  expect(locations).toHaveLength(1);
  const answer = pong();
  const [{ location }] = (await event('Debugger.paused')).params.callFrames;
  expect(isWanted(map.findEntry(location.lineNumber, location.columnNumber))).toBe(true);
  await send('Debugger.resume');
  expect(await answer).toContain('third');
});
