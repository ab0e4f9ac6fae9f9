import { useClient } from '@urql/preact';
import { useState } from 'preact/hooks';
import { LISTED, type Row, removeOf } from './documents.ts';
import { Fault, say } from './parts.tsx';
import type { RecordModel, Rights } from './schema.ts';
import { messageOf } from './session.ts';
import { mayLeave } from './unsaved.ts';
import { useWrites } from './writes.ts';

/** Why a deletion cannot be taken back with this token, at any time; undefined if it can. */
export function finalityOf({ label, slug, watched }: RecordModel, rights: Rights): string | undefined {
  if (!rights.creates) return `This token cannot undo it: that needs the scope ${slug}:create.`;
  if (!rights.restores) return 'This token cannot undo it: that needs a token of one company.';
  if (rights.readsAll && watched !== undefined) return undefined;
  return `Undo is offered for a few seconds, and later only to those who see all ${label.toLowerCase()}.`;
}

interface Props {
  record: RecordModel;
  rights: Rights;
  row: Row;
  onClose: () => void;
}

/** Deletes a record. It asks where that cannot be undone, since a restored record has all that it had. */
export function Deletion({ record, rights, row, onClose }: Props) {
  const client = useClient();
  const { restore } = useWrites(record);
  const finality = finalityOf(record, rights);
  const [isAsking, setAsking] = useState(false);
  async function remove(): Promise<void> {
    // The form beside it may have an edit.
    if (!mayLeave()) return;
    const variables = { id: row.id, expectedVersion: row.version };
    const { data, error } = await client.mutation(removeOf(record), variables, LISTED);
    const result = data?.result;
    if (error || result?.__typename !== `Deleted${record.name}`)
      return say(error ? messageOf(error) : `Not deleted: ${result?.message}`, { isBad: true });
    const undo = async () => {
      const back = await restore(row.id, row.version);
      if (back.__typename === 'Written') say(`The ${record.noun} is back.`);
      else say(`Not restored: ${back.message}`, { isBad: true });
    };
    say(`The ${record.noun} was deleted.`, rights.restores ? { undo } : {});
    onClose();
  }
  return (
    <div class="bar foot">
      <Fault text={isAsking && finality} />
      <button
        type="button"
        class="danger"
        onClick={() => (isAsking || finality === undefined ? remove() : setAsking(true))}
      >
        {isAsking ? 'Delete it for good' : `Delete this ${record.noun}`}
      </button>
    </div>
  );
}
