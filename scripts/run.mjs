// `npm start` and its like: builds what is stale and then becomes the program, in this process.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [node, , program, ...rest] = process.argv;
execFileSync(node, [fileURLToPath(new URL('build.mjs', import.meta.url)), '--if-stale'], { stdio: 'inherit' });
const entry = new URL(`../dist/${program}.js`, import.meta.url);
// npm passes a signal to the shell that it runs this in, and not every shell passes it on; but the shell ends, and that can be seen.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined)
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 250).unref();

process.argv = [node, fileURLToPath(entry), ...rest];
await import(entry.href);
