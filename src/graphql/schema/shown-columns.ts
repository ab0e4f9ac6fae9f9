import type { OutputRef } from '@pothos/core';
import { type Column, modelNamed } from '../../prisma/sql/model.ts';
import { builder } from './builder.ts';

export interface ShownColumn {
  name: string;
  column: Column;
  /** The scalar or enum of its values, or of the items of a list, and its name. */
  type: OutputRef<unknown> | 'Date' | 'Float';
  leaf: string;
  isEnum: boolean;
}

/** The columns that a type shows, some with a stand-in for null, once its fields are known: in a thunk, or later. */
export function shownColumns(model: string, type = model): ShownColumn[] {
  const { columns } = modelNamed(model);
  return [...builder.configStore.getFields(type)].flatMap(([name, { type: given, extensions }]) => {
    const column = columns.get(String(extensions?.pothosExposedField ?? extensions?.shows));
    const leaf = given.kind === 'List' ? given.type : given;
    if (column === undefined || (leaf.kind !== 'Scalar' && leaf.kind !== 'Enum')) return [];
    // Safe, as it is the type of a leaf, whose values are those of the column.
    const type = leaf.ref as OutputRef<unknown>;
    return [{ name, column, type, leaf: builder.configStore.getTypeConfig(type).name, isEnum: leaf.kind === 'Enum' }];
  });
}

/** The value of an enum for a field: `PRODUCT_NAME`. */
const enumName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

interface EnumValue {
  value: string;
  description: string;
}

/** An enum with a value for each of these columns, once the fields of their type are known; and with others. */
export function columnEnum(
  name: string,
  description: string,
  columns: () => readonly (Pick<ShownColumn, 'name' | 'column'> & Pick<EnumValue, 'description'>)[],
  others: Readonly<Record<string, EnumValue>> = {},
) {
  const values: Record<string, EnumValue> = {};
  const type = builder.enumType(name, { description, values });
  builder.configStore.onPrepare(() => {
    const shown = columns().map(({ name, column: { field: value }, description }): [string, EnumValue] => [
      enumName(name),
      { value, description },
    ]);
    type.updateConfig((config) => ({ ...config, values: { ...Object.fromEntries(shown), ...others } }));
  });
  return type;
}
