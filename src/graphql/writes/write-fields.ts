import { type FieldKind, RootFieldBuilder, type SchemaTypes } from '@pothos/core';
import { grouped } from '../../base/text.ts';
import { builder, MOST_PATCHES, type MutationFields } from '../schema/builder.ts';
import type { RecordType } from '../schema/record.ts';
import { createRecords } from './creation.ts';
import { deleteRecords, RecordToDelete, resultFor } from './deletion.ts';
import { applying } from './update.ts';
import { applyPatches } from './write-each.ts';
import { only, PATCH, type RecordWrite, resultsBelow, successOf } from './write-types.ts';

interface Options {
  /** The first sentence of the description. */
  description?: string;
}

interface UpdateOptions extends Options {
  /** What changes the record; `applying(update)` if omitted. */
  resolve?: ReturnType<typeof applying>;
}

declare global {
  export namespace PothosSchemaTypes {
    export interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind> {
      update(update: RecordWrite, options?: UpdateOptions): FieldRef<Types, unknown, Kind>;
      updateMany(update: RecordWrite, options?: Options): FieldRef<Types, unknown, Kind>;
      create(creation: RecordWrite): FieldRef<Types, unknown, Kind>;
      createMany(creation: RecordWrite): FieldRef<Types, unknown, Kind>;
      delete(record: RecordType): FieldRef<Types, unknown, Kind>;
      deleteMany(record: RecordType): FieldRef<Types, unknown, Kind>;
    }
  }
}

const upTo = `up to ${grouped(MOST_PATCHES)}`;

const needsToCreate = ({ creates }: RecordType): string => `Needs the scope \`${creates}\` and a token of one company.`;

const aboutDeletion = ({ deletes, model }: RecordType): string =>
  `References to it remain and resolve to null. A repeat at its version returns it again. \`restore${model}\` brings it back. Needs the scope \`${deletes}\`.`;

Object.assign(RootFieldBuilder.prototype, {
  update(this: MutationFields, update: RecordWrite, { description, resolve }: UpdateOptions = {}) {
    const { record, input, result } = update;
    return this.field({
      type: result,
      description: `${description ?? `Changes ${record.noun}.`} Needs the scope \`${record.writes}\`.`,
      args: {
        id: this.arg.id(PATCH.id),
        input: this.arg({ ...PATCH.input, type: input }),
        expectedVersion: this.arg.int(PATCH.expectedVersion),
      },
      resolve: resolve ?? applying(update),
    });
  },

  updateMany(this: MutationFields, update: RecordWrite, { description }: Options = {}) {
    const { name, record, input, result } = update;
    const patch = builder.inputType(`${name}Patch`, {
      description: 'The changes of one record.',
      fields: (t) => ({
        id: t.id(PATCH.id),
        input: t.field({ ...PATCH.input, type: input }),
        expectedVersion: t.int(PATCH.expectedVersion),
      }),
    });
    const what = description ?? `Changes ${upTo} ${record.plural} at once.`;
    return this.field({
      type: successOf(
        name,
        result,
        'The result of each patch. The accepted changes were written together.',
        'The result of each patch, in the order of the patches. A patch with an error was not written.',
      ),
      description: `${what} Each patch is judged alone and has its result, in the same order; those that are accepted are written together. Needs the scope \`${record.writes}\`.`,
      errors: {},
      args: {
        patches: this.arg({
          type: [patch],
          required: true,
          description: `The changes, at most ${MOST_PATCHES}, each of another record.`,
        }),
      },
      resolve: async (_root, { patches }, context, info) => ({
        results: await applyPatches(update, patches, context, resultsBelow(name, info)),
      }),
    });
  },

  create(this: MutationFields, creation: RecordWrite) {
    const { record, input, result } = creation;
    return this.field({
      type: result,
      description: `Creates ${record.noun}. ${needsToCreate(record)}`,
      args: { input: this.arg({ type: input, required: true, description: 'The new record.' }) },
      resolve: async (_root, { input }, context, info) =>
        only(await createRecords(creation, [input], () => ['input'], context, info)),
    });
  },

  createMany(this: MutationFields, creation: RecordWrite) {
    const { name, record, input, result } = creation;
    return this.field({
      type: successOf(
        name,
        result,
        'The result of each input. The accepted records were created together.',
        'The result of each input, in the order of the inputs. An input with an error created nothing.',
      ),
      description: `Creates ${upTo} ${record.plural} at once. Each input is judged alone and has its result, in the same order; those that are accepted are created together. ${needsToCreate(record)}`,
      errors: {},
      args: {
        inputs: this.arg({ type: [input], required: true, description: `The new records, at most ${MOST_PATCHES}.` }),
      },
      resolve: async (_root, { inputs }, context, info) => {
        const pathOf = (index: number) => ['inputs', `${index}`];
        return { results: await createRecords(creation, inputs, pathOf, context, resultsBelow(name, info)) };
      },
    });
  },

  delete(this: MutationFields, record: RecordType) {
    return this.field({
      type: resultFor(record),
      description: `Deletes ${record.noun}. ${aboutDeletion(record)}`,
      args: { id: this.arg.id(PATCH.id), expectedVersion: this.arg.int(PATCH.expectedVersion) },
      resolve: async (_root, chosen, context, info) => only(await deleteRecords(record, [chosen], context, info)),
    });
  },

  deleteMany(this: MutationFields, record: RecordType) {
    const name = `Delete${record.model}`;
    return this.field({
      type: successOf(
        name,
        resultFor(record),
        'The result of each deletion. The records were deleted together.',
        'The result of each deletion, in the order of the records.',
      ),
      description: `Deletes ${upTo} ${record.plural} at once. Each has its result, in the same order. ${aboutDeletion(record)}`,
      errors: {},
      args: {
        records: this.arg({
          type: [RecordToDelete],
          required: true,
          description: `The records, at most ${MOST_PATCHES}, each one once.`,
        }),
      },
      resolve: async (_root, { records }, context, info) => ({
        results: await deleteRecords(record, records, context, resultsBelow(name, info)),
      }),
    });
  },
});
