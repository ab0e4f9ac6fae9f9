import type { Planning } from '../connections/statements.ts';
import type { Limits } from '../gathering/queue.ts';
import { type Place, parameters } from '../sql/model.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { Source } from './row-source.ts';

/**
 * Reads rows by a statement that is one with those of the same moment which are equal, or differ only in texts: in
 * those that `write` lets differ.
 */
export function readShared<Row extends object>(
  { run, gathering }: Pick<Source, 'run' | 'gathering'>,
  asker: Tenant,
  planning: Planning,
  write: (place: Place) => string,
  limits?: Limits,
): Promise<Row[]> {
  const { values, place } = parameters();
  const texts: unknown[] = [];
  const others: unknown[] = [];
  const text = write((value, mayDiffer) => {
    (mayDiffer ? texts : others).push(value);
    return place(value);
  });
  const load = async (tenant: Tenant, keys: string[]) => {
    if (keys.length === 1) {
      const rows = await run<Row>(tenant, 'read', text, values, planning);
      return () => rows;
    }
    const all = parameters();
    const asked: string[][] = keys.map((key) => JSON.parse(key));
    const lists = texts.map((_, index) => `${all.place(asked.map((one) => one[index]))}::text[]`);
    let differing = 0;
    const each = write((value, mayDiffer) => (mayDiffer ? `asked.text${differing++}` : all.place(value)));
    const from = `unnest(${lists}) WITH ORDINALITY AS asked(${texts.map((_, index) => `text${index}`)}, "~number")`;
    const together = `SELECT asked."~number", each.* FROM ${from} CROSS JOIN LATERAL (${each}) AS each`;
    const found = new Map(keys.map((key): [string, Row[]] => [key, []]));
    for (const row of await run<Row & { '~number': number }>(tenant, 'read', together, all.values, planning))
      found.get(keys[row['~number'] - 1] ?? '')?.push(row);
    return (key: string) => found.get(key) ?? [];
  };
  return gathering.read(asker, `${JSON.stringify(others)} ${text}`, JSON.stringify(texts), load, limits);
}
