import { connect, type Socket } from 'node:net';
import { headers, type Server } from './processes.ts';
import type { Stock, Workload } from './workloads.ts';

export interface Load {
  connections: number;
  /** No request is sent after this many seconds… */
  seconds: number;
  /** …nor once this many have been. */
  requests: number;
}

export interface Slice {
  requests: number;
  /** Answers a second while requests were being sent. */
  rate: number;
  /** Milliseconds, ascending. */
  latencies: Float64Array;
  /** Processor seconds of this process, which is the generator. */
  generatorSeconds: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
const OK = Buffer.from('HTTP/1.1 200');
const ERRORS = Buffer.from('"errors":');

/** Whether the bytes are one whole response. Every connection has one request under way at most. */
function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return false;
  const head = bytes.toString('latin1', 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return bytes.length >= end + 4 + Number(length);
  return bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}

async function openSockets(port: number, count: number): Promise<Socket[]> {
  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket)).once('error', reject);
    });
  return Promise.all(Array.from({ length: count }, open));
}

/** What a right answer cannot be without: the record that was asked for, or the refusal. */
function requestOf(server: Server, workload: Workload, stock: Stock): { bytes: string; proof: string } {
  const call = workload.next(stock);
  const body = server.dialect.body(call);
  const proof =
    call.kind === 'page'
      ? 'hasNextPage'
      : call.kind === 'refused'
        ? server.dialect.refusal
        : call.kind === 'batch'
          ? (call.updates.at(-1)?.id ?? '')
          : call.id;
  return { bytes: `${body.length}\r\n\r\n${body}`, proof };
}

/**
 * Loads a server over keep-alive connections, each of which sends its next request when it has the answer to the last, with an
 * id and a body of its own. Every answer is looked at; the first that is not right ends the run with an error.
 */
export async function drive(server: Server, workload: Workload, stock: Stock, load: Load): Promise<Slice> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${server.dialect.path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}content-length: `;
  const sockets = await openSockets(server.port, load.connections);
  const latencies: number[] = [];
  const cpu = process.cpuUsage();
  const began = performance.now();
  const deadline = began + load.seconds * 1000;
  let sent = 0;
  let inTime = 0;
  let lastAnswer = began;

  const run = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let held: Buffer | undefined;
      let proof = '';
      let since = 0;
      const send = () => {
        since = performance.now();
        if (since >= deadline || sent >= load.requests) return resolve();
        sent++;
        const request = requestOf(server, workload, stock);
        proof = request.proof;
        socket.write(head + request.bytes, 'latin1');
      };
      socket.removeAllListeners('error');
      socket.once('error', reject);
      socket.once('close', () => reject(new Error(`${server.title} closed a connection`)));
      socket.on('data', (chunk: Buffer) => {
        const bytes = held === undefined ? chunk : Buffer.concat([held, chunk]);
        if (!isWhole(bytes)) {
          held = bytes;
          return;
        }
        held = undefined;
        lastAnswer = performance.now();
        latencies.push(lastAnswer - since);
        if (lastAnswer <= deadline) inTime++;
        if (bytes.indexOf(OK) !== 0 || !bytes.includes(proof, 0, 'latin1') || bytes.includes(ERRORS))
          return reject(new Error(`${server.title}, ${workload.title}: not the right answer:\n${bytes}`));
        send();
      });
      send();
    });

  try {
    await Promise.all(sockets.map(run));
  } finally {
    for (const socket of sockets) socket.removeAllListeners('close').destroy();
  }
  const { user, system } = process.cpuUsage(cpu);
  return {
    requests: latencies.length,
    rate: inTime / ((Math.min(lastAnswer, deadline) - began) / 1000),
    latencies: Float64Array.from(latencies).sort(),
    generatorSeconds: (user + system) / 1e6,
  };
}

/** The value below which that share of the sorted latencies lies. */
export function percentile(latencies: Float64Array, share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
}
