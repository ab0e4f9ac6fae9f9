import { useId, useState } from 'preact/hooks';
import { groupsOf, operatorsOf, testOf, type Where, withPart, wordOf } from './conditions.ts';
import { Control } from './inputs.tsx';
import { goTo } from './route.ts';
import type { Column, RecordModel } from './schema.ts';
import { isObject, readValue } from './values.ts';

interface Props {
  record: RecordModel;
  filter: Where;
}

/** The columns with conditions, and the fields of these. */
const offeredOf = ({ columns, filters, inputs }: RecordModel) =>
  columns.flatMap((column) => {
    const fields = inputs.get(filters.find(({ name }) => name === column.name)?.type ?? '');
    return fields === undefined ? [] : [{ column, fields }];
  });

/** Adds a condition on any column: to all others, or as one of the groups of which one must hold. */
export function FilterForm({ record, filter }: Props) {
  const offered = offeredOf(record);
  const [name, setName] = useState(record.title);
  const [chosen, setOperator] = useState('');
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [wanted, setJoin] = useState('and');
  const { column, fields = [] } = offered.find(({ column }) => column.name === name) ?? offered[0] ?? {};
  if (column === undefined) return null;
  const operators = operatorsOf(fields, !column.isRequired && !column.isList);
  const operator = operators.includes(chosen) ? chosen : (operators[0] ?? '');
  const operand = fields.find((field) => field.name === (operator === 'not' ? 'equals' : operator));
  const valued = operand?.name === 'equals' ? { ...operand, relation: column.relation } : operand;
  const groups = groupsOf(filter);
  const joins = new Map([
    ['and', groups.length > 0 ? 'and, for all groups' : 'and'],
    ...groups.map((_, index): [string, string] => [`${index}`, `and, in group ${index + 1}`]),
    ['or', groups.length > 0 ? 'or, as another group' : 'or'],
  ]);
  const join = joins.has(wanted) ? wanted : 'and';

  const add = (event: Event) => {
    event.preventDefault();
    const time = new Date(valued?.type === 'DateTime' ? text : '');
    const read = valued ? readValue(Number.isNaN(time.getTime()) ? text : time.toISOString(), valued) : { value: '' };
    setFault('fault' in read ? read.fault : read.value === null ? 'must not be empty' : undefined);
    if ('fault' in read || read.value === null) return;
    const at = join === 'and' || join === 'or' ? join : Number(join);
    goTo({ filter: withPart(filter, [column.name, testOf(operator, read.value, fields)], at) });
    setText('');
    // What follows is more of the new group.
    if (at === 'or') setJoin(`${Math.max(1, groups.length)}`);
  };
  return (
    <form onSubmit={add} class="more">
      {Object.values(filter).some((test) => isObject(test) || Array.isArray(test)) && (
        <Choice label="Joined by" value={join} onChange={setJoin} options={[...joins]} />
      )}
      <Choice
        label="Column"
        value={column.name}
        onChange={(name) => {
          setName(name);
          setText('');
        }}
        options={offered.map(({ column: { name, label } }) => [name, label])}
      />
      <Choice
        label="Condition"
        value={operator}
        onChange={setOperator}
        options={operators.map((each) => [each, wordOf(each, column.type)])}
      />
      {valued && <Value key={`${name} ${operator}`} column={valued} text={text} fault={fault} onText={setText} />}
      <button type="submit" class="strong">
        Add the filter
      </button>
    </form>
  );
}

const PICKERS: Readonly<Record<string, 'date' | 'datetime-local'>> = { Date: 'date', DateTime: 'datetime-local' };

interface ValueProps {
  column: Column;
  text: string;
  fault: string | undefined;
  onText: (text: string) => void;
}

function Value({ column, text, fault, onText }: ValueProps) {
  const id = useId();
  const marks = { id, 'aria-invalid': fault !== undefined, 'aria-describedby': fault && `${id}-issue` };
  const picker = PICKERS[column.type];
  return (
    <div class="field">
      <label for={id}>Value</label>
      {picker ? (
        <input {...marks} type={picker} value={text} onInput={({ currentTarget }) => onText(currentTarget.value)} />
      ) : (
        <Control column={column} text={text} onText={onText} marks={marks} />
      )}
      {fault && (
        <p id={`${id}-issue`} class="issue">
          The value {fault}.
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly (readonly [value: string, words: string])[];
}

function Choice({ label, value, onChange, options }: ChoiceProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
