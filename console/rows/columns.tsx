import { firstColumns } from '../column-order.ts';
import type { RecordModel } from '../schema.ts';

/** Those of these names that a record has. */
export const knownColumns = (record: RecordModel, names: readonly unknown[]): string[] =>
  names.filter((name): name is string => record.columns.some((each) => each.name === name));

/** The columns that this browser has shown last. */
export function storedColumns(record: RecordModel): string[] {
  const stored: unknown = JSON.parse(localStorage.getItem(`console:columns:${record.name}`) ?? 'null');
  const known = Array.isArray(stored) ? knownColumns(record, stored) : [];
  return known.length > 0 ? known : firstColumns(record);
}

export const storeColumns = (record: RecordModel, columns: readonly string[]): void =>
  localStorage.setItem(`console:columns:${record.name}`, JSON.stringify(columns));

interface Props {
  record: RecordModel;
  columns: readonly string[];
  onChange: (columns: string[]) => void;
}

export const Columns = ({ record, columns, onChange }: Props) => (
  <fieldset class="choice">
    <legend class="hidden">Columns</legend>
    {record.columns.map(({ name, label, description }) => (
      <label key={name} title={description}>
        <input
          type="checkbox"
          checked={columns.includes(name)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(
              record.columns
                .map((each) => each.name)
                .filter((each) => (each === name ? checked : columns.includes(each)))
                .sort((a, b) => rankOf(columns, a) - rankOf(columns, b)),
            )
          }
        />
        {label}
      </label>
    ))}
    <button type="button" onClick={() => onChange(firstColumns(record))}>
      Reset
    </button>
  </fieldset>
);

/** New columns come last. */
const rankOf = (columns: readonly string[], name: string): number =>
  columns.includes(name) ? columns.indexOf(name) : columns.length;
