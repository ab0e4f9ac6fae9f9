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

// npm starts a shell, which starts this process. SIGTERM to npm reaches only the shell, and SIGKILL only npm; then this
// process gets no signal. Nor is there an event to wait for: npm shares no pipe with its children, and Node.js cannot
// call prctl, pidfd_open or kqueue. So a timer compares the parent, which changes when it dies. bash replaces itself
// with this process, which makes npm the parent. dash stays between them; only Linux shows the parent of dash.
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

// On Windows, the parent's id does not change when the parent dies.
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
