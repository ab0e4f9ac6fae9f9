import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createKey } from '../../src/auth/api-keys.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { RequestBudget } from '../../src/load/request-budget.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { LIMITS, tokenOf, watchStatements } from '../gateway.ts';
import { send, sums } from '../import/sending.ts';
import { openEvents } from '../live/event-source.ts';
import { onServer } from '../postgres.ts';
import { binaries } from './cluster.ts';

import { beta, operator, READ, useReplica, WRITE } from './replicated.ts';

describe.skipIf(binaries === undefined)('with a replica (needs an installed PostgreSQL)', () => {
  const on = useReplica();
  const { open, nameOf, isOfReplica, caughtUp, pauseReplay } = on;

  test('queries read from the replica, mutations from the primary', async () => {
    const related = '{ tank(id: "t1") { shipTo { name tanks { totalCount } } } }';
    expect(await isOfReplica(() => on.gateway.ask(related, {}, operator))).toBe(true);
    await pauseReplay();
    await onServer(on.primary.url, `UPDATE tank SET name = 'hidden' WHERE id = 't2'`);
    expect(await nameOf('t2', beta)).toBe('old');
    const page = '{ tanks(first: 5, orderBy: { field: NAME, direction: ASC }) { totalCount nodes { name } } }';
    expect((await on.gateway.ask(page, {}, beta)).data.tanks).toEqual({ totalCount: 1, nodes: [{ name: 'old' }] });

    const budget = new RequestBudget(LIMITS, 'acme');
    // Also when both ask in one tick, for the same columns.
    const lookup = { where: { id: 't2' }, select: { name: true } } as const;
    const both = [Tenant.of('beta').forRequest(budget, true), Tenant.of('beta').forRequest(budget, false)].map((each) =>
      on.gateway.prisma.tank.of(each).lookup(lookup),
    );
    expect((await Promise.all(both)).map((row) => row?.name)).toEqual(['old', 'hidden']);

    const sent = watchStatements(on.gateway.pool);
    const conflict = `mutation { updateTank(id: "t2", expectedVersion: 1, input: { name: "mine" }) { ... on ConflictError { currentVersion } } }`;
    expect((await on.gateway.ask(conflict, {}, beta)).data.updateTank).toEqual({ currentVersion: 2 });
    expect(sent).toHaveLength(2);
    const unchanged = 'mutation { updateTank(id: "t2", input: {}) { ... on Tank { name } } }';
    expect((await on.gateway.ask(unchanged, {}, beta)).data.updateTank).toEqual({ name: 'hidden' });
    await onServer(on.primary.url, `UPDATE tank SET name = 'old' WHERE id = 't2'`);
  });

  test('an API key is looked up on the primary, so that a replica that is behind does not prolong it', async () => {
    await pauseReplay();
    const { id, hash, key } = createKey();
    await onServer(
      on.primary.url,
      `INSERT INTO api_key (id, company_id, scopes, hash) VALUES ('${id}', 'beta', '{tanks:read}', '${hash}')`,
    );
    expect(await nameOf('t2', key)).toBe('old');
    await onServer(on.primary.url, `UPDATE api_key SET revoked_at = now() WHERE id = '${id}'`);
    const clock = vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 });
    onTestFinished(() => void clock.useRealTimers());
    expect((await on.gateway.ask(READ, { id: 't2' }, key)).errors).toMatchObject([
      { message: 'The API key has been revoked.' },
    ]);
  });

  test('a company reads its own write at once, and from the replica when that has it', async () => {
    await pauseReplay();
    for (let count = 0; count < 20; count++) {
      await on.gateway.ask(WRITE, { id: 't1', name: `name ${count}` });
      expect(await nameOf('t1')).toBe(`name ${count}`);
    }
    expect(await isOfReplica(() => nameOf('t2', beta))).toBe(true);
    await onServer(on.replica.url, 'SELECT pg_wal_replay_resume()');
    await caughtUp();
    expect(await nameOf('t1')).toBe('name 19');
  });

  test('a company reads its own import at once', async () => {
    await pauseReplay();
    expect((await send(on.gateway, 'id,name\nt1,imported\n')).end).toEqual(sums(0, 1, 0, 0));
    expect(await nameOf('t1')).toBe('imported');
  });

  test('a company reads its own write at once, also when an extension has sent it in a transaction', async () => {
    const inTransaction = Prisma.defineExtension((client) =>
      client.$extends({
        query: {
          $queryRawUnsafe: ({ args, query }) =>
            `${args[0]}`.startsWith('UPDATE') ? client.$transaction((tx) => tx.$queryRawUnsafe(...args)) : query(args),
        },
      }),
    );
    const extended = await open({ extensions: [inTransaction] });
    onTestFinished(() => extended.close());
    const read = () => extended.ask(READ, { id: 't1' });
    await expect.poll(() => isOfReplica(read, extended)).toBe(true);
    await pauseReplay();
    await extended.ask(WRITE, { id: 't1', name: 'in a transaction' });
    expect((await read()).data).toEqual({ tank: { name: 'in a transaction' } });
  });

  test('what follows a mutation in its own answer is read with it', async () => {
    await pauseReplay();
    await onServer(on.primary.url, `UPDATE ship_to SET name = 'new' WHERE id = 's1'`);
    const { data } = await on.gateway.ask(WRITE, { id: 't1', name: 'new' });
    expect(data.updateTank).toEqual({ name: 'new', shipTo: { name: 'new' } });
  });

  test('the write of an operator is seen by the operator, in relations too, and by the company', async () => {
    await pauseReplay();
    await on.gateway.ask(WRITE, { id: 't1', name: 'of the operator' }, operator);
    expect(await nameOf('t1', operator)).toBe('of the operator');
    expect(await nameOf('t1')).toBe('of the operator');
    await onServer(on.primary.url, `UPDATE ship_to SET name = 'newer' WHERE id = 's1'`);
    const { data } = await on.gateway.ask('{ tank(id: "t1") { shipTo { name } } }', {}, operator);
    expect(data.tank.shipTo.name).toBe('newer');
  });

  test('a list of deliveries leaves the reads of other companies on the replica', async () => {
    await pauseReplay();
    const { data } = await on.gateway.ask('{ webhookSubscription(id: "sub") { deliveries(first: 1) { totalCount } } }');
    expect(data.webhookSubscription).toEqual({ deliveries: { totalCount: expect.any(Number) } });
    expect(await isOfReplica(() => nameOf('t2', beta))).toBe(true);
  });

  test('subscriptions and their deliveries are read as they are now', async () => {
    await pauseReplay();
    await on.gateway.ask('mutation { pauseSubscription(id: "sub") { __typename } }');
    await onServer(on.primary.url, `UPDATE tank SET name = 'event' WHERE id = 't1'`);
    const { data } = await on.gateway.ask(
      '{ webhookSubscription(id: "sub") { state deliveries(first: 1) { nodes { status } } } webhookSubscriptions { nodes { state } } }',
    );
    expect(data.webhookSubscription).toEqual({ state: 'PAUSED', deliveries: { nodes: [{ status: 'HELD' }] } });
    expect(data.webhookSubscriptions.nodes).toEqual([{ state: 'PAUSED' }]);
  });

  test('every page of a delta read is of the primary, also one that does not ask for its time', async () => {
    const ordered = '{ tanks(orderBy: { field: LAST_MODIFIED, direction: ASC }) { nodes { id } } }';
    const since = '{ tanks(filter: { modifiedSince: "2026-01-01T00:00:00Z" }) { nodes { id } } }';
    for (const page of [ordered, since]) expect(await isOfReplica(() => on.gateway.ask(page, {}, beta))).toBe(false);
    // As soon as the replica has what they have shown.
    await expect.poll(() => isOfReplica(() => on.gateway.ask('{ tanks { nodes { id } } }', {}, beta))).toBe(true);
  });

  test('a read after the Resync of a live operation is not older than the Resync', async () => {
    const gamma = await tokenOf('gamma');
    await onServer(on.primary.url, "INSERT INTO tank (id, company_id, name) VALUES ('t3', 'gamma', 'old')");
    await expect.poll(() => isOfReplica(() => nameOf('t3', gamma))).toBe(true);
    await expect.poll(() => nameOf('t3', gamma)).toBe('old');
    await pauseReplay();
    await onServer(on.primary.url, "UPDATE tank SET name = 'new' WHERE id = 't3'");
    expect(await nameOf('t3', gamma)).toBe('old');
    const watch = 'subscription { tankChanged(id: "t3") { __typename } }';
    const events = await openEvents(on.gateway, watch, { token: gamma });
    expect(await events.item()).toEqual({ __typename: 'Resync' });
    expect(await nameOf('t3', gamma)).toBe('new');
  });
});
