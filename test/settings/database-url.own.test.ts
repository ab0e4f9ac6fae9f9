import { expect, test } from 'vitest';
import { readConfig } from '../../src/settings/config.ts';

const REST = { JWT_SECRET: 'x'.repeat(32), SECRETS_KEY: `${'a'.repeat(42)}A=` };
const read = (DATABASE_URL: string) => readConfig({ environment: { ...REST, DATABASE_URL } }).database;

function faultOf(url: string): string {
  try {
    read(url);
    return '';
  } catch (error) {
    return String(error);
  }
}

test.each([
  ['postgresql://app:12#34@host/db', 'has a character in its user or password that a URL must encode'],
  ['postgresql://app:12/34@host/db', 'has a character in its user or password that a URL must encode'],
  ['postgresql://app:12?34@host/db', 'has a character in its user or password that a URL must encode'],
  ['postgresql://app:12%34%@host/db', 'has a character in its user or password that a URL must encode'],
  ['postgresql://app:12@one,two:54x/db', 'names several hosts, one of which is no host'],
  ['postgresql://app:12@one,/db', 'names several hosts, one of which is no host'],
  ['postgresql://app:12@/db?host=one,two', 'names several hosts in `host`: write them before the path'],
  ['postgresql://app:12@one,two/db?target_session_attrs=standby', 'has target_session_attrs=standby'],
  ['postgresql://app:12@host:54x/db', 'has a port that is no number'],
  ['mysql://app:12@host/db', 'must be a URL such as postgresql://user:password@host:5432/database'],
  ['host=host password=12', 'must be a URL such as postgresql://user:password@host:5432/database'],
  [
    'postgresql://app:12@host/db?sslaccept=strict',
    'has the parameter sslaccept, which is not supported: write sslmode',
  ],
  ['postgresql://app:12@host/db?schema=a b', 'has a schema that is no name'],
  ['postgresql://app:12@host/db?connection_limit=none', 'has a connection_limit that is no number'],
])('%s is refused by name, without a part of the password', (url, fault) => {
  const message = faultOf(url);
  expect(message).toContain(`DATABASE_URL ${fault}`);
  expect(message).not.toMatch(/12|34/);
});

test.each([
  ['postgresql://app:p%23w@host/db', {}],
  ['postgresql://app:pw@/db?host=/cloudsql/project:region:name', {}],
  ['postgresql:///db?host=/var/run/postgresql', {}],
  ['postgresql://host/db?user=someone@example&password=pw', {}],
  ['postgresql://[::1]:5432/db', {}],
  [
    'postgresql://app:pw@one:5433,two,[::1]:5434/db?target_session_attrs=read-write',
    {
      hosts: [
        { host: 'one', port: 5433 },
        { host: 'two', port: 5432 },
        { host: '::1', port: 5434 },
      ],
    },
  ],
  ['postgresql://app:pw@one/db?target_session_attrs=read-write', { hosts: undefined }],
  ['postgresql://app:pw@host/db?schema=gateway&connection_limit=5', { schema: 'gateway', size: 5 }],
])('%s is read', (url, pool) => {
  expect(read(url).pool).toMatchObject(pool);
  expect(read(url).url).not.toMatch(/schema|connection_limit|target_session_attrs|two/);
});

test.each(['prefer', 'require', 'verify-ca'])('sslmode=%s verifies the certificate', (mode) => {
  expect(read(`postgresql://app:pw@host/db?sslmode=${mode}`).url).toContain('sslmode=verify-full');
});

test('the certificates of the system are those of Node.js', () => {
  expect(read('postgresql://host/db?sslrootcert=system').url).toBe('postgresql://host/db?sslmode=verify-full');
});
