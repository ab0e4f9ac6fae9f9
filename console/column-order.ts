import type { Column, RecordModel } from './schema.ts';

/** Columns in the order of a form: what the grid shows, then the others, and what needs several lines last. */
export function inFormOrder(record: RecordModel, columns: readonly Column[]): Column[] {
  const first = firstColumns(record);
  const rankOf = ({ name, type, isList, isRequired }: Column): number => {
    if (type === 'JSONObject' || isList) return 1_000;
    if (first.includes(name)) return first.indexOf(name);
    return isRequired ? 100 : 101;
  };
  return columns.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** What a record is at the moment, and what it is about. */
const STATES = /status|state|type$|priority|step|archived|route/i;

/** What the grid shows at first: the title, relations, states, times that people set, numbers, and the last change. */
export function firstColumns({ columns, title, numbers }: RecordModel): string[] {
  const modified = columns.find(({ name }) => /modified|updated/i.test(name))?.name ?? '';
  const rankOf = ({ name, type, relation }: Column): number => {
    if (name === title) return 0;
    if (relation) return 0.5;
    if (STATES.test(name) && !name.endsWith('Id')) return 1;
    if (type.startsWith('Date') && !name.endsWith('At')) return 2;
    if (numbers.includes(name)) return 3;
    return name.endsWith('Id') ? 5 : 4;
  };
  const others = columns.filter(({ name, type, isList }) => name !== modified && type !== 'JSONObject' && !isList);
  const telling = others.filter((column) => rankOf(column) < 4);
  const names = (telling.length > 2 ? telling : others).toSorted((a, b) => rankOf(a) - rankOf(b));
  const count = 7 + names.filter(({ relation }) => relation).length;
  return [...names.slice(0, count).map(({ name }) => name), ...(modified ? [modified] : [])];
}
