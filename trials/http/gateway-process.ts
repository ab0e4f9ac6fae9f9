import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ALL_SCOPES, mintToken } from '../../src/auth/mint.ts';
import type { Probe } from './probe.ts';

/** Signs the tokens that these gateways accept. */
export const SECRET = 'a secret for this run only, long enough for HS256';

/** What a gateway has in its environment as in production, beside its database. */
export const PROGRAM_ENV = {
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  PORT: '0',
  JWT_SECRET: SECRET,
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  DRAIN_SECONDS: '0',
};

export interface GatewayProcess {
  port: number;
  child: ChildProcess;
  /** What the gateway has measured since the last report. */
  report(): Promise<Probe>;
  /** Sends SIGTERM. Rejects unless the gateway ends with 0. */
  stop(): Promise<void>;
}

/**
 * Starts a gateway as in production, in a process of its own with a probe in it. Only programs run by trials/run.mjs
 * can call it.
 */
export async function startGateway(databaseUrl: string, env: Record<string, string> = {}): Promise<GatewayProcess> {
  const child = fork(fileURLToPath(new URL('../dist/main.js', import.meta.url)), {
    env: { ...PROGRAM_ENV, DATABASE_URL: databaseUrl, WEBHOOKS: 'off', ...env },
    // A heap as small containers give it.
    execArgv: ['--max-old-space-size=512', '--import', new URL('probe.mjs', import.meta.url).href],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`A gateway ended with ${code}.`);
  };
  const report = async (): Promise<Probe> => {
    child.send('report');
    const [probe]: Probe[] = await once(child, 'message');
    if (probe === undefined) throw new Error('The gateway did not report.');
    return probe;
  };
  return { port: await portOf(child), child, report, stop };
}

/** The port that a gateway logs when it is ready. */
async function portOf({ stdout }: ChildProcess): Promise<number> {
  if (stdout === null) throw new Error('The gateway has no output.');
  for await (const line of createInterface({ input: stdout })) {
    const address = /"address":"([^"]+)"/.exec(line)?.[1];
    if (address === undefined) continue;
    // Unread, the log would block the gateway.
    stdout.resume();
    return Number(new URL(address).port);
  }
  throw new Error('The gateway ended before it was ready.');
}

/** A token of a company with every scope, which these gateways accept. */
export const tokenFor = (company: string): Promise<string> =>
  mintToken(
    { company, companyClaim: 'company_id', scope: ALL_SCOPES, ttl: '1h', issuer: undefined, audience: undefined },
    SECRET,
  );
