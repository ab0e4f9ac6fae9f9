import { useId, useState } from 'preact/hooks';
import { RecordInput } from './relations/record-input.tsx';
import type { Column } from './schema.ts';
import { isNumber } from './values.ts';

interface Props {
  column: Column;
  text: string;
  /** The type of record that is chosen, where the column leads to several. */
  kind?: string | undefined;
  /** What the gateway or the form says against the value. */
  issue?: string | undefined;
  /** Whether its description is shown, and not for the mouse alone. */
  isExplained?: boolean;
  onText: (text: string, kind?: string) => void;
}

/** The form field of a column, with its description and what is wrong with its value. */
export function ColumnInput({ column, text, kind, issue, isExplained = false, onText }: Props) {
  const id = useId();
  const marks = {
    id,
    'aria-invalid': issue !== undefined,
    'aria-describedby':
      [isExplained ? `${id}-hint` : [], issue === undefined ? [] : `${id}-issue`].flat().join(' ') || undefined,
  };
  return (
    <div class="field">
      <label for={id} title={column.description}>
        {column.label}
        {column.isRequired && <span aria-hidden="true"> *</span>}
      </label>
      <Control column={column} text={text} kind={kind} onText={onText} marks={marks} />
      {isExplained && (
        <p id={`${id}-hint`} class="soft">
          {column.description}
        </p>
      )}
      {issue !== undefined && (
        <p id={`${id}-issue`} class="issue">
          {column.label} {issue}.
        </p>
      )}
    </div>
  );
}

/** The control alone, which takes these attributes. */
export function Control({ column, text, kind, onText, marks }: Omit<Props, 'issue'> & { marks: object }) {
  const { type, values, isList, isRequired, relation } = column;
  // Once: another element would lose the focus, and an input the line breaks.
  const [isLong] = useState(type === 'JSONObject' || isList || text.length > 60 || text.includes('\n'));
  if (relation && (relation.kind === undefined || kind !== undefined))
    return <RecordInput relation={relation} text={text} kind={kind} onText={onText} marks={marks} />;
  if (type === 'Boolean' || (values.length > 0 && !isList)) {
    const options = type === 'Boolean' ? ['true', 'false'] : values;
    return (
      <select {...marks} value={text} onChange={({ currentTarget }) => onText(currentTarget.value)}>
        {!isRequired && <option value="">—</option>}
        {options.map((value) => (
          <option key={value} value={value}>
            {{ true: 'Yes', false: 'No' }[value] ?? value}
          </option>
        ))}
      </select>
    );
  }
  if (isLong)
    return (
      <textarea
        {...marks}
        rows={Math.min(8, text.split('\n').length + 1)}
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        spellcheck={false}
      />
    );
  return (
    <input
      {...marks}
      type="text"
      inputMode={isNumber(type) ? 'decimal' : undefined}
      placeholder={{ DateTime: '2026-01-31T08:00:00Z', Date: '2026-01-31' }[type]}
      value={text}
      autocomplete="off"
      onInput={({ currentTarget }) => onText(currentTarget.value)}
    />
  );
}
