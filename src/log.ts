import { type Logger, pino } from 'pino';
import { toText } from './log-text.ts';
import { mapStack } from './source-maps.ts';

/** How long a line may wait for others, and how many characters of them are written at once. */
const GATHER_MS = 100;
const GATHER_LENGTH = 16_000;
/** Lines beyond this are dropped when nobody reads the log, so that it does not fill the memory. */
const WAITING_BYTES = 16 * 1024 * 1024;

/** Opens the log on standard output: JSON lines, or text for people. */
export function openLog({ level, format }: { level: string; format: 'json' | 'text' }): Logger {
  const options = { level, serializers: { err: inTheSource } };
  if (format === 'json') return pino(options, inBackground());
  // As pino does in the background: a reader that goes away ends the log and not the program.
  process.stdout.on('error', () => {});
  return pino(options, { write: (line: string) => void process.stdout.write(toText(line)) });
}

/** Writes an error as pino does, with the stack and the class name of the source. */
function inTheSource(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const written = pino.stdSerializers.err(error);
  const { stack, nameOf } = mapStack(written.stack ?? '');
  return { ...written, type: nameOf(written.type), stack };
}

/**
 * Writes lines together and in the background: a write to a pipe or a file holds up the requests, and one for each line costs more than the
 * line. `flush` calls back when all are written. Without it, an exit writes those that wait, but loses up to 16 KB that the system has not
 * taken yet; SIGKILL loses those of the last 100 ms, too.
 */
function inBackground() {
  let lines: string[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  const pass = (): void => {
    clearTimeout(timer);
    timer = undefined;
    output.write(lines.join(''));
    lines = [];
    length = 0;
  };
  // Before pino's own listener, which writes at the exit what the output has been given.
  process.on('exit', pass);
  const output = pino.destination({ dest: 1, sync: false, minLength: 1, maxLength: WAITING_BYTES });
  return {
    write(line: string): void {
      lines.push(line);
      length += line.length;
      if (length >= GATHER_LENGTH) pass();
      else timer ??= setTimeout(pass, GATHER_MS).unref();
    },
    flush(done: () => void): void {
      pass();
      output.flush(done);
    },
  };
}
