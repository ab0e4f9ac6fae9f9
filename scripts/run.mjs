// Runs a program for `npm start` and the like: builds what is stale, then runs the program in this process.
import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

function readable(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

// npm runs this in a shell and passes SIGTERM to the shell only; SIGKILL it cannot pass. Both end npm or the shell without a signal to
// this process, and no event reports it: npm shares no pipe with its children, and Node.js has no access to prctl, pidfd or kqueue. But
// the parent of an orphan changes. bash replaces itself by this process, so that npm is the parent; dash stays between the two, and then
// Linux tells the parent of dash.
const { npm_lifecycle_event: script, npm_node_execpath: npm } = process.env;
const executable = readable(() => readlinkSync(`/proc/${process.ppid}/exe`));
const viaShell = executable !== undefined && executable !== npm;
const grandparent = () => readable(() => /^PPid:.*$/m.exec(readFileSync(`/proc/${process.ppid}/status`, 'utf8'))?.[0]);
const ancestors = () => `${process.ppid} ${viaShell ? grandparent() : ''}`;
const before = ancestors();

const [node, , program, ...rest] = process.argv;
const build = fileURLToPath(new URL('build.mjs', import.meta.url));
const { status } = spawnSync(node, [build, '--if-stale'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

// On Windows, the parent of an orphan stays the same.
if (script !== undefined && process.platform !== 'win32') {
  const watch = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}

const entry = new URL(`../dist/${program}.js`, import.meta.url);
process.argv = [node, fileURLToPath(entry), ...rest];
await import(entry.href);
