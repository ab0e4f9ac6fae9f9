import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Data } from '../gateway.ts';
import { isNullable, PATCHED, type PatchedRecord, sampleOf, tank } from '../records.ts';
import { create, insert, snake, stored } from '../rows.ts';
import { useHistories } from './histories.ts';

const { imports, historyOf, rename } = useHistories();

const pick = <Each>(among: readonly Each[]): Each => among[Math.floor(Math.random() * among.length)] as Each;

/** Some of the fields that clients may set, with random values. */
function someOf(record: PatchedRecord): Data {
  const inputs = Object.entries(record.inputs);
  const chosen = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => pick(inputs));
  return Object.fromEntries(
    chosen.map(([field, type]) => {
      const isNull = isNullable(record, field) && Math.random() < 0.2;
      return [field, isNull ? null : sampleOf(type, field, Math.floor(Math.random() * 3))];
    }),
  );
}

/** What a new record needs. */
const needed = ({ inputs, created }: PatchedRecord): Data =>
  Object.fromEntries(
    Object.entries({ ...inputs, ...created }).flatMap(([field, type]) =>
      type.endsWith('!') ? [[field, sampleOf(type, field, 1)]] : [],
    ),
  );

/** Changes a record of this id in some way, if it is there; else creates it in some way. */
function writesOf(record: PatchedRecord, id: string): (() => Promise<unknown>)[] {
  const { type, table, mutation, input } = record;
  const { ask, sql } = imports.gateway;
  const updateAsked = () =>
    ask(`mutation ($id: ID!, $input: ${input}!) { ${mutation}(id: $id, input: $input) { __typename } }`, {
      id,
      input: someOf(record),
    });
  const updateSql = () => {
    const values = Object.entries(someOf(record)).map(([field, value]): [string, unknown] => [snake(field), value]);
    const columns = values.map(([column]) => column).join(', ');
    return sql(
      `UPDATE ${table} SET (${columns}) = (SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $2)) WHERE id = $1`,
      [id, JSON.stringify(Object.fromEntries(values))],
    );
  };
  const updates = [updateAsked, updateSql];
  return [
    () =>
      ask(`mutation ($input: Create${type}Input!) { create${type}(input: $input) { __typename } }`, {
        input: { id, ...needed(record), ...someOf(record) },
      }),
    () => insert(imports.gateway, record, { ...needed(record), ...someOf(record), id, companyId: 'acme', version: 1 }),
    ...updates,
    ...updates,
    () => ask(`mutation ($id: ID!) { delete${type}(id: $id) { __typename } }`, { id }),
    () => sql(`DELETE FROM ${table} WHERE id = $1`, [id]),
  ];
}

/** The state before a revision, by the state after it. Undefined: there is no such record. */
function stateBefore(record: PatchedRecord, id: string, { action, version, before }: Data, state: Data | undefined) {
  if (action === 'CREATED') return undefined;
  if (action === 'UPDATED') return { ...state, ...before, version: version - 1 };
  const nothing = Object.fromEntries(Object.keys(record.fields).map((field) => [field, null]));
  return { ...nothing, ...before, id, companyId: 'acme', version };
}

for (const record of PATCHED)
  test(`folding the history of ${record.many} backwards from the row of today gives every earlier version`, async () => {
    const ids = [randomUUID(), randomUUID()];
    const states = new Map(ids.map((id): [string, (Data | undefined)[]] => [id, [undefined]]));
    for (let writes = 0; writes < 80; writes++) {
      const id = pick(ids);
      if (record === tank && writes % 20 === 19) {
        const lines = ids.map((each) => `${each},Import ${writes}`).join('\n');
        expect(await imports.run(imports.write(`id,name\n${lines}\n`))).toMatchObject({ stderr: '' });
      } else await pick(writesOf(record, id))().catch(() => {});
      for (const [each, seen] of states) {
        const row = await stored(imports.gateway, record, each);
        if (JSON.stringify(row) !== JSON.stringify(seen.at(-1))) seen.push(row);
      }
    }
    for (const [id, seen] of states) {
      expect(seen.length).toBeGreaterThan(2);
      const revisions = await historyOf(record, id);
      expect(revisions).toHaveLength(seen.length - 1);
      let state = await stored(imports.gateway, record, id);
      for (const [index, revision] of revisions.entries()) {
        expect(state).toEqual(seen.at(-1 - index));
        expect(state ?? {}).toMatchObject(revision.after);
        state = stateBefore(record, id, revision, state);
      }
      expect(state).toBeUndefined();
      expect(revisions.map(({ sequence }) => sequence)).toEqual(
        revisions.map(({ sequence }) => sequence).toSorted((a, b) => b - a),
      );
    }
  });

test('while writers and readers are at the same record, its history has each version once and in its order', async () => {
  const { id } = await create(imports.gateway, tank);
  let isWriting = true;
  const reader = async () => {
    while (isWriting) {
      const versions = (await historyOf(tank, id, undefined, 200)).map(({ version }) => version);
      expect(versions).toEqual(versions.map((_, index) => versions.length - index));
    }
  };
  const writer = async (name: string) => {
    for (let turn = 0; turn < 25; turn++)
      await (name === 'sql'
        ? imports.gateway.sql('UPDATE tank SET brand = $2 WHERE id = $1', [id, `${turn}`])
        : rename(id, `${name} ${turn}`));
  };
  const readers = [reader(), reader()];
  await Promise.all(['a', 'b', 'c', 'sql'].map(writer));
  isWriting = false;
  await Promise.all(readers);
  let state = await stored(imports.gateway, tank, id);
  for (const revision of await historyOf(tank, id)) {
    expect(state).toMatchObject({ ...revision.after, version: revision.version });
    state = stateBefore(tank, id, revision, state);
  }
  expect(state).toBeUndefined();
});
