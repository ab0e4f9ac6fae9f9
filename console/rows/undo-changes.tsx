import { useClient } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { REVISIONS, type Revision, type Row } from '../documents.ts';
import { Dialog, Fault } from '../parts.tsx';
import { labelsOf, type RecordModel } from '../schema.ts';
import { actorOf, counted, countOf } from '../values.ts';
import { start, updateJob } from './jobs.ts';
import { readAll } from './read-all.ts';
import { undoPlanOf, WINDOW_MINUTES } from './undo-plan.ts';

interface Props {
  record: RecordModel;
  revision: Revision;
  onClose: () => void;
}

/** Of a page: each row comes with its last revisions. */
const SIZE = 50;
const MOST_READ = 10_000;
const MOST_NAMED = 100;

/** Sets back what somebody changed together: in one edit of many rows, or in an import. */
export function UndoChanges({ record, revision, onClose }: Props) {
  const client = useClient();
  const [rows, setRows] = useState<readonly Row[]>();
  const [read, setRead] = useState(0);
  const [fault, setFault] = useState<string>();
  const [isSame, setSame] = useState(true);
  const columns = record.update?.columns ?? [];
  useEffect(() => {
    let isShown = true;
    const since = new Date(Date.parse(revision.occurredAt) - WINDOW_MINUTES * 60_000).toISOString();
    const goesOn = (count: number): boolean => {
      if (isShown) setRead(count);
      return isShown && count < MOST_READ;
    };
    readAll(client, record, {
      columns: [record.title, ...columns.map(({ name }) => name), REVISIONS],
      filter: { modifiedSince: since },
      size: SIZE,
      goesOn,
    }).then(
      (rows) => (rows ? setRows(rows) : setFault(`More than ${countOf(MOST_READ)} records have changed since.`)),
      (error: unknown) => setFault(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isShown = false;
    };
  }, [client, record, revision]);
  const found = rows && undoPlanOf(rows, record, revision, isSame);
  const who = actorOf(revision.actor);
  function send(): void {
    if (!found) return;
    const names = new Set(found.items.flatMap(({ input }) => Object.keys(input)));
    const words = {
      title: `Undo changes by ${who}`,
      verb: 'Set back',
      columns: labelsOf(columns.filter(({ name }) => names.has(name))),
    };
    onClose();
    start(updateJob(client, record, found.items, words));
  }
  return (
    <Dialog title={`Undo changes by ${who}`} onClose={onClose}>
      <fieldset class="choice">
        <legend>Within {WINDOW_MINUTES} minutes of this change, undo</legend>
        {[
          {
            value: true,
            label: `The same change: ${labelsOf(columns.filter(({ name }) => revision.changedFields.includes(name)))}`,
          },
          { value: false, label: `All changes by ${who}, such as an import` },
        ].map(({ value, label }) => (
          <label key={label}>
            <input type="radio" name="undo-changes" checked={isSame === value} onChange={() => setSame(value)} />{' '}
            {label}
          </label>
        ))}
      </fieldset>
      <Fault text={fault} />
      {rows === undefined && fault === undefined && <p role="status">Read {countOf(read)} that have changed since…</p>}
      {found && (
        <section aria-label="What can be undone">
          <p role="status">{counted(record, found.items.length)} can be set back.</p>
          {found.created > 0 && (
            <p class="soft">
              {counted(record, found.created)}{' '}
              {found.created === 1 ? 'was created then and stays' : 'were created then and stay'}: tick and delete what
              you do not want.
            </p>
          )}
          {found.left.length > 0 && (
            <>
              <p>Changed since, and left as they are:</p>
              <ul>
                {found.left.slice(0, MOST_NAMED).map(({ id, title, reason }) => (
                  <li key={id}>
                    <strong>{title}</strong>: {reason}
                  </li>
                ))}
                {found.left.length > MOST_NAMED && <li>and {countOf(found.left.length - MOST_NAMED)} more</li>}
              </ul>
            </>
          )}
          <div class="bar foot">
            <button type="button" class="strong" disabled={found.items.length === 0} onClick={send}>
              Set back {counted(record, found.items.length)}
            </button>
          </div>
        </section>
      )}
    </Dialog>
  );
}
