import diagnostics from 'node:diagnostics_channel';
import { onTestFinished } from 'vitest';

/** More than is written on any connection. */
const MUCH = 2 ** 30;

/** Has the gateway see that each new connection takes so many bytes a second. Loopback takes megabytes at once. */
export function takeSlowly(rates: number[]): void {
  const note = (message: unknown): void => {
    const { socket } = message as { socket: { _handle: object } };
    const [rate, since] = [rates.shift(), performance.now()];
    if (rate === undefined) return;
    const get = (): number => MUCH - Math.round((rate * (performance.now() - since)) / 1_000);
    Object.defineProperty(socket._handle, 'writeQueueSize', { get });
  };
  diagnostics.subscribe('net.server.socket', note);
  onTestFinished(() => void diagnostics.unsubscribe('net.server.socket', note));
}
