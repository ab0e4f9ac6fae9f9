import { Adding, Menu } from './parts.tsx';
import { goTo } from './route.ts';
import { labelOf, type RecordModel } from './schema.ts';

const MOST_COLUMNS = 3;

export const nameIn = (sorted: string): string => sorted.replace(/^-/, '');
export const isDescending = (sorted: string): boolean => sorted.startsWith('-');

/** The order after a click on a column: by it, then the other way round, then not. As one more, it keeps the others. */
export function sortedBy(sort: readonly string[], name: string, isOneMore: boolean): readonly string[] {
  const at = sort.findIndex((each) => nameIn(each) === name);
  const next = at === -1 ? [name] : sort[at] === name ? [`-${name}`] : [];
  if (!isOneMore) return sort.length > 1 ? [name] : next;
  if (at !== -1) return sort.toSpliced(at, 1, ...next);
  return [...sort, ...next].slice(0, MOST_COLUMNS);
}

interface Props {
  record: RecordModel;
  sort: readonly string[];
}

/** The columns of the order, by which also those that are not shown can sort. */
export function Sorting({ record, sort }: Props) {
  const names = sort.map(nameIn);
  const others = [...record.orders.keys()].filter((name) => !names.includes(name));
  return (
    <Menu label="Sort">
      <ol class="choice" aria-label="Order">
        {sort.map((each, index) => {
          const label = labelOf(nameIn(each));
          const put = (...next: string[]) => goTo({ sort: sort.toSpliced(index, 1, ...next) });
          return (
            <li key={index} class="bar">
              {label}
              <button
                type="button"
                onClick={() => put(isDescending(each) ? nameIn(each) : `-${each}`)}
                aria-label={`${label} ${isDescending(each) ? 'descending: sort it ascending' : 'ascending: sort it descending'}`}
              >
                {isDescending(each) ? '↓ Descending' : '↑ Ascending'}
              </button>
              <button type="button" aria-label={`Do not sort by ${label}`} onClick={() => put()}>
                ✕
              </button>
            </li>
          );
        })}
      </ol>
      {sort.length < MOST_COLUMNS && (
        <Adding
          words={sort.length === 0 ? 'Sort by…' : 'Then by…'}
          marks={{ 'aria-label': sort.length === 0 ? 'Sort by' : 'Then sort by' }}
          options={others.map((name) => ({ name, label: labelOf(name) }))}
          onAdd={(name) => goTo({ sort: [...sort, name] })}
        />
      )}
    </Menu>
  );
}
