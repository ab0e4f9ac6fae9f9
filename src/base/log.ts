import { type Logger, pino } from 'pino';
import { mapStack, nameOf } from './source-maps.ts';

/**
 * Writing a line costs more than making it: lines are written together, in the background, after at most 100 ms.
 * SIGKILL loses those; an exit what the system has not taken, up to 16 KB, and more if the reader takes nothing.
 * Without a reader, lines beyond 16 MB are dropped.
 */
const IN_BACKGROUND = { sync: false, minLength: 16_000, periodicFlush: 100, maxLength: 16 * 1024 * 1024 };

/** How long an exit waits for the reader of a full pipe. */
const EXIT_MS = 500;

/** Bytes: of texts, it would measure all that waits at each line. */
function openDestination() {
  // Its getter makes a pipe non-blocking: a write to a full one fails and is repeated, instead of holding up the exit.
  const dest = process.stdout.fd;
  let [isFailing, givesUpAt] = [false, Number.POSITIVE_INFINITY];
  const retryEAGAIN = (): boolean => performance.now() < givesUpAt;
  const destination = pino.destination({ ...IN_BACKGROUND, dest, contentMode: 'buffer', retryEAGAIN });
  const { write, flushSync } = destination;
  // A full disk ends the log and not the program. At the exit, its flush would repeat a write that fails, for ever.
  destination.on('error', () => {
    isFailing = true;
  });
  destination.on('write', () => {
    isFailing = false;
  });
  destination.flushSync = () => {
    if (isFailing) return;
    givesUpAt = performance.now() + EXIT_MS;
    try {
      Reflect.apply(flushSync, destination, []);
    } catch {
      // Nobody takes the rest.
    }
  };
  destination.write = (line) => Reflect.apply(write, destination, [Buffer.from(line)]);
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
  const stream = {
    write: (line: string) => void process.stdout.write(toText(line)),
    // A pipe takes lines later, and the exit does not wait for that.
    flush: (done: () => void) => void process.stdout.write('', done),
  };
  return named(pino(options, stream));
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
