import { isPlain } from '../../runtime/plain-object.ts';
import type { Column } from './model.ts';

/** The parameters of a statement that is being written. `place` adds a value and returns its place, such as `$3`. */
export function parameters() {
  const values: unknown[] = [];
  return { values, place: (value: unknown): string => `$${values.push(value)}` };
}

export type Place = ReturnType<typeof parameters>['place'];

const isText = (value: unknown): value is string => typeof value === 'string';

/** A value in the form the driver takes: times in UTC, anything else as it is. Throws for a value of another type. */
export function toParameter({ field, type, isList }: Column, value: unknown): unknown {
  switch (isList ? 'list' : type) {
    case 'list':
      if (Array.isArray(value) && value.every(isText)) return value;
      break;
    case 'String':
      if (isText(value)) return value;
      break;
    case 'Boolean':
      if (typeof value === 'boolean') return value;
      break;
    case 'Int':
    case 'Float':
      if (Number.isFinite(value)) return value;
      break;
    case 'DateTime':
      if (isText(value)) return value;
      if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
      break;
    case 'Json':
      if (isPlain(value)) return value;
  }
  throw new Error(`The value for "${field}" is not of its type, ${isList ? 'a list of strings' : type}.`);
}
