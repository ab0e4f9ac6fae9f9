import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    url: string;
    secret: string;
  }
}

/** Starts the built gateway on an embedded database of its own, with the demo company. */
export async function startGateway(secret: string, settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-clients-'));
  const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
  const own = { DATA_DIR: folder, PORT: '0', JWT_SECRET: secret, LOG_FORMAT: 'json', ...settings };
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH ?? '', ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('"msg":"ready"')) resolve(JSON.parse(line).address);
    });
    void ended.then(() => reject(new Error('The gateway has ended.')));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  };
  return { url, stop };
}

/** Starts the gateway of all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const secret = randomBytes(32).toString('hex');
  const { url, stop } = await startGateway(secret);
  project.provide('url', url);
  project.provide('secret', secret);
  return stop;
}

/** A token of the demo company that lasts so many seconds from now; a negative number is one that has expired. */
export function tokenOf(
  secret: string,
  scope = 'tanks:read tanks:write tanks:create tanks:delete ship-tos:read',
  seconds = 3600,
): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { company_id: 'demo', scope, exp: Math.floor(Date.now() / 1000) + seconds };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
