// Loaded into a gateway before its code: measures how long the event loop is held, and the memory.
import { setInterval } from 'node:timers';

const TICK_MS = 5;

/** What a gateway has measured since the last report. */
export interface Probe {
  /** The longest time between two turns of the event loop, in ms. */
  heldMs: number;
  /**
   * The most processor time that the process used between two turns, in ms: other processes on the machine do not
   * lengthen it.
   */
  busyMs: number;
  /** The most memory in bytes. */
  rss: number;
}

let worst: Probe = { heldMs: 0, busyMs: 0, rss: 0 };
let last = performance.now();
let cpu = process.cpuUsage();
setInterval(() => {
  const now = performance.now();
  const used = process.cpuUsage(cpu);
  worst = {
    heldMs: Math.max(worst.heldMs, now - last - TICK_MS),
    busyMs: Math.max(worst.busyMs, Math.min((used.user + used.system) / 1000, now - last)),
    rss: Math.max(worst.rss, process.memoryUsage.rss()),
  };
  last = now;
  cpu = process.cpuUsage();
}, TICK_MS).unref();

process.on('message', () => {
  process.send?.(worst);
  worst = { heldMs: 0, busyMs: 0, rss: 0 };
});
process.channel?.unref();
