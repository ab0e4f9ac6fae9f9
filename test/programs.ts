import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface Output {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Bundles programs of `src/` for a test file, and runs them in a folder of its own with no more than the environment given. */
export function usePrograms(...paths: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-programs-'));
  const dataDir = join(folder, 'data');
  const children: ChildProcess[] = [];

  const bundleOf = (name: string): string => join(folder, 'dist', `${name}.mjs`);

  const launch = (name: string, args: string[], env: Record<string, string>): ChildProcess => {
    const child = spawn(process.execPath, [bundleOf(name), ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // A program may end before it has read all of its input.
    child.stdin?.on('error', () => {});
    children.push(child);
    return child;
  };

  /** A program whose standard input the caller writes. */
  const open = (name: string, args: string[], env: Record<string, string>) => {
    const child = launch(name, args, env);
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null || stderr === null) throw new Error('the program has no output');
    const ended = Promise.all([once(child, 'close'), text(stdout), text(stderr)]).then(
      ([[status], ...texts]): Output => ({ status, stdout: texts[0], stderr: texts[1] }),
    );
    return { child, stdin, ended };
  };

  beforeAll(async () => {
    // The bundles expect packages, migrations and operations where they are for dist/.
    for (const name of ['node_modules', 'prisma', 'operations']) symlinkSync(join(root, name), join(folder, name));
    await build({
      absWorkingDir: root,
      entryPoints: paths.map((path) => `src/${path}.ts`),
      outdir: join(folder, 'dist'),
      entryNames: '[name]',
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      packages: 'external',
      logLevel: 'warning',
    });
  });
  afterAll(async () => {
    for (const child of children) await end(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  return {
    /** The data directory that the programs share, unless they are given another or DATABASE_URL. */
    dataDir,
    /** The file of a program. */
    bundleOf,
    open,
    /** Runs a program to its end. */
    run(
      name: string,
      args: string[] = [],
      env: Record<string, string> = {},
      input: string | Buffer = '',
    ): Promise<Output> {
      const { stdin, ended } = open(name, args, env);
      stdin.end(input);
      return ended;
    },
    /** Starts a program that prints text, and calls back with each line. */
    print(name: string, args: string[], onLine: (line: string) => void): void {
      const { stdout } = launch(name, args, {});
      if (stdout === null) throw new Error('the program has no output');
      createInterface(stdout).on('line', onLine);
    },
    /** Starts a program and waits until it logs the message `ready`. `line` is that line of its log. */
    async start(name: string, ready: string, env: Record<string, string> = {}) {
      const child = launch(name, [], env);
      const { stdout, stderr } = child;
      if (stdout === null || stderr === null) throw new Error('the program has no output');
      const complaint = text(stderr);
      const logged: string[] = [];
      const line = await new Promise<string>((resolve, reject) => {
        createInterface(stdout)
          .on('line', (found) => {
            logged.push(found);
            if (found.includes(`"msg":"${ready}"`)) resolve(found);
          })
          .on('close', () => complaint.then((words) => reject(new Error(`${name} has ended: ${words}`))));
      });
      return { line: JSON.parse(line), logged, stop: () => end(child) };
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
