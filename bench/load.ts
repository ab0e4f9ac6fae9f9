import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { options } from './options.ts';
import { headersOf, type Server } from './servers.ts';
import type { Call, Workload } from './workloads.ts';

/** True for a whole HTTP response. A connection has one request under way. */
function isWhole(response: string): boolean {
  const end = response.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(response.slice(0, end))?.[1];
  return length === undefined ? response.endsWith('0\r\n\r\n') : response.length >= end + 4 + Number(length);
}

/** Sends a request and returns the response, both in Latin-1: one character for each byte. */
function exchange(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = '';
    const lose = () => reject(new Error('a connection was closed'));
    const take = (chunk: Buffer) => {
      response += chunk.toString('latin1');
      if (!isWhole(response)) return;
      socket.off('data', take).off('close', lose);
      resolve(response);
    };
    socket.on('data', take).on('close', lose).write(request, 'latin1');
  });
}

/** Whether a response contains the requested record or, for an update that must be refused, no record. */
function isRight(response: string, workload: Workload, call: Call): boolean {
  if (!response.startsWith('HTTP/1.1 200') || response.includes('"errors":')) return false;
  if (workload.name === 'refused') return !response.includes('"id":');
  if ('after' in call) return response.includes('"hasNextPage":');
  if ('customer' in call) return response.includes('"status":"active"');
  if ('monitor' in call) return response.includes('"id":"');
  return response.includes(`"id":"${'id' in call ? call.id : call.updates.at(-1)?.id}"`);
}

/**
 * Loads a server over keep-alive connections until `seconds` have passed or `requests` were sent. Returns the latencies
 * (ms) and the number of answers within `seconds`. Throws for the first wrong answer.
 */
export async function drive(server: Server, workload: Workload, seconds: number, requests = Number.POSITIVE_INFINITY) {
  const { dialect, port, stock, title } = server;
  const headOf = (user: number): string => {
    const lines = Object.entries(headersOf(user)).map(([name, value]) => `${name}: ${value}\r\n`);
    return `POST ${dialect.path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}content-length: `;
  };
  const open = () => connect({ port, host: '127.0.0.1', noDelay: true }).on('error', () => {});
  const sockets = Array.from({ length: options.connections }, open);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const deadline = performance.now() + seconds * 1000;
  const latencies: number[] = [];
  let [sent, inTime] = [0, 0];
  const run = async (socket: Socket, user: number) => {
    const head = headOf(user);
    while (performance.now() < deadline && sent < requests) {
      sent++;
      const call = workload.next(stock);
      const body = dialect.body(workload.name, call);
      const since = performance.now();
      const response = await exchange(socket, `${head}${body.length}\r\n\r\n${body}`);
      const now = performance.now();
      latencies.push(now - since);
      if (now <= deadline) inTime++;
      if (!isRight(response, workload, call))
        throw new Error(`${title}, ${workload.title}: a wrong answer:\n${response}`);
    }
  };
  await Promise.all(sockets.map(run));
  for (const socket of sockets) socket.destroy();
  return { latencies, inTime };
}
