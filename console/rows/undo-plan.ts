import type { Revision, Row } from '../documents.ts';
import { titleOf } from '../documents.ts';
import type { Column, RecordModel } from '../schema.ts';
import { isObject, isSameValue, readValue, shown, textOf } from '../values.ts';
import type { Item } from './jobs.ts';

/** How far apart the changes of one edit, or of one import, may be. */
export const WINDOW_MINUTES = 10;

export interface Found {
  items: Item[];
  /** What cannot be set back, and why. */
  left: { id: string; title: string; reason: string }[];
  /** How many records were created at that time, which stay. */
  created: number;
}

/** A value of the history, as the API has it: there decimals are numbers, and times have another form. */
const meant = (value: unknown, column: Column): unknown => {
  const read = readValue(textOf(value), column);
  return 'value' in read ? read.value : value;
};

/** One that is too long for the history. */
const isCut = (value: unknown): boolean => isObject(value) && value.$cut === true;

const isNear = (a: Revision, b: Revision): boolean =>
  Math.abs(Date.parse(a.occurredAt) - Date.parse(b.occurredAt)) <= WINDOW_MINUTES * 60_000 &&
  a.actor?.kind === b.actor?.kind &&
  a.actor?.id === b.actor?.id;

/**
 * What would undo a change in all records that its actor changed with it: in the same way, or in any. Only a value that
 * is still the one of that change is set back.
 */
export function undoPlanOf(rows: readonly Row[], record: RecordModel, chosen: Revision, isSame: boolean): Found {
  const columns = record.update?.columns ?? [];
  const setBy = (revision: Revision): Column[] => columns.filter(({ name }) => revision.changedFields.includes(name));
  const wanted = setBy(chosen);
  const isLike = (revision: Revision): boolean =>
    setBy(revision).length === wanted.length &&
    wanted.every(({ name }) => isSameValue(revision.after[name], chosen.after[name]));
  const found: Found = { items: [], left: [], created: 0 };
  for (const row of rows) {
    const near = revisionsOf(row).filter((revision) => isNear(revision, chosen));
    if (near.some(({ action }) => action === 'CREATED')) found.created += 1;
    const title = titleOf(record, row);
    const input: Record<string, unknown> = {};
    const reasons = new Set<string>();
    const seen = new Set<string>();
    for (const revision of near.filter((each) => each.action === 'UPDATED' && (!isSame || isLike(each))))
      for (const column of setBy(revision)) {
        const { name, label, type } = column;
        const [before, after] = [revision.before[name], revision.after[name]];
        // Newest first: what is there now is that of the newest, and what was before that of the oldest.
        if (!seen.has(name) && !isSameValue(meant(after, column), meant(row[name], column)))
          reasons.add(`${label} is ${shown(row[name], type) || 'empty'} now`);
        if (seen.has(name) && !isSameValue(meant(after, column), input[name]))
          reasons.add(`others have changed ${label} in between`);
        seen.add(name);
        if (!(name in revision.before) || isCut(before)) reasons.add(`${label} is not in the history`);
        input[name] = meant(before, column);
      }
    if (seen.size === 0 || [...seen].every((name) => isSameValue(row[name], input[name]))) continue;
    if (reasons.size > 0) found.left.push({ id: row.id, title, reason: [...reasons].join(', ') });
    else found.items.push({ id: row.id, title, version: row.version, input });
  }
  return found;
}

/** As `REVISIONS` reads them. */
function revisionsOf({ history }: Row): Revision[] {
  return isObject(history) && Array.isArray(history.nodes) ? history.nodes : [];
}
