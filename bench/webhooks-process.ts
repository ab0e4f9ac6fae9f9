import { fork } from 'node:child_process';
import { once } from 'node:events';

/** What a contender is told: to take up the queue, to leave it, or (ours alone) to make work itself and to time it. */
export type Order =
  | { do: 'start' | 'stop' | 'rest' }
  | { do: 'bursts'; rounds: number; gap: number }
  | { do: 'changes'; count: number; nudge: boolean; gap: [least: number, most: number] };

/** What the receiver is told: to answer once so many requests came, counted from now. */
export type Watch = { do: 'count' | 'versions'; target: number } | { do: 'rest' };

interface Reply<Value> {
  value: Value;
  /** Processor seconds of the process so far, all threads. */
  cpuSeconds: number;
}

export interface Program<Command> {
  ask<Value>(command: Command): Promise<Reply<Value>>;
  stop(): Promise<void>;
}

/** Milliseconds on a clock that all processes of one machine share. */
export const clock = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Starts a program on this Node. Its end before `stop` fails whatever is being asked of it. */
export function startProgram<Command extends object>(entry: string, ...args: string[]): Program<Command> {
  const child = fork(entry, args, { execArgv: [], env: { PATH: process.env.PATH, NODE_ENV: 'production' } });
  const waiting = new Map<number, { resolve(reply: Reply<never>): void; reject(error: Error): void }>();
  let asked = 0;
  let stopping = false;
  child.on('message', ({ id, ...reply }: Reply<never> & { id: number }) => {
    waiting.get(id)?.resolve(reply);
    waiting.delete(id);
  });
  // What is wrong with the channel, its end tells as well.
  child.on('error', () => {});
  child.once('exit', (code, signal) => {
    if (!stopping) for (const { reject } of waiting.values()) reject(new Error(`${entry} ended: ${signal ?? code}`));
  });
  return {
    ask(command) {
      const id = ++asked;
      return new Promise<Reply<never>>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        child.send({ id, command });
      });
    },
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      if (child.connected) child.disconnect();
      const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await exit;
      clearTimeout(force);
    },
  };
}

/** The other end: answers each command with what `obey` makes of it, and leaves with the parent. */
export function serve<Command>(obey: (command: Command) => Promise<unknown>): void {
  process.on('message', async ({ id, command }: { id: number; command: Command }) => {
    const value = await obey(command);
    const { user, system } = process.cpuUsage();
    process.send?.({ id, value, cpuSeconds: (user + system) / 1e6 });
  });
  // An interrupt from the terminal reaches the children too; it is the parent that ends them, once it is done with them.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit());
}
