import { Fragment } from 'preact';
import { anyOf, type Part, partsOf, type Where, whereOf, wordsOf } from './conditions.ts';
import { goTo } from './route.ts';
import { labelOf, type RecordModel } from './schema.ts';

interface Props {
  record: RecordModel;
  where: Where;
  onChange: (where: Where) => void;
}

/** What the rows are filtered by, each condition with a button to remove it. */
export function Chips({ record, filter: { search, ...where } }: { record: RecordModel; filter: Where }) {
  if (Object.keys(where).length === 0) return null;
  const searched = search === undefined ? {} : { search };
  return (
    <ul class="chips" aria-label="Filters">
      <Conditions record={record} where={where} onChange={(where) => goTo({ filter: { ...where, ...searched } })} />
      <li>
        <button type="button" onClick={() => goTo({ filter: {} })}>
          Clear all
        </button>
      </li>
    </ul>
  );
}

function Conditions({ record, where, onChange }: Props) {
  const parts = partsOf(where);
  return (
    <>
      {parts.map(([name, test], index) => {
        const put = (...next: Part[]) => onChange(whereOf(parts.toSpliced(index, 1, ...next)));
        if (name === 'OR' && Array.isArray(test) && test.length > 0)
          return (
            <li key={index} class="groups">
              {test.map((group, at) => (
                <Fragment key={at}>
                  {at > 0 && <span>or</span>}
                  <ul class="chips" aria-label={`Group ${at + 1}`}>
                    <Conditions record={record} where={group} onChange={(next) => put(...anyOf(test.with(at, next)))} />
                  </ul>
                </Fragment>
              ))}
            </li>
          );
        const { type } = [...record.columns, ...record.filters].find((each) => each.name === name) ?? { type: '' };
        const words = `${labelOf(name)} ${wordsOf(test, type)}`;
        return (
          <li key={index} class="condition">
            {words}
            <button type="button" aria-label={`Remove the filter ${words}`} onClick={() => put()}>
              ✕
            </button>
          </li>
        );
      })}
    </>
  );
}
