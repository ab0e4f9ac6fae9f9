import type { TankRowFragment, UpdateTankInput } from './gql/graphql';

/** The fields of the form. */
export const FIELDS = [
  { name: 'name', label: 'Name' },
  { name: 'productName', label: 'Product' },
  { name: 'fillPercentage', label: 'Fill level (%)' },
  { name: 'status', label: 'Status' },
] as const;
export type Draft = Record<(typeof FIELDS)[number]['name'], string>;

export const draftOf = ({ name, productName, fillPercentage, status }: TankRowFragment): Draft => ({
  name: name ?? '',
  productName: productName ?? '',
  fillPercentage: fillPercentage?.toString() ?? '',
  status: status ?? '',
});

/** Whether two texts of a field mean the same: 12.50 is 12.5. */
const means = (a: string, b: string): boolean =>
  a === b || (a.trim() !== '' && b.trim() !== '' && Number(a) === Number(b));

/** The fields that have changed since the form opened, and not to what the draft has. */
export function contested(draft: Draft, base: TankRowFragment, now: TankRowFragment) {
  const [before, after] = [draftOf(base), draftOf(now)];
  return FIELDS.filter(({ name }) => after[name] !== before[name] && !means(draft[name], after[name]));
}

/** The draft on a newer state of the record: what it does not change is as it is now. */
export function moved(draft: Draft, base: TankRowFragment, now: TankRowFragment): Draft {
  const [before, after] = [draftOf(base), draftOf(now)];
  const fields = FIELDS.map(({ name }) => [name, draft[name] === before[name] ? after[name] : draft[name]]);
  return { ...after, ...Object.fromEntries(fields) };
}

/** What the draft changes. A field that is left out keeps its value, also one that somebody else sets meanwhile. */
export function changesOf(draft: Draft, base: TankRowFragment): UpdateTankInput {
  const before = draftOf(base);
  const changed = FIELDS.filter(({ name }) => draft[name] !== before[name]);
  return Object.fromEntries(changed.map(({ name }) => [name, draft[name] || null]));
}
