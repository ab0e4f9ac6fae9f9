// What the proxy leads where: tokens, API keys, WebSockets of browsers, and companies that it does not know.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { mintToken } from '../../src/auth/mint.ts';
import { SECRET, tokenFor } from '../http/gateway-process.ts';

interface Route {
  what: string;
  isRight: boolean;
}

async function post(port: number, token: string | undefined, path = '/graphql') {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: '{"query":"{ tanks { totalCount } }"}',
  });
  const { data, errors } = await response.json();
  return { status: response.status, count: data?.tanks?.totalCount, code: errors?.[0]?.extensions?.code };
}

/** Counts the tanks over a WebSocket, whose token comes after its address. */
async function countOverSocket(port: number, company: string, token: string): Promise<number | undefined> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql?company=${company}`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: '{ tanks { totalCount } }' } }));
  const [message] = await once(socket, 'message');
  socket.terminate();
  return JSON.parse(String(message)).payload?.data?.tanks.totalCount;
}

/** Asks for a company by each way that leads to its cell, and for what leads nowhere. */
export async function tryRoutes(port: number, company: string, key: string, cell: string): Promise<Route[]> {
  const token = await tokenFor(company);
  const claims = { companyClaim: 'company_id', ttl: '1h', issuer: undefined, audience: undefined };
  const every = await mintToken({ ...claims, company: undefined, scope: 'companies:all tanks:read' }, SECRET);
  const [byToken, byKey] = [await post(port, token), await post(port, key)];
  const overSocket = await countOverSocket(port, company, token);
  const unknown = await post(port, await tokenFor('unknown'));
  const [everywhere, inCell] = [await post(port, every), await post(port, every, `/graphql?cell=${cell}`)];
  const nobody = await post(port, undefined);
  return [
    { what: `a token leads to ${cell}`, isRight: byToken.status === 200 && byToken.count > 0 },
    { what: `an API key leads to ${cell}`, isRight: byKey.status === 200 && byKey.count > 0 },
    { what: `a WebSocket leads to ${cell}`, isRight: (overSocket ?? 0) > 0 },
    { what: 'a company in no map gets 403', isRight: unknown.status === 403 && unknown.code === 'FORBIDDEN' },
    { what: 'a token for every company gets 403 without a cell', isRight: everywhere.status === 403 },
    { what: `a token for every company sees the cell ${cell}`, isRight: inCell.status === 200 && inCell.count > 0 },
    { what: 'a request without a token gets an answer', isRight: nobody.code === 'UNAUTHENTICATED' },
  ];
}
