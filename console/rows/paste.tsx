import { useClient } from '@urql/preact';
import { titleOf } from '../documents.ts';
import { Dialog } from '../parts.tsx';
import { labelsOf, type RecordModel } from '../schema.ts';
import { counted, countOf, shown } from '../values.ts';
import { start, updateJob } from './jobs.ts';
import type { Pasted } from './paste-plan.ts';

const MOST_SHOWN = 100;

interface Props {
  record: RecordModel;
  pasted: Pasted;
  onClose: () => void;
}

/** What pasted cells would change, before anything is written. */
export function Paste({ record, pasted, onClose }: Props) {
  const { cells, items, readOnly, linesBeyond, columnsBeyond } = pasted;
  const client = useClient();
  const faults = cells.filter(({ fault }) => fault !== undefined);
  const set = cells.filter(({ fault }) => fault === undefined).map(({ column }) => column);
  const countOfEach = (count: number, noun: string): string => `${countOf(count)} ${noun}${count === 1 ? '' : 's'}`;
  const cellsOf = (count: number): string => countOfEach(count, 'cell');
  function send(): void {
    const title = `Paste into ${counted(record, items.length)}`;
    const columns = labelsOf([...new Map(set.map((column) => [column.name, column])).values()]);
    onClose();
    start(updateJob(client, record, items, { title, verb: 'Changed', again: 'Change', columns }));
  }
  return (
    <Dialog title="Paste" onClose={onClose}>
      <p>
        {cellsOf(set.length)} of {counted(record, items.length)} would change.
      </p>
      {faults.length > 0 && (
        <p role="alert" class="issue">
          {cellsOf(faults.length)} with a fault would be left as {faults.length === 1 ? 'it is' : 'they are'}.
        </p>
      )}
      {readOnly.length > 0 && <p class="soft">Left out, since only other systems write them: {labelsOf(readOnly)}.</p>}
      {linesBeyond > 0 && (
        <p class="soft">Left out, below the last row of this page: {countOfEach(linesBeyond, 'line')}.</p>
      )}
      {columnsBeyond > 0 && (
        <p class="soft">Left out, beyond the last column: {countOfEach(columnsBeyond, 'column')}.</p>
      )}
      {cells.length > 0 && (
        <div class="scroll">
          <table class="grid wrapping">
            <thead>
              <tr>
                {['Cell', 'Before', 'After'].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cells.slice(0, MOST_SHOWN).map(({ row, column, text, fault }) => (
                <tr key={`${row.id} ${column.name}`}>
                  <th scope="row">
                    {titleOf(record, row)}: {column.label}
                  </th>
                  <td>{shown(row[column.name], column.type) || '—'}</td>
                  <td>
                    {text || '—'}
                    {fault !== undefined && <p class="issue">{fault}</p>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {cells.length > MOST_SHOWN && <p>and {countOf(cells.length - MOST_SHOWN)} more</p>}
      <div class="bar foot">
        <button type="button" class="strong" disabled={items.length === 0} onClick={send}>
          Change {cellsOf(set.length)}
        </button>
      </div>
    </Dialog>
  );
}
