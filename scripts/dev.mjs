// Runs the gateway, and anew after each change of a source or of the model: `npm run dev`. It builds first, so that a
// fault leaves the old one running. Its arguments are Node's: `npm run dev -- --inspect` for breakpoints in TypeScript.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lastChangeOfSources } from './build.mjs';

/** Often enough, and unlike the system's events it misses no file that an editor replaces. */
const LOOK_MS = 200;

const script = (name) => fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
const node = (...args) =>
  spawn(process.execPath, args, { stdio: 'inherit', env: { DRAIN_SECONDS: '0', ...process.env } });

let gateway;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    gateway?.kill('SIGTERM');
    process.exit();
  });
for (let built = 0; ; await delay(LOOK_MS)) {
  const changed = lastChangeOfSources();
  if (changed <= built) continue;
  built = changed;
  const [code] = await once(node(script('build'), '--if-stale'), 'exit');
  if (code !== 0) continue;
  if (gateway?.exitCode === null) {
    gateway.kill('SIGTERM');
    await once(gateway, 'exit');
  }
  gateway = node(...process.argv.slice(2), script('run'), 'main');
}
