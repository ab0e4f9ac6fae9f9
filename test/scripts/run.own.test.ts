import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporary } from '../programs.ts';
import { bundleSnippet } from '../snippets.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const directory = temporary();

/** Prints its process id. When it stops, it waits for SIGUSR2. */
const program = `
  import { once } from 'node:events';
  import { runAsProgram, untilStopped } from './cli/program.ts';
  runAsProgram(() => untilStopped(async (cleanups) => {
    setInterval(() => {}, 60_000);
    cleanups.push(async () => {
      const released = once(process, 'SIGUSR2');
      console.log('stopping');
      await released;
      console.log('stopped');
    });
    console.log('pid ' + process.pid);
  }));`;

/** As bash does, and as dash does. */
const shells = {
  'a shell that the program replaces': 'eval "exec $2"',
  'a shell that waits for the program': 'eval "$2"; exit',
};

beforeAll(async () => {
  for (const folder of ['scripts', 'dist', 'shells']) mkdirSync(join(directory, folder));
  writeFileSync(
    join(directory, 'package.json'),
    '{ "type": "module", "scripts": { "start": "node scripts/run.mjs main" } }',
  );
  writeFileSync(join(directory, 'scripts', 'build.mjs'), '');
  copyFileSync(join(repository, 'scripts', 'run.mjs'), join(directory, 'scripts', 'run.mjs'));
  for (const [name, script] of Object.entries(shells))
    writeFileSync(join(directory, 'shells', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  await bundleSnippet(program, join(directory, 'dist', 'main.js'));
});

/** `npm start` in a process group of its own, as in a terminal. */
async function npmStart(shell: string) {
  const npm = spawn('npm', ['start', '--silent', `--script-shell=${join(directory, 'shells', shell)}`], {
    cwd: directory,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(npm, 'spawn');
  if (npm.pid === undefined) throw new Error('npm has no process id');
  const group = -npm.pid;
  onTestFinished(() => {
    try {
      process.kill(group, 'SIGKILL');
    } catch {
      // All have ended.
    }
  });
  const lines = createInterface(npm.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<string | undefined> => (await lines.next()).value;
  const pid = Number((await next())?.slice('pid '.length));
  return { npm, group, pid, next };
}

type Started = Awaited<ReturnType<typeof npmStart>>;
const endings: [string, (started: Started) => unknown][] = [
  ['Ctrl-C', ({ group }) => process.kill(group, 'SIGINT')],
  ['kill', ({ npm }) => npm.kill('SIGTERM')],
  ['kill -9', ({ npm }) => npm.kill('SIGKILL')],
];
/** Behind a shell that waits, only Linux shows that npm was killed. */
const canTell = (shell: string, name: string): boolean =>
  process.platform === 'linux' || name !== 'kill -9' || shell.includes('replaces');

for (const shell of Object.keys(shells))
  for (const [name, end] of endings)
    test.runIf(canTell(shell, name))(`after ${name} of npm, in ${shell}, the program stops cleanly`, async () => {
      const started = await npmStart(shell);
      end(started);
      expect(await started.next()).toBe('stopping');
      process.kill(started.pid, 'SIGTERM');
      process.kill(started.pid, 'SIGINT');
      process.kill(started.pid, 'SIGUSR2');
      expect(await started.next()).toBe('stopped');
      // The output ends when the last process that holds it has ended.
      expect(await started.next()).toBe(undefined);
    });
