import { useClient } from '@urql/preact';
import { useState } from 'preact/hooks';
import { inFormOrder } from '../column-order.ts';
import type { Issue } from '../documents.ts';
import { changesOf, type Draft, issueOf, issuesWithout } from '../draft.ts';
import { ColumnInput } from '../inputs.tsx';
import { Adding, Dialog } from '../parts.tsx';
import { labelsOf, type RecordModel } from '../schema.ts';
import { useUnsaved } from '../unsaved.ts';
import { counted } from '../values.ts';
import { type Item, start, updateJob } from './jobs.ts';

interface Props {
  record: RecordModel;
  items: readonly Item[];
  onClose: () => void;
  onStart: () => void;
}

/** Sets one or more columns of the ticked rows, at the versions that the page has read. */
export function BulkEdit({ record, items: ticked, onClose, onStart }: Props) {
  // Those that were ticked when it opened.
  const [items] = useState(ticked);
  const client = useClient();
  // Each may be cleared, which an update may refuse.
  const columns = inFormOrder(record, record.update?.columns ?? []).map((each) => ({ ...each, isRequired: false }));
  const [draft, setDraft] = useState<Draft>({});
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const chosen = columns.filter(({ name }) => name in draft);
  useUnsaved(Object.values(draft).some((text) => text !== ''));
  function send(event: Event): void {
    event.preventDefault();
    // Whatever is there before: an empty text is set, too.
    const { input, issues } = changesOf(draft, {}, columns);
    setIssues(issues);
    if (issues.length > 0) return;
    const title = `Edit ${counted(record, items.length)}`;
    const words = { title, verb: 'Changed', again: 'Change', columns: labelsOf(chosen) };
    const each = items.map((item) => ({ ...item, input }));
    onClose();
    onStart();
    start(updateJob(client, record, each, words));
  }
  return (
    <Dialog title={`Edit ${counted(record, items.length)}`} onClose={onClose}>
      <form onSubmit={send}>
        {chosen.map((column) => (
          <div key={column.name} class="bulk">
            <ColumnInput
              column={column}
              text={draft[column.name] ?? ''}
              issue={issueOf(issues, column.name)}
              onText={(text) => {
                setDraft({ ...draft, [column.name]: text });
                setIssues(issuesWithout(issues, column.name));
              }}
            />
            <button
              type="button"
              class="plain"
              aria-label={`Leave ${column.label} as it is`}
              onClick={() => {
                const { [column.name]: _, ...others } = draft;
                setDraft(others);
              }}
            >
              ✕
            </button>
          </div>
        ))}
        <div class="field">
          <label for="bulk-column">{chosen.length === 0 ? 'Column' : 'Another column'}</label>
          <Adding
            words="Choose…"
            marks={{ id: 'bulk-column' }}
            options={columns.filter(({ name }) => !(name in draft))}
            onAdd={(name) => setDraft({ ...draft, [name]: '' })}
          />
        </div>
        {chosen.length > 0 && <p class="soft">An empty value clears its column.</p>}
        <div class="bar foot">
          <button type="submit" class="strong" disabled={chosen.length === 0}>
            Change {counted(record, items.length)}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
