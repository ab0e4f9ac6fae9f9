import { expect, test } from 'vitest';
import { addressFault, mayConnect, parseRanges } from '../../src/webhooks/sending/address.ts';

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://１２７.０.０.１/',
  'http://127。0。0。1/',
  'http://0.0.0.0/',
  'http://0/',
  'http://10.0.0.1/',
  'http://172.16.5.4/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://100.64.0.1/',
  'http://192.0.0.192/',
  'http://192.0.2.1/',
  'http://192.88.99.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.9/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::127.0.0.1]/',
  'http://[::8.8.8.8]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:1234::1]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[100::1]/',
  'http://[5f00::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
])('%s is not public and is refused', (address) => {
  expect(addressFault(address, [])).toMatch(/is not a public address$/);
});

test.each([
  ['', 'must be an absolute address, such as https://example.com/hook'],
  ['/hooks', 'must be an absolute address, such as https://example.com/hook'],
  ['//example.com/hooks', 'must be an absolute address, such as https://example.com/hook'],
  ['http://', 'must be an absolute address, such as https://example.com/hook'],
  ['http://256.0.0.1/', 'must be an absolute address, such as https://example.com/hook'],
  ['ftp://example.com/', 'must begin with https:// or http://'],
  ['file:///etc/passwd', 'must begin with https:// or http://'],
  ['javascript:alert(1)', 'must begin with https:// or http://'],
  ['https://user@example.com/', 'must not contain a user name or a password; use the secret instead'],
  ['https://:secret@example.com/', 'must not contain a user name or a password; use the secret instead'],
])('%s %s', (address, fault) => {
  expect(addressFault(address, [])).toBe(fault);
});

test.each(['https://example.com/hooks?x=1', 'http://localhost:4100/', 'http://8.8.8.8/', 'https://[2606:4700::1111]/'])(
  '%s is a host name or public, and is accepted',
  (address) => {
    expect(addressFault(address, [])).toBe(undefined);
  },
);

test('an allowed range covers its own address family and the IPv4-mapped form', () => {
  const allowed = parseRanges(['127.0.0.0/8', 'fd00::/8']);
  expect(addressFault('http://2130706433:4100/', allowed)).toBe(undefined);
  expect(addressFault('http://[::ffff:127.0.0.1]/', allowed)).toBe(undefined);
  expect(addressFault('http://[fd12::1]/', allowed)).toBe(undefined);
  expect(addressFault('http://[::1]/', allowed)).toMatch(/public/);
  expect(addressFault('http://10.0.0.1/', allowed)).toMatch(/public/);
});

test('text that is not an IP address is refused', () => {
  for (const text of ['', 'localhost', '1.2.3', 'fe80::1%eth0', '0x7f000001']) expect(mayConnect(text, [])).toBe(false);
});
