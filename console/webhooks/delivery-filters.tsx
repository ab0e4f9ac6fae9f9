import type { WebhookDeliveryFilter, WebhookDeliveryStatus } from '../generated/graphql.ts';

/** What the person looks for. Empty texts are no conditions; times are those of the browser. */
export interface Sought {
  status: WebhookDeliveryStatus | '';
  hasFailed: boolean;
  type: string;
  since: string;
  until: string;
  resourceId: string;
  error: string;
}

export const ANY: Sought = { status: '', hasFailed: false, type: '', since: '', until: '', resourceId: '', error: '' };

const timeIn = (text: string): string | undefined => (text === '' ? undefined : new Date(text).toISOString());

/** The filter of the API. */
export function filterOf({ status, hasFailed, type, since, until, resourceId, error }: Sought): WebhookDeliveryFilter {
  const [gte, lte] = [timeIn(since), timeIn(until)];
  return {
    ...(status && { status }),
    ...(type && { type: { equals: type } }),
    ...((gte || lte) && { occurredAt: { gte, lte } }),
    ...(resourceId && { resourceId: { equals: resourceId } }),
    ...(error
      ? { lastError: { contains: error, mode: 'Insensitive' } }
      : hasFailed && { lastError: { not: { equals: null } } }),
  };
}

const STATES: [WebhookDeliveryStatus | '', string][] = [
  ['', 'All deliveries'],
  ['DEAD', 'Given up'],
  ['PENDING', 'Waiting'],
  ['HELD', 'Held'],
  ['DELIVERED', 'Delivered'],
];

interface Props {
  sought: Sought;
  /** The types of the events that the subscription receives. */
  types: readonly string[];
  onChange: (sought: Sought) => void;
}

/** The controls of the filter: state, type, time, failures, record and text of the error. */
export function DeliveryFilters({ sought, types, onChange }: Props) {
  const set = (change: Partial<Sought>) => onChange({ ...sought, ...change });
  return (
    <div class="bar">
      <select
        aria-label="State of the deliveries"
        value={sought.status}
        onChange={({ currentTarget: { value } }) => set({ status: STATES.find(([each]) => each === value)?.[0] ?? '' })}
      >
        {STATES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label="Type of the events"
        value={sought.type}
        onChange={({ currentTarget: { value } }) => set({ type: value })}
      >
        <option value="">All types</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </select>
      <label>
        <input
          type="checkbox"
          checked={sought.hasFailed}
          onChange={({ currentTarget: { checked } }) => set({ hasFailed: checked })}
        />{' '}
        Had a failure
      </label>
      {(['since', 'until'] as const).map((name) => (
        <label key={name}>
          {name === 'since' ? 'From' : 'To'}{' '}
          <input
            type="datetime-local"
            value={sought[name]}
            onChange={({ currentTarget: { value } }) => set({ [name]: value })}
          />
        </label>
      ))}
      <input
        type="search"
        placeholder="ID of a record"
        aria-label="ID of a record"
        value={sought.resourceId}
        onInput={({ currentTarget }) => set({ resourceId: currentTarget.value.trim() })}
      />
      <input
        type="search"
        placeholder="Text of the error"
        aria-label="Text of the error"
        value={sought.error}
        onInput={({ currentTarget }) => set({ error: currentTarget.value.trim() })}
      />
    </div>
  );
}
