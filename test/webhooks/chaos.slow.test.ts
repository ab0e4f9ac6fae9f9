import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

async function chaos(...options: string[]): Promise<void> {
  const program = fileURLToPath(new URL('../../trials/run.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, 'chaos', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'exit');
  expect(code, output).toBe(0);
}

test('nothing is lost or wrong when programs and the database are killed and clocks are off', () => {
  return chaos('--rounds', '2', '--seed', '1');
});

test('three gateways and three workers deliver each message once', () => {
  return chaos('--rounds', '0', '--gateways', '3', '--workers', '3', '--calm', '2');
});
