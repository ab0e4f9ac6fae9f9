import { type Logger, pino } from 'pino';
import { mapStack, nameOf } from './source-maps.ts';

/**
 * Writing a line costs more than making it: lines are written together, in the background, after at most 100 ms.
 * SIGKILL loses those; an exit what the system has not taken, up to 16 KB, and all that waits if it takes nothing.
 * Without a reader, lines beyond 16 MB are dropped.
 */
const IN_BACKGROUND = { dest: 1, sync: false, minLength: 16_000, periodicFlush: 100, maxLength: 16 * 1024 * 1024 };

/** The system that has taken nothing for so long has a reader that stands still. */
const STILL_MS = 500;

/** Bytes: of texts, it would measure all that waits at each line. */
function openDestination() {
  const destination = pino.destination({ ...IN_BACKGROUND, contentMode: 'buffer' });
  const { write, flushSync } = destination;
  /** Since when lines wait and the system takes none; for ever after a write that failed, as on a full disk. */
  let waitingSince: number | undefined;
  destination.on('error', () => {
    waitingSince = -Infinity;
  });
  destination.on('write', () => {
    waitingSince = performance.now();
  });
  destination.on('drain', () => {
    waitingSince = undefined;
  });
  // The flush of the exit waits for a reader that stands still, and repeats a write that fails, for ever.
  destination.flushSync = () => {
    if (waitingSince === undefined || performance.now() - waitingSince < STILL_MS)
      Reflect.apply(flushSync, destination, []);
  };
  destination.write = (line) => {
    waitingSince ??= performance.now();
    return Reflect.apply(write, destination, [Buffer.from(line)]);
  };
  return destination;
}

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

interface LogSettings {
  level: string;
  format: 'json' | 'text';
  cell?: string | undefined;
}

export function openLog({ level, format, cell }: LogSettings): Logger {
  // Datadog and others read the name of a level, and take a number for `info`.
  const formatters = { level: (name: string) => ({ level: name }) };
  const options = { level, formatters, serializers: { err: inTheSource } };
  const named = (log: Logger): Logger => (cell === undefined ? log : log.child({ cell }));
  if (format === 'json') return named(pino(options, openDestination()));
  // As pino does in the background: a reader that closes its end ends the log and not the program.
  process.stdout.on('error', () => {});
  return named(pino(options, { write: (line: string) => void process.stdout.write(toText(line)) }));
}

/** Writes an error as pino does, with the stack and the class name of the source. */
function inTheSource(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const written = pino.stdSerializers.err(error);
  // Opens the maps that `nameOf` reads.
  const stack = mapStack(written.stack ?? '');
  return { ...written, type: nameOf(written.type), stack };
}

/** Fields of every line that a person at a terminal does not need. */
const UNSAID = ['level', 'time', 'pid', 'hostname', 'msg', 'err'];

const wordOf = (value: unknown): string =>
  typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value);

/** A JSON line of pino's as `12:00:00 info ready address=http://127.0.0.1:4000`, an error's stack below. */
export function toText(line: string): string {
  const fields: Record<string, unknown> = JSON.parse(line);
  const { level, time, msg, err } = fields;
  const clock = new Date(Number(time)).toTimeString().slice(0, 8);
  const rest = Object.entries(fields).filter(([name, value]) => !UNSAID.includes(name) && value !== null);
  const words = [clock, level, msg, ...rest.map(([name, value]) => `${name}=${wordOf(value)}`)];
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${err.stack}` : '';
  return `${words.join(' ')}${stack}\n`;
}
