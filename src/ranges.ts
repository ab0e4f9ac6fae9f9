import type { InputIssue } from './errors.ts';

type Range = readonly [least: number, most: number];

const LATITUDE: Range = [-90, 90];
const LONGITUDE: Range = [-180, 180];

/** The fields that have limits, in whatever record. */
const RANGES: ReadonlyMap<string, Range> = new Map<string, Range>([
  ['fillPercentage', [0, 100]],
  ['latitude', LATITUDE],
  ['longitude', LONGITUDE],
  ['geoLat', LATITUDE],
  ['geoLon', LONGITUDE],
]);
const DECIMAL = /^\s*[+-]?\d+(\.\d*)?\s*$/;

/**
 * What is wrong with a number beyond the limits of its field. Coordinates are texts, of which those in another form,
 * such as degrees and minutes, are kept as they are.
 */
export function rangeFault(field: string, value: unknown): Omit<InputIssue, 'path'> | undefined {
  const range = RANGES.get(field);
  if (range === undefined || (typeof value === 'string' && !DECIMAL.test(value))) return undefined;
  const [least, most] = range;
  const number = Number(value);
  return number >= least && number <= most
    ? undefined
    : { code: 'OUT_OF_RANGE', message: `must be from ${least} to ${most}` };
}
