import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog, Fault, say } from '../parts.tsx';
import { session } from '../session.ts';
import { useStore } from '../store.ts';
import { STOP, useUnsaved } from '../unsaved.ts';
import { countOf } from '../values.ts';
import { type Item, type Job, nextBatch, type Outcome, running, start } from './jobs.ts';

const MOST_NAMED = 100;

/** The job that has been started, over whatever is shown; it ends with the page of its company. */
export function Running() {
  const { page } = useStore(session);
  const shown = useStore(running);
  useEffect(() => () => running.set(undefined), [page]);
  return shown && <Run key={shown.number} job={shown.job} onClose={() => running.set(undefined)} />;
}

/** Writes a job batch by batch; what it could not write is named, and can be tried again. */
function Run({ job, onClose }: { job: Job; onClose: () => void }) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [rest, setRest] = useState(job.items);
  const [fault, setFault] = useState<string>();
  const [isRunning, setRunning] = useState(true);
  const isStopped = useRef(false);
  const isShown = useRef(true);
  useUnsaved(isRunning, STOP);
  async function run(items: readonly Item[], known: readonly Outcome[]): Promise<void> {
    isStopped.current = false;
    setFault(undefined);
    setRunning(true);
    let [left, all] = [items, known];
    try {
      while (left.length > 0 && !isStopped.current) {
        setOutcomes(all);
        setRest(left);
        const batch = nextBatch(left);
        all = [...all, ...(await job.send(batch))];
        left = left.slice(batch.length);
      }
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
    setOutcomes(all);
    setRest(left);
    setRunning(false);
    const count = all.filter(({ kind }) => kind === 'done').length;
    const back = count > 0 ? job.undo : undefined;
    const undo = back && (() => start(back(all)));
    const isAll = left.length === 0 && all.every(({ kind }) => kind === 'done' || kind === 'same');
    if (count > 0 || isAll) say(job.says(count), { undo, isKept: undo !== undefined });
    if (isAll && isShown.current) onClose();
  }
  useEffect(() => {
    void run(job.items, []);
    return () => {
      isShown.current = false;
      isStopped.current = true;
    };
  }, []);
  const total = outcomes.length + rest.length;
  const conflicts = outcomes.filter(({ kind }) => kind === 'conflict');
  return (
    <Dialog title={job.title} onClose={onClose}>
      {isRunning ? (
        <>
          <progress value={outcomes.length} max={total} aria-label="Progress" />
          <div class="bar foot">
            <button
              type="button"
              onClick={() => {
                isStopped.current = true;
              }}
            >
              Stop
            </button>
            <span role="status">
              {countOf(outcomes.length)} of {countOf(total)}
            </span>
          </div>
        </>
      ) : (
        <>
          <Fault text={fault} />
          <Outcomes outcomes={outcomes} rest={rest.length} says={job.says} />
          <div class="bar foot">
            {rest.length > 0 && (
              <button type="button" class="strong" onClick={() => run(rest, outcomes)}>
                Go on with {countOf(rest.length)}
              </button>
            )}
            {conflicts.length > 0 && job.again !== undefined && (
              <button
                type="button"
                onClick={() =>
                  run(
                    [...conflicts.map(({ item, version }) => ({ ...item, version })), ...rest],
                    outcomes.filter(({ kind }) => kind !== 'conflict'),
                  )
                }
              >
                {job.again} {countOf(conflicts.length)} all the same
              </button>
            )}
            <button type="button" onClick={onClose}>
              Done
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

const WORDS: [Outcome['kind'], string][] = [
  ['same', 'had these values already'],
  ['conflict', 'changed meanwhile, and left as they are'],
  ['refused', 'refused'],
  ['gone', 'not there any more'],
];

interface OutcomesProps {
  outcomes: readonly Outcome[];
  rest: number;
  says: (count: number) => string;
}

function Outcomes({ outcomes, rest, says }: OutcomesProps) {
  const of = (kind: Outcome['kind']) => outcomes.filter((each) => each.kind === kind);
  return (
    <section aria-label="Results">
      <p>{says(of('done').length)}</p>
      {WORDS.map(([kind, words]) => {
        const found = of(kind);
        if (found.length === 0) return null;
        return (
          <details key={kind} open={kind !== 'same'}>
            <summary>
              {countOf(found.length)} {words}
            </summary>
            <ul>
              {found.slice(0, MOST_NAMED).map(({ item, message }) => (
                <li key={item.id}>
                  <strong>{item.title}</strong>
                  {kind === 'refused' && `: ${message}`}
                </li>
              ))}
              {found.length > MOST_NAMED && <li>and {countOf(found.length - MOST_NAMED)} more</li>}
            </ul>
          </details>
        );
      })}
      {rest > 0 && <p>{countOf(rest)} not tried yet, or without an answer.</p>}
    </section>
  );
}
