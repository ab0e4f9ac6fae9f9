import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('a rolling restart behind a balancer loses no request', async () => {
  const program = fileURLToPath(new URL('../../trials/run.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, 'rolling-restart', '--requests', '1000'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'exit');
  expect(code, output).toBe(0);
});
