// `npm start` and its like: builds what is stale and then becomes the program, in this process, so that a signal reaches it.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [node, , program, ...rest] = process.argv;
execFileSync(node, [fileURLToPath(new URL('build.mjs', import.meta.url)), '--if-stale'], { stdio: 'inherit' });
const entry = new URL(`../dist/${program}.js`, import.meta.url);
process.argv = [node, fileURLToPath(entry), ...rest];
await import(entry.href);
