import { useQuery } from '@urql/preact';
import { useEffect } from 'preact/hooks';
import { type Figures as Answer, FIGURES, figuresOf, LISTED } from './documents.ts';
import { Fault } from './parts.tsx';
import { goTo } from './route.ts';
import type { RecordModel } from './schema.ts';
import { messageOf } from './session.ts';
import { counted, shown } from './values.ts';

interface Props {
  record: RecordModel;
  columns: readonly string[];
  filter: object;
  isOpen: boolean;
  /** Changes when records have changed. */
  changes: number;
}

/** Figures of all rows of the filter, which are read when they are opened. */
export function Figures({ record, columns, filter, isOpen, changes }: Props) {
  const numbers = record.columns.filter(({ name }) => columns.includes(name) && record.numbers.includes(name));
  const names = numbers.map(({ name }) => name);
  const [{ data, error }, reread] = useQuery<Answer>({
    query: figuresOf(record, names),
    variables: { filter },
    pause: !isOpen,
    context: LISTED,
  });
  useEffect(() => {
    if (changes > 0 && isOpen) reread({ requestPolicy: 'network-only' });
  }, [changes, isOpen, reread]);
  const group = data?.figures?.groups[0];
  return (
    <section aria-label="Figures">
      <button type="button" aria-expanded={isOpen} onClick={() => goTo({ hasFigures: !isOpen })}>
        Figures
      </button>
      <Fault text={isOpen && error && messageOf(error)} />
      {isOpen && group && (
        <div class="scroll">
          <table class="grid figures">
            <caption>
              {counted(record, group.count)}
              {data.figures?.isExact === false && ', which are not all: more match'}
            </caption>
            {numbers.length > 0 && (
              <thead>
                <tr>
                  {['Column', 'Sum', 'Average', 'Least', 'Greatest'].map((head, index) => (
                    <th key={head} scope="col" class={index > 0 ? 'number' : ''}>
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
            )}
            <tbody>
              {numbers.map(({ name, label, type }) => (
                <tr key={name}>
                  <th scope="row">{label}</th>
                  {FIGURES.map((figure) => (
                    <td key={figure} class="number">
                      {shown(group[figure]?.[name], type) || '–'}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
