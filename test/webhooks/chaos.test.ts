import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('no acknowledged change is lost when gateway, worker and database are killed', async () => {
  const program = fileURLToPath(new URL('../run.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, 'webhooks/chaos', '--rounds', '6'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'exit');
  expect(code, output).toBe(0);
}, 400_000);
