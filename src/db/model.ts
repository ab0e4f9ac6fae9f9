import { z } from 'zod';
import { getDatamodel } from '../generated/pothos.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';

/** A model of `schema.prisma` as the statements need it. */
export interface Model {
  name: string;
  /** The name of its table, quoted. */
  table: string;
  columns: ReadonlyMap<string, Column>;
  /** The column lists of selections that come again and again. */
  lists: WeakMap<object, string>;
}

export interface Column {
  /** The field's name in Prisma and in GraphQL. */
  field: string;
  /** The column's name, quoted. */
  name: string;
  /** Prisma's name of the type: `String`, `DateTime`, `Json`. */
  type: string;
  nullable: boolean;
}

/** The models as the Pothos generator describes them, with the `///` comments of `schema.prisma`. */
export const { models } = getDatamodel().datamodel;

const Named = z.object({ name: z.string(), dbName: z.string().nullish() });
/** Only the client knows the names in the database, and not in its public type. Checked, since Prisma may move them. */
const Client = z.object({
  _runtimeDataModel: z.object({ models: z.record(z.string(), Named.partial().extend({ fields: z.array(Named) })) }),
});

/** Reads the models of a client. Throws if it no longer tells the names in the database. */
export function readModels(prisma: PrismaClient): Model[] {
  const stored = Client.parse(prisma)._runtimeDataModel.models;
  return Object.entries(models).map(([name, { fields }]) => {
    const columns = fields.map(({ name: field, type, isRequired, isList }): [string, Column] => {
      const column = stored[name]?.fields.find((known) => known.name === field)?.dbName ?? field;
      return [field, { field, name: `"${column}"`, type, nullable: !isRequired || isList }];
    });
    return { name, table: `"${stored[name]?.dbName ?? name}"`, columns: new Map(columns), lists: new WeakMap() };
  });
}

/** The column of a field. Throws for a name that the model does not have, so that a condition is never dropped. */
export function columnOf(model: Model, field: string): Column {
  const column = model.columns.get(field);
  if (column === undefined) throw new Error(`The model ${model.name} has no column for "${field}".`);
  return column;
}

/** A column list for SELECT or RETURNING, each column under its field's name. Always with the id; all columns without a `select`. */
export function columnList(model: Model, select: object = model.columns): string {
  let list = model.lists.get(select);
  if (list === undefined) {
    const chosen = Object.entries(select).flatMap(([field, wanted]) => (wanted ? [field] : []));
    const fields = select === model.columns ? model.columns.keys() : new Set(['id', ...chosen]);
    list = Array.from(fields, (field) => named(columnOf(model, field))).join(', ');
    model.lists.set(select, list);
  }
  return list;
}

const named = ({ field, name }: Column): string => (name === `"${field}"` ? name : `${name} AS "${field}"`);
