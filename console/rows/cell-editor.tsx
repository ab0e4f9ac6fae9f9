import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Row, titleOf } from '../documents.ts';
import { Control } from '../inputs.tsx';
import { say } from '../parts.tsx';
import { goTo } from '../route.ts';
import type { Column, RecordModel } from '../schema.ts';
import { useUnsaved } from '../unsaved.ts';
import { isSameValue, readValue, textOf } from '../values.ts';
import { useWrites } from '../writes.ts';

interface Props {
  record: RecordModel;
  row: Row;
  column: Column;
  onClose: () => void;
}

/** Edits one value in its cell: Enter saves, Escape gives up. A conflict opens the record. */
export function CellEditor({ record, row: opened, column, onClose }: Props) {
  // As it was then: what others change meanwhile would count as known.
  const [row] = useState(opened);
  const cell = useRef<HTMLTableCellElement>(null);
  const before = textOf(row[column.name]);
  const [text, setText] = useState(before);
  const [issue, setIssue] = useState<string>();
  const [isSending, setSending] = useState(false);
  // What is removed loses the focus, and must not save again.
  const isOver = useRef(false);
  const saving = useRef(save);
  saving.current = save;
  const { update } = useWrites(record);
  useUnsaved(text !== before && !isSending);
  useLayoutEffect(() => {
    const control = cell.current?.querySelector<HTMLInputElement | HTMLSelectElement>('input, select');
    control?.focus();
    if (control instanceof HTMLInputElement) control.select();
    // Its row may leave the list: not every browser takes the focus from what is removed.
    return () => void saving.current();
  }, []);
  const close = () => {
    isOver.current = true;
    onClose();
  };
  const refuse = (message: string) => {
    isOver.current = false;
    setSending(false);
    setIssue(`${column.label} ${message}`);
    if (!cell.current?.isConnected)
      say(`${column.label} of ${titleOf(record, row)} ${message}; you typed: ${text}`, { isBad: true });
  };
  async function save(): Promise<void> {
    // A name that is typed and not chosen says so itself.
    if (isOver.current || cell.current?.querySelector('input:invalid')) return;
    if (text === before) return close();
    isOver.current = true;
    const read = readValue(text, column);
    if ('fault' in read) return refuse(read.fault);
    setSending(true);
    const input = { [column.name]: read.value };
    let result = await update(row.id, input, row.version);
    // What others have changed beside it is no conflict.
    if (result.__typename === 'Conflict' && isSameValue(result.row[column.name], row[column.name]))
      result = await update(row.id, input, result.row.version);
    if (result.__typename === 'Refused') return refuse(result.issues[0]?.message ?? result.message);
    close();
    if (result.__typename === 'Conflict') {
      say(`Somebody has changed it meanwhile. Nothing was written; you typed: ${text}`, { isBad: true });
      return goTo({ id: row.id });
    }
    const { version } = result.row;
    say(`${column.label} of ${titleOf(record, row)} was saved.`, {
      undo: async () => {
        const undone = await update(row.id, { [column.name]: row[column.name] }, version);
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
        marks={{ 'aria-label': `${column.label} of ${titleOf(record, row)}`, 'aria-invalid': issue !== undefined }}
      />
      {issue !== undefined && <p class="issue">{issue}</p>}
    </td>
  );
}
