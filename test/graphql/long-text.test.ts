import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { expiration, inputsOf, PATCHED, shipTo, tank } from '../records.ts';
import { all, patch, pathsOf } from '../resources/patching.ts';
import { create, stored } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

test('200 KB fit into a field that no filter or order uses', async () => {
  const long = 'é'.repeat(100_000);
  for (const [record, field, value] of [
    [tank, 'tankAddress', long],
    [shipTo, 'note', long],
    [expiration, 'description', long],
    [tank, 'metadata', { [long.slice(0, 1000)]: long.slice(1000) }],
    [tank, 'alerts', Array.from({ length: 10_000 }, (_, i) => `alert ${i}`)],
  ] as const) {
    const { id } = await create(gateway, record);
    expect((await patch(gateway, record, id, { [field]: value }))[field]).toEqual(value);
    expect((await stored(gateway, record, id))?.[field]).toEqual(value);
  }
});

for (const record of PATCHED)
  test(`${record.mutation} stores 300 characters or refuses them with the field’s path, and always stores 255`, async () => {
    // Random text, which no index can compress.
    const long = Array.from(randomBytes(300), (byte) => String.fromCodePoint(0x4e00 + byte)).join('');
    for (const field of inputsOf(record, 'ID', 'String')) {
      const before = await create(gateway, record);
      const answer = await patch(gateway, record, before.id, { [field]: long });
      if (answer.__typename === record.type) expect(answer[field]).toBe(long);
      else {
        expect([answer.__typename, pathsOf(answer)]).toEqual(['InvalidRequestError', [`input.${field}`]]);
        expect(await stored(gateway, record, before.id)).toEqual(before);
      }
      const short = long.slice(0, 255);
      expect((await patch(gateway, record, before.id, { [field]: short }))[field]).toBe(short);
      for (const bytes of [3_000, 60_000]) {
        const { __typename } = await patch(gateway, record, before.id, { [field]: randomBytes(bytes).toString('hex') });
        expect([record.type, 'InvalidRequestError']).toContain(__typename);
      }
    }
  });

test('255 of the widest characters fit into every text field at once', async () => {
  const widest = String.fromCodePoint(0xffee).repeat(255);
  for (const record of PATCHED) {
    const { id } = await create(gateway, record);
    const input = all(inputsOf(record, 'ID', 'String'), widest);
    expect(await patch(gateway, record, id, input)).toMatchObject({ __typename: record.type, ...input });
  }
});

test('none of this is logged as an error', () => {
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});
