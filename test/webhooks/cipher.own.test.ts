import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { StartupError } from '../../src/base/startup-error.ts';
import { createCipher, openCipher } from '../../src/webhooks/secrets/cipher.ts';

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const cipher = createCipher([first]);

test('any secret of any subscription decrypts to itself, and each encryption differs', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 1 }), (id, secret) => {
      const stored = cipher.encrypt(id, secret);
      expect(stored).toMatch(/^v1:[0-9a-f]{8}:[\w-]{16}:[\w-]{22,}$/);
      expect(stored.startsWith(cipher.prefix)).toBe(true);
      expect([cipher.decrypt(id, stored), cipher.decrypt(id, stored)]).toEqual([secret, secret]);
      expect(createCipher([first]).decrypt(id, stored)).toBe(secret);
      expect(cipher.encrypt(id, secret)).not.toBe(stored);
    }),
  );
});

test('a stored text is of no use to another subscription, even after its own has read it', () => {
  const stored = cipher.encrypt('a', 'whsec_AAAA');
  expect(cipher.decrypt('a', stored)).toBe('whsec_AAAA');
  for (const other of ['b', '', 'a ', 'A']) expect(() => cipher.decrypt(other, stored)).toThrow('another subscription');
});

test('a stored text that was changed does not decrypt, and the error has nothing of it', () => {
  const secret = 'a secret to look for';
  const stored = cipher.encrypt('a', secret);
  const [version, id, iv = '', text = ''] = stored.split(':');
  const swap = (part: string, at: number) => part.slice(0, at) + (part[at] === 'A' ? 'B' : 'A') + part.slice(at + 1);
  const changed = [
    ...[0, 5, 15].map((at) => [version, id, swap(iv, at), text]),
    ...[0, 10, text.length - 5].map((at) => [version, id, iv, swap(text, at)]),
    [version, id, iv, text.slice(0, -4)],
    [version, id, iv, text.slice(0, 22)],
    [version, id, iv, `${text}AAAA`],
  ];
  for (const parts of changed) {
    let message = '';
    try {
      cipher.decrypt('a', parts.join(':'));
    } catch (error) {
      message = error instanceof Error ? error.message : '';
    }
    expect(message).toBe('it was changed, or copied from another subscription');
  }
});

test('the first key encrypts, and all of them decrypt', () => {
  const old = cipher.encrypt('a', 'secret');
  const both = createCipher([second, first]);
  expect(both.decrypt('a', old)).toBe('secret');
  const renewed = both.encrypt('a', 'secret');
  expect(createCipher([second]).decrypt('a', renewed)).toBe('secret');
  expect(() => cipher.decrypt('a', renewed)).toThrow(
    /^it is encrypted under the key [0-9a-f]{8}, which SECRETS_KEY lacks$/,
  );
});

test('a text in any other form does not decrypt', () => {
  const [version, id, iv, text] = cipher.encrypt('a', 'secret').split(':');
  const others = [
    'a plain secret',
    'whsec_AAAA',
    'v1:',
    `v2:${id}:${iv}:${text}`,
    `${version}:${id}:${text}`,
    `v1:${id}:${iv}:${text} `,
  ];
  for (const plain of others) expect(() => cipher.decrypt('a', plain)).toThrow('it is not encrypted');
});

async function directory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'cipher-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test('the embedded database has a key of its own, in a file that only its owner can read', async () => {
  const dataDir = join(await directory(), 'data');
  const ciphers = await Promise.all([1, 2, 3].map(() => openCipher(undefined, dataDir)));
  const stored = ciphers[0]?.encrypt('a', 'secret') ?? '';
  for (const each of [...ciphers, await openCipher(undefined, dataDir)])
    expect(each.decrypt('a', stored)).toBe('secret');
  expect(await readdir(dataDir)).toEqual(['secrets-key']);
  const file = join(dataDir, 'secrets-key');
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  // As SECRETS_KEY, it lets the database move to a server.
  const moved = createCipher([Buffer.from(await readFile(file, 'utf8'), 'base64')]);
  expect(moved.decrypt('a', stored)).toBe('secret');
});

test('keys that are given are used instead, and a damaged file is an error', async () => {
  const dataDir = await directory();
  expect((await openCipher([first], dataDir)).prefix).toBe(cipher.prefix);
  expect(await readdir(dataDir)).toEqual([]);
  for (const text of ['', 'short', Buffer.alloc(31).toString('base64')]) {
    await writeFile(join(dataDir, 'secrets-key'), text);
    await expect(openCipher(undefined, dataDir)).rejects.toThrow(StartupError);
  }
});
