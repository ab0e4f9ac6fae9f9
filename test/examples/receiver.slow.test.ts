import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { rotateSecret } from '../../src/webhooks/management/subscription-state.ts';
import { createSecret } from '../../src/webhooks/sending/signature.ts';
import { cipher } from '../cipher.ts';
import { freePort } from '../port.ts';
import { useDatabase } from '../webhooks/database.ts';
import { Inbox } from '../webhooks/inbox.ts';
import { deliverDue } from '../webhooks/loop.ts';

const examples = fileURLToPath(new URL('../../examples/receiver', import.meta.url));
// In the repository, where Node finds the package standardwebhooks.
const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'examples-'));
const database = useDatabase();
const { sql, subscribe, change } = database;

/** Why a language cannot be tried here, or undefined. */
const lacks = (command: string, ...args: string[]): string | undefined => {
  // Go would look the module up in a public log of checksums, even if it is on the machine.
  const env = { ...process.env, GONOSUMDB: '*' };
  const { error, status, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8', timeout: 60_000 });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').at(-1));
};

/** The Go program, built outside of the repository's packages. Works offline if the machine has the module. */
function buildGo(): string | undefined {
  copyFileSync(join(examples, 'verify.go'), join(folder, 'verify.go'));
  const module = 'github.com/standard-webhooks/standard-webhooks/libraries';
  writeFileSync(join(folder, 'go.mod'), `module receiver\n\ngo 1.21\n\nrequire ${module} v0.0.1\n`);
  return lacks('go', 'build', '-mod=mod', '-o', 'receiver', 'verify.go');
}

const languages: [name: string, command: string[], missing: string | undefined][] = [
  ['TypeScript', [process.execPath, join(folder, 'verify.mjs')], undefined],
  ['Python', ['python3', join(examples, 'verify.py')], lacks('python3', '-c', 'import standardwebhooks.webhooks')],
  ['Go', [join(folder, 'receiver')], buildGo()],
];

beforeAll(() =>
  build({
    entryPoints: [join(examples, 'verify.ts')],
    outfile: join(folder, 'verify.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts an example and waits until it listens. */
async function start(
  [command = '', ...args]: string[],
  secret: string,
): Promise<{ url: string; lines: Inbox<string> }> {
  const port = await freePort();
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: port.toString(), PYTHONDONTWRITEBYTECODE: '1' };
  const child: ChildProcess = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const lines = new Inbox<string>();
  if (child.stdout === null) throw new Error('the example has no output');
  createInterface(child.stdout)
    .on('line', (line) => lines.push(line))
    .on('close', () => lines.push('it has ended'));
  expect(await lines.next()).toBe('listening');
  return { url: `http://127.0.0.1:${port}/`, lines };
}

const deliver = async (): Promise<(number | null)[]> => {
  await change();
  await deliverDue(database.pool);
  return (await sql('SELECT http_status FROM webhook_attempt ORDER BY started_at')).map(
    ({ http_status }) => http_status,
  );
};

for (const [name, command, missing] of languages) {
  const isMissing = missing !== undefined;
  const title = `the example in ${name} ${isMissing ? `is not tried: ${missing}` : 'accepts what the gateway sends'}`;

  test.skipIf(isMissing)(title, async () => {
    const secret = createSecret();
    const { url, lines } = await start(command, secret);
    await subscribe({ url, secret });
    expect(await deliver()).toEqual([204]);
    expect(await lines.next()).toMatch(/^msg_\S+_sub tank\.updated acme \d+$/);
    // During a rotation a message has several signatures.
    for (let times = 0; times < 2; times++)
      await rotateSecret(database.prisma, cipher, Tenant.of('acme'), { id: 'sub' });
    expect(await deliver()).toEqual([204, 204]);
    expect(await lines.next()).toMatch(/^msg_\S+_sub tank\.updated acme \d+$/);
  });

  test.skipIf(isMissing)(`${title}, also under a secret that is text, and refuses all else`, async () => {
    const { url, lines } = await start(command, 'demo-secret: äß');
    await subscribe({ url, secret: 'demo-secret: äß' });
    expect(await deliver()).toEqual([204]);
    await lines.next();
    await sql('UPDATE webhook_subscription SET secret = $1', [cipher.encrypt('sub', 'another')]);
    expect(await deliver()).toEqual([204, 401]);
    await sql(`UPDATE webhook_subscription SET secret = NULL`);
    expect(await deliver()).toEqual([204, 401, 401]);
    for (const signature of ['', 'x', 'v1', 'v1,?']) {
      const now = Math.floor(Date.now() / 1000).toString();
      const headers = { 'webhook-id': 'msg', 'webhook-timestamp': now, 'webhook-signature': signature };
      expect((await fetch(url, { method: 'POST', headers, body: 'not JSON' })).status).toBe(401);
    }
    expect(lines.items).toHaveLength(2);
  });

  // The work of the example in Go cannot fail.
  test.skipIf(isMissing || name === 'Go')(
    `${title}, and answers 500 when its work fails, so that it is sent again`,
    async () => {
      const secret = createSecret();
      const { url } = await start(command, secret);
      const body = '{"type":"tank.updated"}';
      const now = new Date();
      const headers = {
        'webhook-id': 'msg',
        'webhook-timestamp': Math.floor(now.getTime() / 1000).toString(),
        'webhook-signature': new Webhook(secret).sign('msg', now, body),
      };
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(500);
    },
  );

  test.skipIf(isMissing)(`${title}, and does not start without a secret`, () => {
    const [program = '', ...args] = command;
    const env = { ...process.env, WEBHOOK_SECRET: '', PORT: '0' };
    expect(spawnSync(program, args, { env, timeout: 20_000 }).status).toBe(1);
  });
}
