import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** Writes bytes to a new connection, each piece in a packet of its own, and reads until the server closes it. */
export async function converse(address: string, ...pieces: string[]): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  for (const piece of pieces) {
    socket.write(piece);
    await setImmediate();
  }
  return Buffer.concat(await socket.toArray()).toString();
}
