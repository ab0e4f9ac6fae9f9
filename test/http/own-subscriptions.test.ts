import { extendSchema, type GraphQLSchema, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Shares } from '../../src/load/shares.ts';
import { schema } from '../../src/schema.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { openParts } from './parts.ts';
import { openSocket } from './socket.ts';

/** How the generators of a test have ended. */
let ended: string[] = [];
/** Called when a generator waits for its next item. */
let waiting = (): void => {};

/** The schema with a subscription that counts down, and then waits until it is ended, fails or ends. */
function withTicks(): GraphQLSchema {
  const extended = extendSchema(
    schema,
    parse('extend type Subscription { ticks(from: Int!, last: String!): Int!, company: String }'),
  );
  const { ticks, company } = extended.getSubscriptionType()?.getFields() ?? {};
  if (ticks === undefined || company === undefined) throw new Error('The schema has no subscriptions.');
  ticks.subscribe = async function* (_root, { from, last }) {
    try {
      for (let at = from; at > 0; at--) yield at;
      if (last === 'fail') throw new Error('a secret of the server');
      if (last === 'wait') {
        waiting();
        await new Promise(() => {});
      }
    } finally {
      ended.push(last);
    }
  };
  ticks.resolve = (item) => item;
  company.subscribe = async function* () {
    yield 'once';
  };
  company.resolve = (item, _args, { caller }) => `${item} ${caller.tenant?.company}`;
  return extended;
}

const TICKS = 'subscription ($from: Int!, $last: String!) { ticks(from: $from, last: $last) }';

for (const [name, plugins] of [
  ['without a plugin', []],
  ['with a plugin', [{}]],
] as const)
  describe(`a subscription of one's own, ${name},`, () => {
    let gateway: TestGateway;
    const streams = new Shares(6);
    beforeAll(async () => {
      gateway = await openGateway({ schema: withTicks(), plugins: [...plugins], beatMs: 50, streams });
    });
    afterAll(() => gateway.close());
    const over = () => expect.poll(() => streams.held('acme')).toBe(0);

    test('is answered item by item as server-sent events, which have no ids', async () => {
      const events = await openEvents(gateway, TICKS, { variables: { from: 2, last: 'end' } });
      expect(await events.next()).toEqual({ event: 'next', id: undefined, data: { data: { ticks: 2 } } });
      expect(await events.next()).toEqual({ event: 'next', id: undefined, data: { data: { ticks: 1 } } });
      expect(await events.next()).toMatchObject({ event: 'complete' });
      await over();
    });

    test('is answered in parts', async () => {
      const parts = await openParts(gateway, TICKS, { from: 2, last: 'end' });
      expect([await parts.next(), await parts.next()]).toEqual([
        { payload: { data: { ticks: 2 } } },
        { payload: { data: { ticks: 1 } } },
      ]);
      await over();
    });

    test('is answered over a WebSocket', async () => {
      const { send, next } = await openSocket(gateway);
      send({ id: '1', type: 'subscribe', payload: { query: TICKS, variables: { from: 2, last: 'end' } } });
      expect([await next(), await next(), await next()]).toMatchObject([
        { type: 'next', payload: { data: { ticks: 2 } } },
        { type: 'next', payload: { data: { ticks: 1 } } },
        { type: 'complete' },
      ]);
      await over();
    });

    test('has the caller in its context', async () => {
      const events = await openEvents(gateway, 'subscription { company }');
      expect(await events.next()).toMatchObject({ data: { data: { company: 'once acme' } } });
    });

    test('ends with a masked error when its generator fails', async () => {
      const events = await openEvents(gateway, TICKS, { variables: { from: 1, last: 'fail' } });
      await events.next();
      const failed = await events.next();
      expect(failed?.data?.errors).toMatchObject([{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
      expect(JSON.stringify(failed)).not.toContain('secret');
      await over();
    });

    test('gives back its place when its client hangs up, and its generator ends with its next item', async () => {
      ended = [];
      const isWaiting = new Promise<void>((resolve) => (waiting = resolve));
      const events = await openEvents(gateway, TICKS, { variables: { from: 1, last: 'wait' } });
      await events.next();
      await isWaiting;
      expect(streams.held('acme')).toBe(1);
      events.close();
      await over();
      const more = await openEvents(gateway, TICKS, { variables: { from: 3, last: 'end' } });
      await more.next();
      more.close();
      await expect.poll(() => ended).toEqual(['end']);
    });

    test('ends when its token does', async () => {
      const token = await tokenOf('acme', 'tanks:read', '2s');
      const events = await openEvents(gateway, TICKS, { variables: { from: 1, last: 'wait' }, token });
      await events.next();
      expect((await events.next())?.data?.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
      await over();
    });

    test('is refused where its company has too many', async () => {
      const variables = { from: 1, last: 'wait' };
      const opened = await Promise.all(Array.from({ length: 5 }, () => openEvents(gateway, TICKS, { variables })));
      for (const events of opened) await events.next();
      const refused = await openEvents(gateway, TICKS, { variables });
      expect((await refused.next())?.data?.errors).toMatchObject([{ extensions: { code: 'OVERLOADED' } }]);
      for (const events of opened) events.close();
      await over();
    });
  });
