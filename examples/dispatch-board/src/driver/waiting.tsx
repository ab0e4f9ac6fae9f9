import { timeOf } from '../stop';
import { isItem } from './checklist';
import { outbox } from './kept';
import type { Edit } from './outbox';

const LABELS: Record<string, string> = {
  'taskData.delivered': 'delivered',
  'taskData.driverNote': 'note',
  taskData: 'details',
  completedAt: 'done',
  statusId: 'status',
  checklist: 'checklist',
  'checklist.items': 'checklist',
};

/** The value at a path such as `taskData.delivered`. */
function valueAt(values: unknown, path: string): unknown {
  let value = values;
  for (const key of path.split('.')) value = new Map(Object.entries(value ?? {})).get(key);
  return value;
}

/** The value of a field as the page shows it elsewhere. */
function textOf(path: string, value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (path === 'completedAt') return timeOf(`${value}`);
  if (path === 'checklist') return textOf('checklist.items', valueAt(value, 'items'));
  if (isItem(value)) return `${value.text}${value.done ? ' ✓' : ''}`;
  if (Array.isArray(value)) return value.map((each) => textOf(path, each)).join(', ') || 'nothing';
  if (typeof value !== 'object') return typeof value === 'string' ? `“${value}”` : `${value}`;
  const fields = Object.entries(value).map(([key, each]) => [key, `${path}.${key}`, each] as const);
  return fields.map(([key, at, each]) => `${LABELS[at] ?? key} ${textOf(at, each)}`).join(', ');
}

/** Sends what was refused over what others have written. */
const sendAgain = (edit: Edit): void =>
  outbox.change((queue) =>
    queue.map((each) => {
      const { refusal: _, ...again } = each;
      return each.madeAt === edit.madeAt ? again : each;
    }),
  );

/** What was refused goes, and what was made on it. */
const giveUp = (edit: Edit): void =>
  outbox.change((queue) => {
    const from = queue.findIndex(({ madeAt }) => madeAt === edit.madeAt);
    return queue.filter(({ id }, place) => id !== edit.id || place < from);
  });

/** What was written down about a task, and what became of it. */
export function Waiting({ edits }: { edits: readonly Edit[] }) {
  const refused = edits.find(({ refusal }) => refusal);
  const [first] = edits;
  if (first === undefined) return null;
  if (refused?.refusal === undefined)
    return (
      <small>Written down on this phone at {timeOf(first.madeAt)}. It is sent as soon as there is a network.</small>
    );
  const { refusal, input } = refused;
  return (
    <section className="conflict" role="alert" aria-label="Not sent">
      {'clashes' in refusal ? (
        <>
          <p>The office has changed this task meanwhile:</p>
          <ul>
            {refusal.clashes.map((path) => (
              <li key={path}>
                {LABELS[path] ?? path}: you have {textOf(path, valueAt(input, path))}, the office has{' '}
                {textOf(path, valueAt(refusal.theirs, path))}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          {refusal.message} Tell the office what you have written down: {summaryOf(edits)}.
        </p>
      )}
      <div className="bar">
        <button type="button" onClick={() => sendAgain(refused)}>
          {'clashes' in refusal ? 'Send mine' : 'Try again'}
        </button>
        <button type="button" onClick={() => giveUp(refused)}>
          {'clashes' in refusal ? 'Use the office’s' : 'Remove it'}
        </button>
      </div>
    </section>
  );
}

/** What a person tells another about the edits of a task. */
function summaryOf(edits: readonly Edit[]): string {
  const all = Object.assign({}, ...edits.map(({ input }) => input));
  const told = ['taskData.delivered', 'taskData.driverNote', 'completedAt'].flatMap((path) => {
    const value = valueAt(all, path);
    return value === undefined || value === null
      ? []
      : `${LABELS[path]} ${path === 'completedAt' ? timeOf(`${value}`) : value}`;
  });
  return told.join(', ') || 'a tick in the checklist';
}
