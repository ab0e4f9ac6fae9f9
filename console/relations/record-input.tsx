import { useQuery } from '@urql/preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { LEAST_LETTERS, SEARCH_MS } from '../filters.tsx';
import { Fault } from '../parts.tsx';
import type { RecordModel, Relation } from '../schema.ts';
import { useUnsaved } from '../unsaved.ts';
import { textOf } from '../values.ts';
import { useNames } from './names.tsx';
import { referenceOf } from './relate.ts';

/** How many records of a type are offered. */
const OFFERED = 8;
const UNCHOSEN = 'Nothing is chosen yet. Choose one of the list, or press Escape to keep what was there.';

type Found = Record<string, { nodes: { id: string; title: unknown }[] } | null>;

const offeredOf = (records: readonly RecordModel[]): string => `
  query ConsoleOffered(${records.map(({ name, filter }) => `$${name}: ${filter}`).join(' ')}) {
    ${records.map(({ name, list, title }) => `${name}: ${list}(filter: $${name}, first: ${OFFERED}) { nodes { id title: ${title} } }`).join('\n')}
  }`;

interface Option {
  id: string;
  title: string;
  /** Undefined for an id that is entered as it is, which says nothing about the type. */
  record: RecordModel | undefined;
  kind: string | undefined;
}

interface Props {
  relation: Relation;
  /** The id that is chosen. */
  text: string;
  /** The type of record that is chosen, where the relation has several. */
  kind: string | undefined;
  marks: object;
  onText: (id: string, kind?: string) => void;
}

/** A record, chosen by its name: a combobox that searches while one types. */
export function RecordInput({ relation, text, kind, marks, onText }: Props) {
  const list = useId();
  // Undefined while the input shows what is chosen.
  const [typed, setTyped] = useState<string>();
  const [search, setSearch] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const [isLeft, setLeft] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState<Option>();
  const reference = referenceOf(relation, text, kind);
  const names = useNames([reference]);
  const name = chosen?.id === text ? chosen.title : (names.of(reference) ?? (names.isRead ? text : ''));
  const wanted = (typed ?? '').trim();
  const isUnchosen = wanted !== '' && typed !== name;
  // Its form is not sent as if nothing were typed.
  useLayoutEffect(() => input.current?.setCustomValidity(isUnchosen ? UNCHOSEN : ''), [isUnchosen]);
  useUnsaved(isUnchosen);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(wanted.length < LEAST_LETTERS ? '' : wanted), SEARCH_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const records = relation.targets.map(({ record }) => record);
  const [{ data, fetching }] = useQuery<Found>({
    query: offeredOf(records),
    variables: Object.fromEntries(records.map(({ name }) => [name, search === '' ? {} : { search }])),
    pause: !isOpen,
  });
  const isBehind = fetching || (wanted.length >= LEAST_LETTERS && search !== wanted);
  const found = relation.targets.flatMap(({ kind, record }) =>
    (isBehind ? [] : (data?.[record.name]?.nodes ?? [])).map(({ id, title }): Option => {
      return { id, title: textOf(title) || id, record, kind: relation.kind && kind };
    }),
  );
  // Also one of a record that is not here, or not yet.
  const asIs: Option[] = wanted === '' || isBehind ? [] : [{ id: wanted, title: wanted, record: undefined, kind }];
  const options = [...found, ...asIs];
  const active = Math.min(at, options.length - 1);

  const close = () => {
    setOpen(false);
    setTyped(undefined);
    setLeft(false);
  };
  const leave = () => {
    if (!isUnchosen) return close();
    setOpen(false);
    setLeft(true);
  };
  const choose = (option: Option) => {
    setChosen(option);
    onText(option.id, option.kind);
    close();
  };
  const press = (event: KeyboardEvent) => {
    const option = options[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      setAt(isOpen && options.length > 0 ? (active + step + options.length) % options.length : 0);
      setOpen(true);
    } else if (event.key === 'Enter' && isOpen && option) choose(option);
    else if (event.key === 'Escape' && (isOpen || isUnchosen)) close();
    // What is typed and not chosen is not sent.
    else if (event.key !== 'Enter' || typed === undefined) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="combobox">
      <input
        {...marks}
        {...(isLeft && { 'aria-invalid': true })}
        ref={input}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${list}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder="Search by name"
        value={typed ?? name}
        onClick={() => setOpen(true)}
        onKeyDown={press}
        onBlur={leave}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          setLeft(false);
          setAt(0);
          setOpen(true);
          if (value === '') onText('', relation.kind && '');
        }}
      />
      {isOpen && (
        <div id={list} role="listbox" aria-label="Records">
          {options.map((option, index) => (
            <div
              key={`${option.record?.name} ${option.id}`}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => {
                // The input keeps the focus.
                event.preventDefault();
                choose(option);
              }}
            >
              <span>{option.record ? option.title : `Use the ID “${option.title}”`}</span>
              {option.record && relation.kind !== undefined && <span class="soft">{option.record.noun}</span>}
            </div>
          ))}
        </div>
      )}
      <Fault text={isLeft && UNCHOSEN} />
      <span class={isOpen && found.length === 0 ? 'soft' : 'hidden'} role="status">
        {isOpen &&
          (isBehind
            ? 'Searching…'
            : wanted.length === 1
              ? 'Two letters or more are searched for.'
              : found.length === 0
                ? 'Nothing matches.'
                : `${found.length} found`)}
      </span>
    </div>
  );
}
