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

const Named = { name: z.string(), dbName: z.string().nullish() };

/** The one place that holds the columns' names, which the public datamodel leaves out. Checked, since Prisma may move it. */
const Client = z.object({
  _runtimeDataModel: z.object({
    models: z.record(
      z.string(),
      z.object({ dbName: Named.dbName, fields: z.array(z.object({ ...Named, kind: z.string(), type: z.string() })) }),
    ),
  }),
});

const Datamodel = z.object({
  datamodel: z.object({
    models: z.record(
      z.string(),
      z.object({
        documentation: z.string().optional(),
        fields: z.array(
          z.object({
            name: z.string(),
            isRequired: z.boolean(),
            isList: z.boolean(),
            documentation: z.string().optional(),
          }),
        ),
      }),
    ),
  }),
});

/** The models as the Pothos generator describes them: which fields are required, and the `///` comments of `schema.prisma`. */
export const { datamodel } = Datamodel.parse(getDatamodel());

/** Reads every model of the client. Throws when Prisma no longer tells the columns' names. */
export function readModels(prisma: PrismaClient): ReadonlyMap<string, Model> {
  const { models } = Client.parse(prisma)._runtimeDataModel;
  return new Map(
    Object.entries(models).map(([name, { dbName, fields }]) => {
      const required = new Set(
        datamodel.models[name]?.fields.filter((field) => field.isRequired && !field.isList).map((field) => field.name),
      );
      const columns = fields
        .filter(({ kind }) => kind === 'scalar')
        .map((field): [string, Column] => {
          const column = `"${field.dbName ?? field.name}"`;
          return [
            field.name,
            { field: field.name, name: column, type: field.type, nullable: !required.has(field.name) },
          ];
        });
      return [name, { name, table: `"${dbName ?? name}"`, columns: new Map(columns), lists: new WeakMap() }];
    }),
  );
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
