import { parseArgs } from 'node:util';
import { workloads } from './workloads.ts';

const usage = `npm run bench -- [options]
  --quick              1 s slices, 2 rounds, 1,500 warm-up requests: to see that it works, not to quote
  --rounds <n>         rounds of slices                                (5)
  --slice <s>          seconds a slice lasts                           (2)
  --warmup <n>         warm-up requests for each server and workload   (15000)
  --connections <n>    keep-alive connections                          (32)
  --starts <n>         process starts for each server                  (7)
  --servers <a,b>      only these servers
  --workloads <a,b>    only these of: ${workloads.map(({ name }) => name).join(', ')}
  --skip <a,b>         leave out: start, memory
  --out <file>         where the tables go                             (bench/results.md; a quick run's: bench/dist/results.md)

The database is one that this command starts and removes; BENCH_DATABASE_URL names another server to make it on, as a superuser.`;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    slice: { type: 'string' },
    warmup: { type: 'string' },
    connections: { type: 'string' },
    starts: { type: 'string' },
    servers: { type: 'string' },
    workloads: { type: 'string' },
    skip: { type: 'string', default: '' },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(usage);
  process.exit(0);
}

function count(text: string | undefined, usual: number, most: number): number {
  const number = text === undefined ? usual : Number(text);
  if (number > 0 && number <= most) return number;
  console.error(`${text} is not a number above 0 and up to ${most}\n\n${usage}`);
  process.exit(2);
}

export const options = {
  quick: values.quick,
  rounds: count(values.rounds, values.quick ? 2 : 5, 50),
  sliceSeconds: count(values.slice, values.quick ? 1 : 2, 30),
  warmup: count(values.warmup, values.quick ? 1_500 : 15_000, 200_000),
  connections: count(values.connections, 32, 512),
  starts: count(values.starts, values.quick ? 3 : 7, 50),
  memoryRequests: values.quick ? 5_000 : 50_000,
  servers: values.servers?.split(','),
  workloads: values.workloads?.split(','),
  skip: values.skip.split(','),
  out: values.out ?? `${import.meta.dirname}/${values.quick ? 'dist/' : ''}results.md`,
  /** Everything as it comes by default: the run whose figures the README carries. */
  whole: process.argv.length === 2,
  /** The command as it was given, for the head of the results. */
  command: ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' '),
};
