import { Fragment } from 'preact';
import { anyOf, type Part, partsOf, type Where, whereOf, wordsOf } from './conditions.ts';
import { useNames } from './relations/names.tsx';
import { type Reference, referenceOf } from './relations/relate.ts';
import { goTo } from './route.ts';
import { labelOf, type RecordModel } from './schema.ts';
import { isObject } from './values.ts';

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

const idsIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** The records that a condition names by their ids. */
function referencesOf(record: RecordModel, parts: readonly Part[], name: string, test: unknown) {
  const { relation } = record.columns.find((column) => column.name === name) ?? {};
  const [, kind] = parts.find(([other]) => other === relation?.kind) ?? [];
  const references = new Map<string, Reference>();
  if (relation && isObject(test))
    for (const id of [test.equals, test.in].flatMap(idsIn)) {
      const reference = referenceOf(relation, id, isObject(kind) ? kind.equals : undefined);
      if (reference) references.set(reference.id, reference);
    }
  return references;
}

function Conditions({ record, where, onChange }: Props) {
  const parts = partsOf(where);
  const names = useNames(parts.flatMap(([name, test]) => [...referencesOf(record, parts, name, test).values()]));
  /** A test on ids as one on the names of their records. */
  const named = (name: string, test: unknown): unknown => {
    const references = referencesOf(record, parts, name, test);
    const wordOf = (id: unknown): unknown =>
      Array.isArray(id) ? id.map(wordOf) : (names.of(references.get(String(id))) ?? id);
    if (references.size === 0 || !isObject(test)) return test;
    return Object.fromEntries(Object.entries(test).map(([operator, id]) => [operator, wordOf(id)]));
  };
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
        const column = [...record.columns, ...record.filters].find((each) => each.name === name);
        const { type = '', label = labelOf(name) } = column ?? {};
        const words = `${label} ${wordsOf(named(name, test), type)}`;
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
