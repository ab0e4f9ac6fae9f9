import { useEffect, useRef, useState } from 'preact/hooks';
import { type Row, titleOf } from './documents.ts';
import type { Change } from './live.ts';
import { type Names, textIn, useNamesIn, Value } from './relations/names.tsx';
import { addressOf, goTo, route } from './route.ts';
import { CellEditor } from './rows/cell-editor.tsx';
import { Paste } from './rows/paste.tsx';
import { type Pasted, pasteOf, tableIn } from './rows/paste-plan.ts';
import type { Column, RecordModel, Rights } from './schema.ts';
import { isDescending, nameIn, sortedBy } from './sorting.tsx';
import { actorOf, agoOf, isNumber, textOf } from './values.ts';

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
  const areAllTicked = rows.every(({ id }) => ticked.has(id));
  const settable = new Set(rights.writes ? record.update?.columns.map(({ name }) => name) : []);
  const [pasted, setPasted] = useState<Pasted>();
  // The cell that the Tab key leads to; the arrows go on from it.
  const [focused, setFocused] = useState<CellAddress>();
  const isShown =
    focused !== undefined && columns.includes(focused.column) && rows.some(({ id }) => id === focused.row);
  const [firstRow] = rows;
  const firstSettable = columns.find((name, index) => index > 0 && settable.has(name));
  const reached =
    isShown || firstRow === undefined || firstSettable === undefined
      ? focused
      : { row: firstRow.id, column: firstSettable };
  const paste = (event: ClipboardEvent) => {
    const at = addressIn(event.target);
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (at === undefined || text === '' || !settable.has(at.column)) return;
    event.preventDefault();
    setPasted(pasteOf(tableIn(text), { record, rows, columns: shownColumns }, at.row, at.column));
  };
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
            <th scope="col" class="tick">
              <input
                type="checkbox"
                checked={areAllTicked}
                onChange={tickAll}
                aria-label="Select all rows of this page"
              />
            </th>
            {shownColumns.map((column) => (
              <Head key={column.name} record={record} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody
          onPaste={paste}
          onKeyDown={walk}
          onFocusIn={({ target }) => setFocused((known) => addressIn(target) ?? known)}
        >
          {rows.map((row) => (
            <tr key={row.id} class={ticked.has(row.id) ? 'ticked' : ''}>
              <td class="tick">
                <input
                  type="checkbox"
                  checked={ticked.has(row.id)}
                  onChange={() => tick(row)}
                  aria-label={`Select ${titleOf(record, row)}`}
                />
              </td>
              {shownColumns.map((column, index) => (
                <Cell
                  key={column.name}
                  record={record}
                  row={row}
                  column={column}
                  isFirst={index === 0}
                  names={names}
                  canEdit={settable.has(column.name)}
                  isReached={reached?.row === row.id && reached.column === column.name}
                  change={latest.get(row.id)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {pasted && <Paste record={record} pasted={pasted} onClose={() => setPasted(undefined)} />}
    </div>
  );
}

interface CellAddress {
  row: string;
  column: string;
}

/** The cell that can be edited which has the focus itself: not its editor, whose keys are its own. */
function addressIn(target: EventTarget | null): CellAddress | undefined {
  if (!(target instanceof HTMLTableCellElement)) return undefined;
  const { row, column } = target.dataset;
  return row === undefined || column === undefined ? undefined : { row, column };
}

const STEPS: Record<string, [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The arrows lead to the next cell that can be edited. */
function walk(event: KeyboardEvent): void {
  const [down, right] = STEPS[event.key] ?? [];
  const cell = event.target;
  if (down === undefined || right === undefined || !(cell instanceof HTMLTableCellElement) || !addressIn(cell)) return;
  event.preventDefault();
  let next = stepped(cell, down, right);
  while (next !== undefined && !addressIn(next)) next = stepped(next, down, right);
  next?.focus();
}

function stepped(cell: HTMLTableCellElement, down: number, right: number): HTMLTableCellElement | undefined {
  const { parentElement: row, cellIndex } = cell;
  const next = down === 0 ? row : down > 0 ? row?.nextElementSibling : row?.previousElementSibling;
  return next instanceof HTMLTableRowElement ? next.cells[cellIndex + right] : undefined;
}

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
  /** Whether the Tab key leads to it. */
  isReached: boolean;
  change: Change | undefined;
}

function Cell({ record, row, column, isFirst, names, canEdit, isReached, change }: CellProps) {
  const [isEditing, setEditing] = useState(false);
  const cell = useRef<HTMLTableCellElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The keys go on from the cell, unless the focus is elsewhere by now.
    if (wasEditing.current && !isEditing && document.activeElement === document.body)
      cell.current?.focus({ preventScroll: true });
    wasEditing.current = isEditing;
  }, [isEditing]);
  const text = textIn({ row, column, names });
  const isMarked = change?.changedFields.includes(column.name) || (isFirst && change?.action === 'CREATED');
  const title = isMarked && change ? `${actorOf(change.actor)}, ${agoOf(change.occurredAt)}` : text;
  const edit =
    canEdit && !isFirst
      ? () => (fitsLine(column, row[column.name]) ? setEditing(true) : goTo({ id: row.id }))
      : undefined;
  const mark = useRef({ at: '', isAgain: true });
  if (isMarked && change && change.occurredAt !== mark.current.at)
    mark.current = { at: change.occurredAt, isAgain: !mark.current.isAgain };
  // A new change plays the mark again, in an element that keeps the focus.
  const marked = mark.current.isAgain ? 'changed again' : 'changed';
  const classes = [isNumber(column.type) ? 'number' : '', isMarked ? marked : '', canEdit ? 'settable' : ''];
  if (isEditing) return <CellEditor record={record} row={row} column={column} onClose={() => setEditing(false)} />;
  return (
    <td
      ref={cell}
      data-row={edit && row.id}
      data-column={edit && column.name}
      class={classes.join(' ').trim() || undefined}
      title={title}
      onDblClick={edit}
      tabIndex={edit ? (isReached ? 0 : -1) : undefined}
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
