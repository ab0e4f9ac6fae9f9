import { pino } from 'pino';

/** Fields of every line that a person at a terminal does not need. */
const UNSAID = ['level', 'time', 'pid', 'hostname', 'msg', 'err'];

const wordOf = (value: unknown): string =>
  typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value);

/** A JSON line of pino's as `12:00:00.000 info ready address=http://127.0.0.1:4000`, an error's stack below. */
export function toText(line: string): string {
  const fields: Record<string, unknown> = JSON.parse(line);
  const { level, time, msg, err } = fields;
  const clock = new Date(Number(time)).toTimeString().slice(0, 8);
  const rest = Object.entries(fields).filter(([name, value]) => !UNSAID.includes(name) && value !== null);
  const words = [
    clock,
    pino.levels.labels[Number(level)],
    msg,
    ...rest.map(([name, value]) => `${name}=${wordOf(value)}`),
  ];
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${err.stack}` : '';
  return `${words.join(' ')}${stack}\n`;
}
