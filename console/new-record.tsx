import { useState } from 'preact/hooks';
import { v4 } from 'uuid';
import { inFormOrder } from './column-order.ts';
import type { Issue } from './documents.ts';
import { changesOf, type Draft, differing, draftOf, issuesWithout } from './draft.ts';
import { Dialog, Fault, say } from './parts.tsx';
import { ColumnsForm } from './relations/columns-form.tsx';
import { goTo } from './route.ts';
import type { RecordModel } from './schema.ts';
import { useUnsaved } from './unsaved.ts';
import { useWrites } from './writes.ts';

/** A form for a new record: what it needs first, then what it may have. */
export function NewRecord({ record, onClose }: { record: RecordModel; onClose: () => void }) {
  const columns = (record.create?.columns ?? []).filter(({ name }) => name !== 'id');
  const empty = draftOf(undefined, columns);
  const [draft, setDraft] = useState<Draft>(empty);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [message, setMessage] = useState<string>();
  const [isSending, setSending] = useState(false);
  useUnsaved(differing(draft, empty).length > 0);
  // One id for all attempts: an answer that was lost creates nothing twice.
  const [id] = useState(() => v4());
  const { create } = useWrites(record);
  async function send(event: Event): Promise<void> {
    event.preventDefault();
    const { input, issues } = changesOf(draft, empty, columns);
    const missing = columns
      .filter(({ name, isRequired }) => isRequired && draft[name] === '')
      .map(({ name }) => ({ path: ['input', name], message: 'is needed' }));
    setIssues([...issues, ...missing]);
    if (issues.length + missing.length > 0) return;
    setSending(true);
    const result = await create({ id, ...input });
    setSending(false);
    if (result.__typename !== 'Written') {
      setMessage(result.message);
      return setIssues(result.__typename === 'Refused' ? result.issues : []);
    }
    say(`The ${record.noun} was created.`);
    onClose();
    goTo({ id: result.row.id });
  }
  const change = (draft: Draft, name: string) => {
    setDraft(draft);
    setIssues(issuesWithout(issues, name));
    setMessage(undefined);
  };
  const ordered = inFormOrder(record, columns).toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  return (
    <Dialog title={`New ${record.noun}`} isPanel onClose={onClose}>
      <form onSubmit={send}>
        <Fault text={issues.length > 0 ? 'Correct the marked fields.' : message} />
        <ColumnsForm columns={ordered} draft={draft} issues={issues} onDraft={change} />
        <div class="bar foot">
          <button type="submit" class="strong" disabled={isSending}>
            Create
          </button>
        </div>
      </form>
    </Dialog>
  );
}
