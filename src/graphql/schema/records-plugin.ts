import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import { models } from '../../prisma/sql/model.ts';
import { isPlain } from '../../records/values.ts';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      records: RecordsPlugin<Types>;
    }
    export interface InputObjectTypeOptions {
      model?: string;
      /** The input of an update, in which null clears a field that may be null. */
      patch?: boolean;
    }
  }
}

/**
 * A `select` of columns alone says what our own queries read: PrismaPlugin, which comes later, would load them again.
 * An input field without a description takes that of its model's field.
 */
class RecordsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { pothosPrismaSelect: select, ...extensions } = config.extensions ?? {};
    const model = this.buildCache.getTypeConfig(config.parentType).extensions?.pothosPrismaModel;
    const columns = models.get(String(model))?.columns;
    if (!isPlain(select) || columns === undefined) return config;
    if (!Object.entries(select).every(([name, wanted]) => wanted === true && columns.has(name))) return config;
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
