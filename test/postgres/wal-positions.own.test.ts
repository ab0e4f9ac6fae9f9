import { expect, test } from 'vitest';
import { ReplicaFreshness } from '../../src/postgres/wal-positions.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';

const [acme, beta] = [Tenant.of('acme'), Tenant.of('beta')];

test('what a tenant reads at the primary after its write, the replica must have too, for up to 5 s', () => {
  const positions = new ReplicaFreshness();
  positions.begin(0)({ epoch: 'one', position: 10 });
  positions.wrote(acme, 0);
  positions.begin(1)({ epoch: 'one', position: 20 });
  expect(positions.neededBy(acme)).toBe(positions.reachedBy(20).sample);
  positions.read(acme, 4_999);
  expect(positions.neededBy(acme)).toBeGreaterThan(positions.reachedBy(20).sample);
  positions.begin(2)({ epoch: 'one', position: 30 });
  positions.read(acme, 5_000);
  expect(positions.neededBy(acme)).toBe(positions.reachedBy(30).sample);
  // A replica has failed, long after.
  positions.read(acme, 10_001);
  expect(positions.neededBy(acme)).toBeGreaterThan(positions.reachedBy(30).sample);
  // What an operator reads keeps no company at the primary.
  positions.read(Tenant.ALL_COMPANIES, 0);
  expect(positions.neededBy(beta)).toBe(0);
});

test('a write is covered by a look that begins after it, not by one under way', () => {
  const positions = new ReplicaFreshness();
  const first = positions.begin(0);
  positions.wrote(acme);
  first({ epoch: 'one', position: 10 });
  expect(positions.reachedBy(10).sample).toBeLessThan(positions.neededBy(acme));
  positions.begin(1)({ epoch: 'one', position: 20 });
  expect(positions.reachedBy(19).sample).toBeLessThan(positions.neededBy(acme));
  expect(positions.reachedBy(20).sample).toBe(positions.neededBy(acme));
  expect(positions.neededBy(beta)).toBe(0);
});

test('a tenant that had to be dropped still reads its writes', () => {
  const positions = new ReplicaFreshness(2);
  positions.begin(0)({ epoch: 'one', position: 10 });
  positions.wrote(acme);
  const needed = positions.neededBy(acme);
  positions.wrote(acme);
  expect(positions.neededBy(beta)).toBe(0);
  for (const company of ['b', 'c', 'd']) positions.wrote(Tenant.of(company));
  expect(positions.neededBy(acme)).toBe(needed);
});

test('a replica is behind since the oldest sample that it has not reached', () => {
  const positions = new ReplicaFreshness();
  expect(positions.reachedBy(5)).toEqual({ sample: 0, behindSince: undefined });
  positions.begin(100)({ epoch: 'one', position: 10 });
  positions.begin(200)({ epoch: 'one', position: 10 });
  positions.begin(300)({ epoch: 'one', position: 30 });
  positions.begin(400)({ epoch: 'one', position: 40 });
  expect(positions.reachedBy(9)).toEqual({ sample: 0, behindSince: 100 });
  expect(positions.reachedBy(10)).toEqual({ sample: 2, behindSince: 300 });
  expect(positions.reachedBy(40)).toEqual({ sample: 4, behindSince: undefined });
});
