import { readFileSync } from 'node:fs';

/** Writes a line of progress to standard error. */
export function log(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

const procfs = (pid: number | undefined, file: string) =>
  process.platform === 'linux' ? readFileSync(`/proc/${pid}/${file}`, 'utf8') : '';

/** Processor seconds of a process so far, all threads; NaN without /proc. */
export function cpuSecondsOf(pid: number | undefined): number {
  // The name of the program, in parentheses, comes second. User and system time follow, in hundredths of a second.
  const fields = procfs(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resident memory of a process in MiB, now and at its highest; NaN without /proc. */
export function memoryOf(pid: number | undefined): { now: number; peak: number } {
  const status = procfs(pid, 'status');
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return { now: kibibytes('VmRSS') / 1024, peak: kibibytes('VmHWM') / 1024 };
}
