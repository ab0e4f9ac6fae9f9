import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { longestTurn, processorTime } from './longest-turn.ts';

let gateway: TestGateway;
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await gateway.close();
});

/** Opens a connection. Returns what asks on it, as a company if one is given, and waits for the answer. */
async function open(path: string, company?: string) {
  const { hostname, port } = new URL(gateway.address);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const token = company === undefined ? '' : `authorization: Bearer ${await tokenOf(company)}\r\n`;
  return async (): Promise<void> => {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept: application/json\r\n${token}\r\n`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('HTTP/1.1 200');
  };
}

/** Makes each turn a long one, from now on, which only ends when the test says so. */
function holdTurns(): void {
  vi.useFakeTimers({ toFake: ['setImmediate'] });
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
}
const endTurn = () => vi.runOnlyPendingTimers();

test('connections that rest in a long turn are read again in turn between companies', async () => {
  gateway = await openGateway();
  const many = await Promise.all(Array.from({ length: 40 }, () => open('/graphql?query={__typename}', 'many')));
  const few = await open('/graphql?query={__typename}', 'few');
  // Those whose tokens are not known wait for the ends of turns.
  for (const ask of [...many, few]) await ask();
  holdTurns();
  for (const ask of [...many, few]) await ask();
  let served = 0;
  const others = many.map((ask) => ask().then(() => served++));
  const next = few();
  endTurn();
  await next;
  expect(served).toBeLessThan(25);
  for (let turn = 0; turn < 2; turn++) endTurn();
  await Promise.all(others);
});

test('a stop answers the request of a connection that rests', async () => {
  gateway = await openGateway();
  const ask = await open('/health');
  holdTurns();
  await ask();
  const next = ask();
  const stopped = gateway.stop(60_000);
  await next;
  vi.useRealTimers();
  await stopped;
});

test('thousands of busy connections leave turns to what else is due', async () => {
  gateway = await openGateway();
  const clients = await Promise.all(Array.from({ length: 2_500 }, () => open('/health')));
  const askAll = (times: number) =>
    Promise.all(
      clients.map(async (ask) => {
        for (let n = 0; n < times; n++) await ask();
      }),
    );
  await askAll(1);
  const before = processorTime();
  const longest = await longestTurn(() => askAll(10));
  expect(longest).toBeLessThan((processorTime() - before) / 2);
});
