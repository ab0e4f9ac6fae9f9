import { expect, onTestFinished, test } from 'vitest';
import { SECRETS_KEY } from '../cipher.ts';
import { cloneDatabase, SECRET } from '../gateway.ts';
import { openProgram, type Program } from '../programs.ts';
import { type Container, manifests, settingsOf } from './manifests.ts';

/** Starts what a deployment starts, with its settings and these, on free ports of this machine. */
async function start(
  name: string,
  more: Record<string, string> = {},
): Promise<{ container: Container; program: Program }> {
  const deployment = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  const [container] = deployment?.spec.template?.spec.containers ?? [];
  if (container === undefined) throw new Error(`There is no deployment ${name}`);
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  const secrets = { 'database-url': url, 'jwt-secret': SECRET, 'secrets-key': SECRETS_KEY };
  const settings = { ...settingsOf(container, secrets), HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0', ...more };
  const [, program = 'main'] = /dist\/(\w+)\.js$/.exec(container.args?.at(-1) ?? '') ?? [];
  return { container, program: openProgram(program, [], settings) };
}

test('a gateway with the settings of its manifest answers all probes, and drains while it stops', async () => {
  // Longer than a busy machine takes to ask; the end of the test ends it.
  const { container, program } = await start('gateway', { DRAIN_SECONDS: '300' });
  const { address, webhooks } = await program.logged('ready');
  expect(webhooks).toBe('left to workers');
  const ask = async (probe = container.readinessProbe): Promise<number> =>
    (await fetch(new URL(probe?.httpGet.path ?? '', address))).status;
  for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe])
    expect(await ask(probe)).toBe(200);
  program.child.kill('SIGTERM');
  await expect.poll(() => ask()).toBe(503);
  expect(await ask(container.livenessProbe)).toBe(200);
});

test('a worker with the settings of its manifest delivers', async () => {
  const { program } = await start('worker');
  await program.logged('delivering');
  expect((await program.stop()).status).toBe(0);
});
