import SchemaBuilder, {
  BasePlugin,
  type FieldKind,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  RootFieldBuilder,
  type SchemaTypes,
} from '@pothos/core';
import { getRefFromModel, type PrismaModelTypes, type PrismaObjectRef } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { models } from '../../db/sql/model.ts';
import { selectionOf } from './selection.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      records: RecordsPlugin<Types>;
    }
    export interface InputObjectTypeOptions {
      /** The model whose comments describe the fields of the same name. */
      model?: string;
      /** The input of an update, in which null clears a field that may be null. */
      patch?: boolean;
    }
  }
}

/**
 * Adapts the Prisma plugin to the gateway; it must come before PrismaPlugin in `plugins`. The API at the call site is
 * the plugin's:
 * - `query` of `t.prismaField` is a `select` from the gateway's own walk of the selection, which is done once for a
 *   document. The plugin walks it on every request, which takes 20 µs for 12 fields.
 * - `select` of a field says which columns of its record it reads. The plugin would load them again where it did not
 *   plan the query.
 * - An input field without a description takes that of its model's field.
 */
class RecordsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { pothosPrismaSelect: select, ...extensions } = config.extensions ?? {};
    if (typeof select !== 'object' || select === null) return config;
    return { ...config, extensions: { ...extensions, reads: Object.keys(select) } };
  }

  override onInputFieldConfig(config: PothosInputFieldConfig<Types>): PothosInputFieldConfig<Types> {
    if (config.description || config.kind !== 'InputObject') return config;
    const { model = '', patch } = this.buildCache.getTypeConfig(config.parentType, 'InputObject').pothosOptions;
    const column = models.get(model)?.columns.get(config.name);
    if (column?.documentation === undefined) return config;
    const never = patch && !column.nullable ? ' It cannot be null.' : '';
    return { ...config, description: `${column.documentation}${never}` };
  }
}

SchemaBuilder.registerPlugin('records', RecordsPlugin);

type FieldBuilder = PothosSchemaTypes.RootFieldBuilder<SchemaTypes, unknown, FieldKind>;
type Ref = PrismaObjectRef<SchemaTypes, PrismaModelTypes>;
type Resolve = (query: object, parent: unknown, args: object, context: object, info: GraphQLResolveInfo) => unknown;

Object.assign(RootFieldBuilder.prototype, {
  prismaField(this: FieldBuilder, { type, resolve, ...options }: { type: string | Ref; resolve: Resolve }) {
    const { builder } = this;
    const ref = typeof type === 'string' ? getRefFromModel(type, builder) : type;
    let name: string | undefined;
    return this.field({
      ...options,
      type: ref,
      resolve: (parent: unknown, args: object, context: object, info: GraphQLResolveInfo) => {
        name ??= builder.configStore.getTypeConfig(ref).name;
        return resolve({ select: selectionOf(name, info) }, parent, args, context, info) as never;
      },
    });
  },
});
