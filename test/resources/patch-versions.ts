import { expect, test } from 'vitest';
import type { Data, TestGateway } from '../gateway.ts';
import type { PatchedRecord } from '../records.ts';
import { without } from '../rows.ts';
import { patcherOf } from './patching.ts';

/** The version rises by one on each real change, and `expectedVersion` keeps one client from overwriting another. */
export function testVersions(record: PatchedRecord, opened: () => TestGateway): void {
  const { type, inputs, touched } = record;
  const { names, samples, create, read, patch } = patcherOf(record, opened);

  test('another version is a conflict that names the current one, and nothing is written', async () => {
    const before = await create({ version: 5 });
    for (const expected of [4, 6, 0, -1, 2 ** 31 - 1])
      for (const input of [samples(1), ...(expected < 5 ? [] : [samples(0)]), {}])
        expect(await patch(before.id, input, expected)).toEqual({
          __typename: `${type}ConflictError`,
          message: expect.stringContaining('5'),
          currentVersion: 5,
        });
    expect(await read(before.id)).toEqual(before);
  });

  test('an update at a version that is over returns the record if it has every value already', async () => {
    const before = await create({ version: 5 });
    for (const expected of [4, 0, -1])
      expect(await patch(before.id, samples(0), expected)).toEqual({ __typename: type, ...before });
    expect(await patch(before.id, samples(1), 5)).toMatchObject({ __typename: type, version: 6 });
    expect(await patch(before.id, samples(1), 5), 'a repeat').toMatchObject({ __typename: type, version: 6 });
    expect(await read(before.id)).toMatchObject({ ...samples(1), version: 6 });
  });

  test('the current version allows one change', async () => {
    const before = await create({ version: 5 });
    expect(await patch(before.id, {}, 5)).toMatchObject({ __typename: type, version: 5 });
    expect(await patch(before.id, samples(0), 5)).toMatchObject({ __typename: type, version: 5 });
    expect(await patch(before.id, samples(1), 5)).toMatchObject({ __typename: type, version: 6 });
    expect(await patch(before.id, samples(2), 5)).toMatchObject({
      __typename: `${type}ConflictError`,
      currentVersion: 6,
    });
    expect(await read(before.id)).toMatchObject({ ...samples(1), version: 6 });
  });

  test('when many expect the same version, one succeeds', async () => {
    const before = await create();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => patch(before.id, samples(i + 1), 1)));
    const winners = answers.filter(({ __typename }) => __typename === type);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ __typename }) => __typename === `${type}ConflictError`)).toHaveLength(9);
    expect(await read(before.id)).toEqual(without(winners[0], ['__typename']));
  });

  test('50 concurrent patches of different fields lose nothing', async () => {
    const before = await create();
    const turns = names.filter((name) => inputs[name] !== 'Boolean');
    const patches = Array.from({ length: 50 }, (_, i) => samples(i + 1, [turns[i % turns.length] ?? '']));
    const answers = await Promise.all(patches.map((input) => patch(before.id, input)));
    const versions = answers.map(({ version }) => version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 50 }, (_, i) => i + 2));
    const after = await read(before.id);
    expect(after).toMatchObject({ version: 51 });
    for (const name of turns) {
      const written = patches.filter((input) => name in input).map((input) => input[name]);
      if (written.length > 0) expect(written).toContainEqual(after?.[name]);
    }
  });

  test('the server sets its timestamps on a real change only', async () => {
    const before = await create();
    const clock = async (): Promise<Data> => {
      const [row] = await opened().sql(
        "SELECT to_jsonb(now()) AS now, to_jsonb((now() AT TIME ZONE 'UTC')::date) AS today",
      );
      return row ?? {};
    };
    const earliest = await clock();
    const after = await patch(before.id, samples(1));
    const latest = await clock();
    for (const name of touched) {
      const [from, to] = record.fields[name] === 'Date' ? [earliest.today, latest.today] : [earliest.now, latest.now];
      const [set, least, most] = [after[name], from, to].map((moment) => Date.parse(moment));
      // Kept to the millisecond, which may round either way.
      expect(set).toBeGreaterThanOrEqual((least ?? 0) - 1);
      expect(set).toBeLessThanOrEqual((most ?? 0) + 1);
    }
    expect(await patch(before.id, samples(1))).toEqual(after);
  });
}
