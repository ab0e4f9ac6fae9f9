import { useClient } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { pipe, subscribe } from 'wonka';
import { JsonNumber, parseEach, stringify } from '../../src/exact-json.ts';
import type { ConsoleEventTypesQuery } from '../generated/graphql.ts';
import { labelOf } from '../schema.ts';
import { agoOf, isObject } from '../values.ts';

type EventType = ConsoleEventTypesQuery['eventTypes'] extends readonly (infer Each)[] | null | undefined ? Each : never;
type Filter = Record<string, unknown> | null;

interface Props {
  /** One of the types of event whose record is filtered. */
  type: EventType | undefined;
  filter: Filter;
  issue: string | undefined;
  onChange: (filter: Filter) => void;
}

const isNested = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(value instanceof JsonNumber);
const below = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** The names of the types that a field of the record has, from the JSON Schema of the event. */
function fieldsOf(type: EventType | undefined): Map<string, string[]> {
  const data = below(below(type?.schema, '$defs'), type?.resource ?? '');
  const fields = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(below(data, 'properties') ?? {})) {
    const types = [below(schema, 'type')].flat().filter((each): each is string => typeof each === 'string');
    if (!types.includes('object') && !types.includes('array')) fields.set(name, types);
  }
  return fields;
}

/** A text as the JSON value that a field of these types has. */
function typed(text: string, types: readonly string[]): unknown {
  if (text === '' && types.includes('null')) return null;
  if (types.includes('boolean')) return text === 'true';
  if ((types.includes('number') || types.includes('integer')) && text !== '' && Number.isFinite(Number(text)))
    return Number(text);
  return text;
}

/** Which records send events: those that have these values. A preview shows which changes would. */
export function FilterBuilder({ type, filter, issue, onChange }: Props) {
  const fields = fieldsOf(type);
  const [added, setAdded] = useState('');
  const entries = Object.entries(filter ?? {});
  const change = (next: Record<string, unknown>) => onChange(Object.keys(next).length > 0 ? next : null);
  return (
    <fieldset class="builder">
      <legend>Only records where</legend>
      {entries.length === 0 && <p class="soft">No condition: every record.</p>}
      {entries.map(([name, value]) => (
        <div class="bar" key={name}>
          <label for={`filter-${name}`}>{labelOf(name)} is</label>
          <input
            id={`filter-${name}`}
            value={isNested(value) ? stringify(value) : `${value ?? ''}`}
            readOnly={isNested(value)}
            onInput={({ currentTarget }) =>
              change({ ...filter, [name]: typed(currentTarget.value, fields.get(name) ?? ['string']) })
            }
          />
          <button
            type="button"
            aria-label={`Remove the condition on ${labelOf(name)}`}
            onClick={() => change(Object.fromEntries(entries.filter(([each]) => each !== name)))}
          >
            ✕
          </button>
        </div>
      ))}
      {issue !== undefined && <p class="issue">The filter {issue}</p>}
      <div class="bar">
        <select aria-label="Field" value={added} onChange={({ currentTarget }) => setAdded(currentTarget.value)}>
          <option value="">A field…</option>
          {[...fields.keys()]
            .filter((name) => !entries.some(([each]) => each === name))
            .map((name) => (
              <option key={name} value={name}>
                {labelOf(name)}
              </option>
            ))}
        </select>
        <button
          type="button"
          disabled={added === ''}
          onClick={() => {
            const example = below(below(type?.example, 'data'), added);
            change({ ...filter, [added]: example ?? typed('', fields.get(added) ?? []) });
            setAdded('');
          }}
        >
          Add the condition
        </button>
      </div>
      {type && <Preview resource={type.resource} filter={filter} />}
    </fieldset>
  );
}

const PREVIEW = `
  subscription ConsolePreview($watch: [WatchInput!]!) {
    changes(watch: $watch) { __typename ... on Change { action recordId occurredAt matches } }
  }`;

interface Item {
  __typename: string;
  action?: string;
  recordId?: string;
  occurredAt?: string;
  matches?: boolean;
}

/** The changes since the form is open that the filter lets through. */
function Preview({ resource, filter }: { resource: string; filter: Filter }) {
  const client = useClient();
  const [items, setItems] = useState<readonly Item[]>([]);
  const text = stringify(filter);
  useEffect(() => {
    setItems([]);
    const watch = [{ record: resource.toUpperCase(), filter: parseEach(text) }];
    const { unsubscribe } = pipe(
      client.subscription<{ changes: Item }>(PREVIEW, { watch }),
      subscribe(({ data }) => {
        const item = data?.changes;
        if (item?.recordId !== undefined) setItems((items) => [item, ...items].slice(0, 5));
      }),
    );
    return unsubscribe;
  }, [client, resource, text]);
  return (
    <section class="preview" aria-label="Preview">
      <p class="soft">Changes since this form is open that would be sent, for any action:</p>
      {items.length === 0 && <p class="soft">None yet. Change a record to see one.</p>}
      <ul>
        {items.map((item) => (
          <li key={`${item.recordId} ${item.occurredAt}`}>
            {resource}.{item.action?.toLowerCase()} <code>{item.recordId}</code> {agoOf(item.occurredAt ?? '')}
          </li>
        ))}
      </ul>
    </section>
  );
}
