import { z } from 'zod';
import { getDatamodel } from '../generated/pothos.ts';
import { isPlain } from './strict.ts';

/** A model of `schema.prisma`, with the names and types that the SQL needs. */
export interface Model {
  name: string;
  /** The name of its table, as it is and quoted. */
  stored: string;
  table: string;
  columns: ReadonlyMap<string, Column>;
  /** Cache of column lists, by `select` object. */
  lists: WeakMap<object, string>;
}

export interface Column {
  /** The field's name in Prisma and in GraphQL. */
  field: string;
  /** The column's name, quoted. */
  name: string;
  /** The column's name, in JSON of a row. */
  key: string;
  /** Prisma's name of the type: `String`, `DateTime`, `Json`. */
  type: string;
  /** True for a list as well: Prisma calls it required, and PostgreSQL holds null in it. */
  nullable: boolean;
  isList: boolean;
}

/** The models as the Pothos generator describes them, with the `///` comments of `schema.prisma`. */
export const { models } = getDatamodel().datamodel;

const Named = z.object({ name: z.string(), dbName: z.string().nullish() });
/** Only the client knows the names in the database, and not in its public type. Checked, since Prisma may move them. */
const Client = z.object({
  _runtimeDataModel: z.object({ models: z.record(z.string(), Named.partial().extend({ fields: z.array(Named) })) }),
});

/** Reads the models of a client. Throws if it no longer tells the names in the database. */
export function readModels(prisma: object): Model[] {
  const stored = Client.parse(prisma)._runtimeDataModel.models;
  return Object.entries(models).map(([name, { fields }]) => {
    const columns = fields.map(({ name: field, type, isRequired, isList }): [string, Column] => {
      const key = stored[name]?.fields.find((known) => known.name === field)?.dbName ?? field;
      return [field, { field, name: `"${key}"`, key, type, nullable: !isRequired || isList, isList }];
    });
    const table = stored[name]?.dbName ?? name;
    return { name, stored: table, table: `"${table}"`, columns: new Map(columns), lists: new WeakMap() };
  });
}

const aliased = new WeakMap<Model, Model>();

/** The model whose columns are those of the alias `t`, for a statement in which their names alone would be ambiguous. */
export function underAlias(model: Model): Model {
  let same = aliased.get(model);
  if (same === undefined) {
    const columns = Array.from(model.columns, ([field, column]): [string, Column] => [
      field,
      { ...column, name: `t.${column.name}` },
    ]);
    same = { ...model, columns: new Map(columns), lists: new WeakMap() };
    aliased.set(model, same);
  }
  return same;
}

/** The column of a field. Throws for a name that the model does not have, so that a condition is never dropped. */
export function columnOf(model: Model, field: string): Column {
  const column = model.columns.get(field);
  if (column === undefined) throw new Error(`The model ${model.name} has no column for "${field}".`);
  return column;
}

/**
 * A column list for SELECT or RETURNING, each column under its field's name. Always with the id; all columns without a `select`. Throws
 * for a `select` that names no column, an unknown one, or anything but true and false.
 */
export function columnList(model: Model, select?: object): string {
  const key = select ?? model.columns;
  let list = model.lists.get(key);
  if (list === undefined) {
    const columns = select === undefined ? model.columns.values() : chosen(model, select);
    list = Array.from(columns, named).join(', ');
    // An object that is not frozen may name other columns next time.
    if (select === undefined || Object.isFrozen(select)) model.lists.set(key, list);
  }
  return list;
}

function chosen(model: Model, select: object): Set<Column> {
  if (!isPlain(select)) throw new Error('select must be a plain object.');
  const given = Object.entries(select).filter(([, wanted]) => wanted !== undefined);
  const columns = new Set([columnOf(model, 'id')]);
  for (const [field, wanted] of given) {
    const column = columnOf(model, field);
    if (typeof wanted !== 'boolean') throw new Error(`select.${field} must be true or false.`);
    if (wanted) columns.add(column);
  }
  if (!given.some(([, wanted]) => wanted)) throw new Error('select names no field.');
  return columns;
}

const named = ({ field, name }: Column): string => (name === `"${field}"` ? name : `${name} AS "${field}"`);
