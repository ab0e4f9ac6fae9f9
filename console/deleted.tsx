import { useQuery } from '@urql/preact';
import { DELETIONS } from './documents.ts';
import { Dialog, Empty, Loading, say } from './parts.tsx';
import { goTo } from './route.ts';
import type { RecordModel, Rights } from './schema.ts';
import { messageOf } from './session.ts';
import { actorOf, agoOf, textOf } from './values.ts';
import { useWrites } from './writes.ts';

interface Props {
  record: RecordModel;
  rights: Rights;
  onClose: () => void;
}

interface Deletion {
  recordId: string;
  deletedAt: string;
  version: number | null;
  history: { nodes: { actor: { kind: string; id: string | null } | null; before: Record<string, unknown> }[] } | null;
}

/** The records that were deleted, newest first. Each can be restored as it was. */
export function Deleted({ record, rights, onClose }: Props) {
  const [{ data, error, fetching }] = useQuery<{ deletions: { nodes: Deletion[] } | null }>({
    query: DELETIONS,
    variables: { record: record.watched },
    requestPolicy: 'network-only',
  });
  const writes = useWrites(record);
  const deletions = data?.deletions?.nodes.toReversed() ?? [];
  async function restore(recordId: string, version: number): Promise<void> {
    const result = await writes.restore(recordId, version);
    if (result.__typename !== 'Written') return say(`Not restored: ${result.message}`, { isBad: true });
    say(`The ${record.noun} is back.`);
    onClose();
    goTo({ id: recordId });
  }
  return (
    <Dialog title={`Deleted ${record.label.toLowerCase()}`} isPanel onClose={onClose}>
      {error && !data?.deletions && <Empty title={messageOf(error)} />}
      {fetching && !data && <Loading />}
      {data?.deletions && deletions.length === 0 && <Empty title={`No ${record.noun} was deleted.`} />}
      <ul class="list">
        {deletions.map((deletion) => {
          const [last] = deletion.history?.nodes ?? [];
          const { recordId, version } = deletion;
          return (
            <li key={deletion.recordId}>
              <div>
                <strong>{textOf(last?.before[record.title]) || deletion.recordId}</strong>
                <p class="soft">
                  {last && `${actorOf(last.actor)}, `}
                  {agoOf(deletion.deletedAt)}
                </p>
              </div>
              {version !== null && rights.restores && (
                <button type="button" onClick={() => restore(recordId, version)}>
                  Restore
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
