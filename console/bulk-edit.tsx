import { useClient } from '@urql/preact';
import { useState } from 'preact/hooks';
import { type Row, updateManyOf } from './documents.ts';
import { ColumnInput } from './inputs.tsx';
import { Dialog, say } from './parts.tsx';
import { counted, type RecordModel } from './schema.ts';
import { messageOf } from './session.ts';
import { useUnsaved } from './unsaved.ts';
import { readValue, textOf } from './values.ts';

interface Props {
  record: RecordModel;
  rows: readonly Row[];
  onClose: () => void;
  onDone: () => void;
}

interface Each {
  __typename: string;
  message?: string;
  issues?: { message: string }[];
}

/** Sets one column of the ticked rows, in one request, at the versions that the page shows. */
export function BulkEdit({ record, rows: ticked, onClose, onDone }: Props) {
  // Those that were ticked when it opened: none is, once they are written.
  const [rows] = useState(ticked);
  const client = useClient();
  const columns = record.update?.columns ?? [];
  const [name, setName] = useState(columns[0]?.name ?? '');
  const [text, setText] = useState('');
  const [issue, setIssue] = useState<string>();
  const [refused, setRefused] = useState<readonly { row: Row; message: string }[]>([]);
  const column = columns.find((each) => each.name === name);
  useUnsaved(text !== '' && refused.length === 0);
  const titleOf = (row: Row): string => textOf(row[record.title]) || row.id;

  async function send(event: Event): Promise<void> {
    event.preventDefault();
    if (column === undefined) return;
    const read = readValue(text, column);
    setIssue('fault' in read ? read.fault : undefined);
    if ('fault' in read) return;
    const input = { [name]: read.value };
    const patches = rows.map(({ id, version }) => ({ id, expectedVersion: version, input }));
    const { data, error } = await client.mutation<{ result: Each & { results?: Each[] } }>(updateManyOf(record), {
      patches,
    });
    const results = data?.result?.results;
    if (error || results === undefined) return setIssue(error ? messageOf(error) : data?.result?.message);
    const failed = rows.flatMap((row, index) => {
      const { message, issues } = results[index] ?? {};
      return message === undefined ? [] : [{ row, message: issues?.[0]?.message ?? message }];
    });
    say(`Changed ${column.label} of ${counted(record, rows.length - failed.length)}.`);
    onDone();
    setRefused(failed);
    if (failed.length === 0) onClose();
  }
  return (
    <Dialog title={`Edit ${counted(record, rows.length)}`} onClose={onClose}>
      {refused.length > 0 ? (
        <section role="alert">
          <p>These were not changed, the others were:</p>
          <ul>
            {refused.map(({ row, message }) => (
              <li key={row.id}>
                <strong>{titleOf(row)}</strong>: {message}
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <form onSubmit={send}>
          <div class="field">
            <label for="bulk-column">Column</label>
            <select
              id="bulk-column"
              value={name}
              onChange={({ currentTarget }) => {
                setName(currentTarget.value);
                setText('');
                setIssue(undefined);
              }}
            >
              {columns.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          {column && (
            <ColumnInput column={{ ...column, isRequired: false }} text={text} issue={issue} onText={setText} />
          )}
          <p class="soft">An empty value clears the column.</p>
          <div class="bar foot">
            <button type="submit" class="strong">
              Change {counted(record, rows.length)}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
