import { startTransition, useOptimistic, useRef, useState } from 'react';

interface Row {
  id: string;
  version: number;
}

/** What was written, and the records of conflicts as they are now. What was refused otherwise is in neither. */
interface Answer<Shown> {
  written: readonly Shown[];
  current: readonly Shown[];
}

/**
 * Rows whose edits are shown before they are answered, and sent one after the other. What was refused goes back by
 * itself, at the end of the transition.
 */
export function useOptimisticRows<Shown extends Row>(read: readonly Shown[]) {
  const [answered, setAnswered] = useState<ReadonlyMap<string, Shown>>(new Map());
  const stored = read.map((row) => {
    const newer = answered.get(row.id);
    return newer && newer.version > row.version ? newer : row;
  });
  const [shown, show] = useOptimistic(stored);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  /** Which version an own edit has put in the place of another, which a later edit may have been made on. */
  const replaced = useRef(new Map<string, number>());
  const versionOf = ({ id, version }: Row): number => replaced.current.get(`${id} ${version}`) ?? version;

  const edit = (edited: readonly Shown[], send: (versionOf: (row: Row) => number) => Promise<Answer<Shown>>) =>
    startTransition(async () => {
      show((rows) => rows.map((row) => edited.find(({ id }) => id === row.id) ?? row));
      const answer = last.current.then(() => send(versionOf));
      last.current = answer.catch(() => {});
      const { written, current } = await answer;
      for (const row of edited) {
        const now = written.find(({ id }) => id === row.id)?.version;
        if (now === undefined) continue;
        for (const before of [row.version, versionOf(row)]) replaced.current.set(`${row.id} ${before}`, now);
      }
      startTransition(() => {
        const records = [...written, ...current].map((row): [string, Shown] => [row.id, row]);
        setAnswered((before) => new Map([...before, ...records]));
      });
    });
  return { shown, edit };
}
