import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CHECKOUT } from './database.ts';

const text = { type: 'string' } as const;
/** README.md describes the options of both benchmarks. */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    before: text,
    with: text,
    rounds: text,
    slice: text,
    warmup: text,
    connections: text,
    users: text,
    starts: text,
    servers: text,
    workloads: text,
    deliveries: text,
    tanks: text,
    log: text,
    out: text,
  },
});
const { quick, out } = values;
const before = values.before ?? (values.with && CHECKOUT);

function number(given: string | undefined, usual: number): number {
  const value = Number(given ?? usual);
  if (value >= 0) return value;
  throw new Error(`${given} is not a number of 0 or more.`);
}

/** A path as the user of npm means it; npm runs the benchmarks in bench/. */
const path = (name: string) => resolve(process.env.INIT_CWD ?? '.', name);

export const options = {
  quick,
  before: before && path(before),
  with: values.with,
  rounds: number(values.rounds, quick ? 2 : before ? 16 : 5),
  sliceSeconds: number(values.slice, quick || before ? 1 : 2),
  warmup: number(values.warmup, quick ? 1_500 : 15_000),
  connections: number(values.connections, 32),
  users: Math.max(1, number(values.users, 1)),
  starts: number(values.starts, quick ? 3 : 7),
  servers: values.servers?.split(','),
  workloads: values.workloads?.split(','),
  deliveries: number(values.deliveries, quick ? 6_000 : 20_000),
  tanks: number(values.tanks, quick ? 200_000 : 1_000_000),
  log: (values.log ?? 'warn').split(','),
  out: out && path(out),
};
