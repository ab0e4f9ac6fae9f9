import { isDeepStrictEqual } from 'node:util';
import type { Data } from '../gateway.ts';

/** What a request asks of one record: the property tests send one or several of a kind. */
export interface Item {
  kind: 'read' | 'update' | 'create' | 'delete';
  id: string;
  input: Data;
  expectedVersion: number | undefined;
}

/** An item as it was sent and answered. */
export interface Outcome extends Item {
  company: string;
  actor: string;
  /** When it was sent and when it was answered, in steps of one clock. */
  began: number;
  ended: number;
  /** Undefined if the client left, or if the gateway was too busy. */
  answer: Data | undefined;
}

/** A change as the outbox has it. */
export interface Change {
  before: Data | null;
  after: Data | null;
  actor: string;
}

export const SHOWN = ['id', 'name', 'brand', 'fillPercentage', 'version'] as const;

/** The columns of a row that answers show, with its company. */
export function stateOf(row: Data | null): Data | undefined {
  if (row === null) return undefined;
  const { id, name, brand, fill_percentage: fillPercentage, version, company_id: company } = row;
  return { id, name, brand, fillPercentage, version, company };
}

/** An answer without its messages and paths: the record, or the error and what it is about. */
export function plain(answer: Data | null): Data {
  const { __typename: type = null, issues, record, currentVersion, ...fields } = answer ?? {};
  if (type === 'InvalidRequestError')
    return { type, issues: issues.map(({ code, path }: Data) => [...path.slice(-1), code].join(' ')).sort() };
  if (type === 'DeletedTank') return { type, ...record };
  return type === 'TankConflictError' ? { type, currentVersion } : { type, ...fields };
}

const NEW = { name: null, brand: null, fillPercentage: null };
const shown = ({ company: _, ...row }: Data, type = 'Tank'): Data => ({ type, ...row });

/** What the item answers on a record in the last of these states, and the state that it leaves. */
export function apply(states: readonly (Data | undefined)[], outcome: Outcome) {
  const { kind, id, input, expectedVersion, company } = outcome;
  const state = states.at(-1);
  const same = (answer: Data) => ({ answer, state });
  const isOwn = state?.company === company;
  const deleted = isOwn ? undefined : states.findLast((each) => each?.company === company);
  if (kind === 'create') {
    const made = { ...NEW, ...input, id, version: 1, company };
    if (deleted !== undefined) return same({ type: 'InvalidRequestError', issues: ['id DELETED'] });
    if (state === undefined) return { answer: shown(made), state: made };
    if (!isOwn) return same({ type: 'InvalidRequestError', issues: ['id DUPLICATE'] });
    const differing = Object.entries(made).filter(([field, value]) => state[field] !== value);
    if (state.version > 1 || differing.length === 0) return same(shown(state));
    return same({ type: 'InvalidRequestError', issues: differing.map(([field]) => `${field} INCOMPATIBLE`).sort() });
  }
  if (kind === 'delete' && deleted !== undefined && expectedVersion === deleted.version)
    return same(shown(deleted, 'DeletedTank'));
  if (state === undefined || !isOwn) return same(kind === 'read' ? { type: null } : { type: 'NotFoundError' });
  if (kind === 'read') return same(shown(state));
  const given = kind === 'update' ? Object.entries(input) : [];
  const isThere = given.length > 0 && given.every(([field, value]) => state[field] === value);
  if (expectedVersion !== undefined && expectedVersion < state.version && isThere) return same(shown(state));
  if (expectedVersion !== undefined && expectedVersion !== state.version)
    return same({ type: 'TankConflictError', currentVersion: state.version });
  if (kind === 'delete') return { answer: shown(state, 'DeletedTank'), state: undefined };
  if (input.brand === 'refused') return same({ type: 'InvalidRequestError', issues: ['INVALID'] });
  const patched = { ...state, ...input };
  const next = isDeepStrictEqual(patched, state) ? state : { ...patched, version: state.version + 1 };
  return { answer: shown(next), state: next };
}

const isAnswered = (outcome: Outcome, answer: Data): boolean =>
  outcome.answer === undefined || isDeepStrictEqual(outcome.answer, answer);

/**
 * Puts the items in an order in which they may have come one after the other: each change after the ones before it, by
 * whom it names, and each other item where the record was as it was answered, while it was under way. Throws if there
 * is no such order.
 */
export function inSerialOrder(outcomes: Outcome[], changes: Change[]): Outcome[] {
  const ids = new Set(outcomes.map(({ id }) => id));
  const placed = new Set<Outcome>();
  const states = new Map<string, (Data | undefined)[]>();
  const writers = new Map<string, Outcome[]>();
  const serial = changes.map(({ before, after, actor }): Outcome => {
    const id: string = (after ?? before)?.id;
    const known = states.get(id) ?? [undefined];
    states.set(id, known);
    const state = known.at(-1);
    const next = stateOf(after);
    const writer = outcomes.find((each) => {
      if (each.id !== id || placed.has(each) || `user:${each.actor}` !== actor) return false;
      const result = apply(known, each);
      return isDeepStrictEqual(result.state, next) && isAnswered(each, result.answer);
    });
    if (writer === undefined || !isDeepStrictEqual(stateOf(before), state) || isDeepStrictEqual(state, next))
      throw new Error(`nobody has asked for ${JSON.stringify({ before, after, actor })}`);
    placed.add(writer);
    known.push(next);
    writers.set(id, [...(writers.get(id) ?? []), writer]);
    return writer;
  });
  const others = new Map<Outcome | string, Outcome[]>();
  for (const outcome of outcomes) {
    if (placed.has(outcome) || outcome.answer === undefined) continue;
    const wrote = writers.get(outcome.id) ?? [];
    const first = wrote.findLastIndex(({ ended }) => ended < outcome.began) + 1;
    const late = wrote.findIndex(({ began }) => began > outcome.ended);
    const known = states.get(outcome.id) ?? [undefined];
    const place = known.findIndex((state, index) => {
      if (index < first || (late !== -1 && index > late)) return false;
      const result = apply(known.slice(0, index + 1), outcome);
      return result.state === state && isAnswered(outcome, result.answer);
    });
    if (place === -1)
      throw new Error(`the record was never so: ${JSON.stringify({ outcome, known, wrote, from: first, late })}`);
    const after = wrote[place - 1] ?? outcome.id;
    others.set(after, [...(others.get(after) ?? []), outcome]);
  }
  const early = [...ids].flatMap((id) => others.get(id) ?? []);
  return [...early, ...serial.flatMap((writer) => [writer, ...(others.get(writer) ?? [])])];
}
