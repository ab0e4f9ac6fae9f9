import { useEffect, useRef, useState } from 'preact/hooks';
import type { Row } from './documents.ts';
import { Control } from './inputs.tsx';
import type { Change } from './live.ts';
import { say } from './parts.tsx';
import { type Names, textIn, useNamesIn, Value } from './relations/names.tsx';
import { addressOf, goTo, route } from './route.ts';
import type { Column, RecordModel, Rights } from './schema.ts';
import { isDescending, nameIn, sortedBy } from './sorting.tsx';
import { actorOf, agoOf, isNumber, readValue, textOf } from './values.ts';
import { useWrites } from './writes.ts';

interface Props {
  record: RecordModel;
  rights: Rights;
  columns: readonly string[];
  rows: readonly Row[];
  sort: readonly string[];
  /** The last change of each record since the page is open. */
  latest: ReadonlyMap<string, Change>;
  ticked: ReadonlyMap<string, Row>;
  onTick: (ticked: ReadonlyMap<string, Row>) => void;
}

/** The rows of a page. A double click, or F2 on a cell, edits a value that can be set. */
export function Grid({ record, rights, columns, rows, sort, latest, ticked, onTick }: Props) {
  const shownColumns = columns.flatMap((name) => record.columns.find((each) => each.name === name) ?? []);
  const names = useNamesIn(rows, shownColumns);
  const canTick = rights.writes && record.updateMany !== undefined;
  const areAllTicked = rows.every(({ id }) => ticked.has(id));
  const settable = new Set(rights.writes ? record.update?.columns.map(({ name }) => name) : []);
  const tickAll = () => {
    const next = new Map(ticked);
    for (const row of rows) areAllTicked ? next.delete(row.id) : next.set(row.id, row);
    onTick(next);
  };
  const tick = (row: Row) => {
    const next = new Map(ticked);
    next.has(row.id) ? next.delete(row.id) : next.set(row.id, row);
    onTick(next);
  };
  return (
    <div class="scroll">
      <table class="grid">
        <thead>
          <tr>
            {canTick && (
              <th scope="col" class="tick">
                <input
                  type="checkbox"
                  checked={areAllTicked}
                  onChange={tickAll}
                  aria-label="Select all rows of this page"
                />
              </th>
            )}
            {shownColumns.map((column) => (
              <Head key={column.name} record={record} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} class={ticked.has(row.id) ? 'ticked' : ''}>
              {canTick && (
                <td class="tick">
                  <input
                    type="checkbox"
                    checked={ticked.has(row.id)}
                    onChange={() => tick(row)}
                    aria-label={`Select ${nameOf(record, row)}`}
                  />
                </td>
              )}
              {shownColumns.map((column, index) => (
                <Cell
                  key={column.name}
                  record={record}
                  row={row}
                  column={column}
                  isFirst={index === 0}
                  names={names}
                  canEdit={settable.has(column.name)}
                  change={latest.get(row.id)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const nameOf = ({ title }: RecordModel, row: Row): string => textOf(row[title]) || row.id;

function Head({ record, column, sort }: { record: RecordModel; column: Column; sort: readonly string[] }) {
  const at = sort.findIndex((each) => nameIn(each) === column.name);
  const sorted = sort[at];
  const direction = sorted === undefined ? undefined : isDescending(sorted) ? 'descending' : 'ascending';
  const rank = sort.length > 1 && direction ? `${at + 1}` : '';
  return (
    <th
      scope="col"
      // Only of one column, as assistive technology expects.
      aria-sort={at === 0 ? direction : undefined}
      title={column.description}
      class={isNumber(column.type) ? 'number' : ''}
    >
      {record.orders.has(column.name) ? (
        <button type="button" onClick={({ shiftKey }) => goTo({ sort: sortedBy(sort, column.name, shiftKey) })}>
          {column.label}
          <span aria-hidden="true">
            {direction ? { ascending: ' ↑', descending: ' ↓' }[direction] : ' ↕'}
            {rank}
          </span>
          {at > 0 && (
            <span class="hidden">
              {rank}, {direction}
            </span>
          )}
        </button>
      ) : (
        column.label
      )}
    </th>
  );
}

interface CellProps {
  record: RecordModel;
  row: Row;
  column: Column;
  isFirst: boolean;
  names: Names;
  canEdit: boolean;
  change: Change | undefined;
}

function Cell({ record, row, column, isFirst, names, canEdit, change }: CellProps) {
  const [isEditing, setEditing] = useState(false);
  const text = textIn({ row, column, names });
  const isMarked = change?.changedFields.includes(column.name) || (isFirst && change?.action === 'CREATED');
  const title = isMarked && change ? `${actorOf(change.actor)}, ${agoOf(change.occurredAt)}` : text;
  const edit =
    canEdit && !isFirst
      ? () => (fitsLine(column, row[column.name]) ? setEditing(true) : goTo({ id: row.id }))
      : undefined;
  const classes = [isNumber(column.type) ? 'number' : '', isMarked ? 'changed' : '', canEdit ? 'settable' : ''];
  if (isEditing) return <Editor record={record} row={row} column={column} onClose={() => setEditing(false)} />;
  return (
    <td
      // A new change plays the mark again.
      key={isMarked ? change?.occurredAt : ''}
      class={classes.join(' ').trim() || undefined}
      title={title}
      onDblClick={edit}
      tabIndex={canEdit && !isFirst ? -1 : undefined}
      onKeyDown={
        edit &&
        (({ key, target, currentTarget }) => (key === 'F2' || (key === 'Enter' && target === currentTarget)) && edit())
      }
    >
      {isFirst ? (
        <a href={addressOf({ ...route.value, id: row.id })}>{text || row.id}</a>
      ) : (
        <Value row={row} column={column} names={names} />
      )}
    </td>
  );
}

/** Whether a value fits a line, and is one: others are edited in the record's panel, which keeps their line breaks. */
const fitsLine = ({ type, isList, relation }: Column, value: unknown): boolean =>
  type !== 'JSONObject' && !isList && relation?.kind === undefined && !textOf(value).includes('\n');

/** Edits one value in its cell: Enter saves, Escape gives up. A conflict opens the record. */
function Editor({
  record,
  row,
  column,
  onClose,
}: Pick<CellProps, 'record' | 'row' | 'column'> & { onClose: () => void }) {
  const cell = useRef<HTMLTableCellElement>(null);
  const before = textOf(row[column.name]);
  const [text, setText] = useState(before);
  const [issue, setIssue] = useState<string>();
  // What is removed loses the focus, and must not save again.
  const isOver = useRef(false);
  const { update } = useWrites(record);
  useEffect(() => {
    const control = cell.current?.querySelector<HTMLInputElement | HTMLSelectElement>('input, select');
    control?.focus();
    if (control instanceof HTMLInputElement) control.select();
  }, []);
  const close = () => {
    isOver.current = true;
    onClose();
  };
  const refuse = (message: string) => {
    isOver.current = false;
    setIssue(`${column.label} ${message}`);
  };
  async function save(): Promise<void> {
    if (isOver.current) return;
    if (text === before) return close();
    isOver.current = true;
    const read = readValue(text, column);
    if ('fault' in read) return refuse(read.fault);
    const result = await update(row.id, { [column.name]: read.value }, row.version);
    if (result.__typename === 'Refused') return refuse(result.issues[0]?.message ?? result.message);
    close();
    if (result.__typename === 'Conflict') {
      say('Somebody has changed it meanwhile. Nothing was written.', { isBad: true });
      return goTo({ id: row.id });
    }
    say(`${column.label} of ${nameOf(record, row)} was saved.`, {
      undo: async () => {
        const undone = await update(row.id, { [column.name]: row[column.name] }, result.row.version);
        say(undone.__typename === 'Written' ? 'The change was undone.' : `Not undone: ${undone.message}`);
      },
    });
  }
  return (
    <td
      ref={cell}
      class="editing"
      onFocusOut={() => void save()}
      onKeyDown={({ key }) => {
        if (key === 'Enter') void save();
        if (key === 'Escape') close();
      }}
    >
      <Control
        column={column}
        text={text}
        onText={(text) => {
          setIssue(undefined);
          setText(text);
        }}
        marks={{ 'aria-label': `${column.label} of ${nameOf(record, row)}`, 'aria-invalid': issue !== undefined }}
      />
      {issue !== undefined && <p class="issue">{issue}</p>}
    </td>
  );
}
