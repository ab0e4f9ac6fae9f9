import { expect, test } from 'vitest';
import type { TestGateway } from '../gateway.ts';
import { literal } from '../literal.ts';
import type { PatchedRecord } from '../records.ts';
import { without } from '../rows.ts';
import { all, patcherOf, wholeAnswer } from './patching.ts';

/** A given field is set, null clears it, and a field left out keeps its value. */
export function testFields(record: PatchedRecord, opened: () => TestGateway): void {
  const { type, mutation, inputs, touched } = record;
  const { names, nullable, samples, create, read, patch } = patcherOf(record, opened);

  for (const field of names) {
    test(`${field} alone is set, answered and stored, and nothing else changes`, async () => {
      const before = await create();
      const given = samples(1, [field]);
      const answer = await patch(before.id, given);
      const after = await read(before.id);
      expect(answer).toEqual({ __typename: type, ...after });
      expect(without(after, touched)).toEqual(without({ ...before, ...given, version: 2 }, touched));
    });

    test(`${field} left out keeps its value while all others change`, async () => {
      const before = await create();
      const others = names.filter((name) => name !== field);
      await patch(before.id, samples(1, others));
      const after = await read(before.id);
      expect(without(after, touched)).toEqual(
        without({ ...before, ...samples(1, others), version: others.length > 0 ? 2 : 1 }, touched),
      );
    });

    test(`${field} set to the value it has is no change`, async () => {
      const before = await create();
      expect(await patch(before.id, samples(0, [field]))).toEqual({ __typename: type, ...before });
      expect(await read(before.id)).toEqual(before);
    });
  }

  for (const field of nullable)
    test(`null clears ${field}, and clearing it again is no change`, async () => {
      const before = await create();
      const answer = await patch(before.id, { [field]: null });
      const after = await read(before.id);
      expect(answer).toEqual({ __typename: type, ...after });
      expect(without(after, touched)).toEqual(without({ ...before, [field]: null, version: 2 }, touched));
      expect(await patch(before.id, { [field]: null })).toEqual(answer);
      expect(await read(before.id)).toEqual(after);
    });

  test('an empty input is no change', async () => {
    const before = await create();
    expect(await patch(before.id, {})).toEqual({ __typename: type, ...before });
    expect(await read(before.id)).toEqual(before);
  });

  test('all fields at once, with the values they have, are no change', async () => {
    const before = await create();
    expect(await patch(before.id, samples(0))).toEqual({ __typename: type, ...before });
    expect(await read(before.id)).toEqual(before);
  });

  test('all fields are set at once, and counted as one change', async () => {
    const before = await create();
    const answer = await patch(before.id, samples(1));
    expect(answer).toMatchObject({ __typename: type, ...samples(1), version: 2 });
    expect(answer).toEqual({ __typename: type, ...(await read(before.id)) });
  });

  test('all fields are read from literals in the document too', async () => {
    const { id } = await create();
    const call = `${mutation}(id: ${literal(id)}, input: ${literal(samples(1))})`;
    const { data } = await opened().ask(`mutation { answer: ${call} { ${wholeAnswer(record)} } }`);
    expect(data.answer).toMatchObject({ __typename: type, ...samples(1), version: 2 });
  });

  test('variables that are declared and not given leave every field as it is', async () => {
    const before = await create();
    const declared = names.map((name) => `$${name}: ${inputs[name]}`).join(', ');
    const passed = names.map((name) => `${name}: $${name}`).join(', ');
    const call = `${mutation}(id: $id, input: { ${passed} }, expectedVersion: $expected)`;
    const query = `mutation ($id: ID!, $expected: Int, ${declared}) { answer: ${call} { ${wholeAnswer(record)} } }`;
    // The gateway plans a document from the second time on, and must read its variables alike.
    for (const _again of [1, 2, 3]) {
      const { data } = await opened().ask(query, { id: before.id });
      expect(data.answer).toEqual({ __typename: type, ...before });
    }
    expect(await read(before.id)).toEqual(before);
    const cleared = await opened().ask(query, { id: before.id, ...all(nullable, null) });
    expect(cleared.data.answer).toMatchObject({ __typename: type, ...all(nullable, null), version: 2 });
  });
}
