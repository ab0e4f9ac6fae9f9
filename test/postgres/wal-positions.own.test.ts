import { expect, test } from 'vitest';
import { ReplicaFreshness } from '../../src/postgres/wal-positions.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';

const [acme, beta] = [Tenant.of('acme'), Tenant.of('beta')];

/** Where the log of the primary stood at some times. */
function sampled(samples: Readonly<Record<number, number>>, positions = new ReplicaFreshness()): ReplicaFreshness {
  for (const [at, position] of Object.entries(samples)) positions.add({ epoch: 'one', at: Number(at), position });
  return positions;
}

test('what a tenant reads at the primary after its write, the replica must have too, for up to 5 s', () => {
  const positions = sampled({ 1: 10 });
  positions.wrote(acme, 2);
  sampled({ 3: 20 }, positions);
  const has = (position: number) => positions.reachedBy(position).until >= positions.neededBy(acme);
  expect([has(10), has(20)]).toEqual([false, true]);
  positions.read(acme, 5_001);
  expect(has(20)).toBe(false);
  sampled({ 5001.5: 30 }, positions);
  positions.read(acme, 5_002);
  expect(has(30)).toBe(true);
  // A replica has failed, long after.
  positions.read(acme, 10_003);
  expect(has(30)).toBe(false);
  // What an operator reads keeps no company at the primary.
  positions.read(Tenant.ALL_COMPANIES, 1);
  expect(positions.neededBy(beta)).toBe(0);
});

test('a write is covered by a look that begins after it, not by one under way', () => {
  const positions = sampled({});
  positions.wrote(acme, 2);
  sampled({ 1: 10, 3: 20 }, positions);
  const has = (position: number) => positions.reachedBy(position).until >= positions.neededBy(acme);
  expect([has(10), has(19), has(20)]).toEqual([false, false, true]);
  expect(positions.neededBy(beta)).toBe(0);
});

test('a tenant that had to be dropped still reads its writes', () => {
  const positions = new ReplicaFreshness(2);
  positions.wrote(acme, 1);
  positions.wrote(acme, 2);
  expect(positions.neededBy(beta)).toBe(0);
  for (const company of ['b', 'c', 'd']) positions.wrote(Tenant.of(company), 1);
  expect(positions.neededBy(acme)).toBe(2);
});

test('a replica is behind since the oldest sample that it has not reached', () => {
  expect(sampled({}).reachedBy(5)).toEqual({ until: 0, behindSince: undefined });
  const positions = sampled({ 100: 10, 200: 10, 300: 30, 400: 40 });
  expect(positions.reachedBy(9)).toEqual({ until: 0, behindSince: 100 });
  expect(positions.reachedBy(10)).toEqual({ until: 200, behindSince: 300 });
  expect(positions.reachedBy(40)).toEqual({ until: 400, behindSince: undefined });
});
