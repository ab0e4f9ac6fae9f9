import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { RECORDS, type StoredRecord } from '../records.ts';
import { create, full, insert, newCompany, without } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

/** Every field that a query answers; the secret of a subscription is not one. */
const wholeOf = ({ fields }: StoredRecord): string =>
  Object.keys(fields)
    .filter((field) => field !== 'secret')
    .join(' ');
const oneOf = (record: StoredRecord): string => `query ($id: ID!) { ${record.one}(id: $id) { ${wholeOf(record)} } }`;

for (const record of RECORDS) {
  const { one, many, scope, type } = record;

  test(`${one} reads every field of a record by its id`, async () => {
    const row = await create(gateway, record);
    const { data, errors } = await gateway.ask(oneOf(record), { id: row.id });
    expect(errors).toBeUndefined();
    expect(data[one]).toEqual(without(row, ['secret']));
  });

  test(`${one} is null for an unknown id, for another company’s, and for one that cannot be stored`, async () => {
    const foreign = await create(gateway, record, { companyId: 'globex' });
    for (const id of [randomUUID(), foreign.id, '', 'a\0b', '\ud800', "' OR 1=1 --", 'x'.repeat(5000)])
      expect(await gateway.ask(oneOf(record), { id })).toMatchObject({ status: 200, data: { [one]: null } });
  });

  test(`${one} and ${many} of all companies, and of none, are shown to a token for all companies`, async () => {
    const ofNone = record.fields.companyId === 'ID' ? [full(record, { companyId: null })] : [];
    const rows = [full(record, { companyId: 'globex' }), ...ofNone];
    await insert(gateway, record, ...rows);
    const all = await tokenOf(undefined, `companies:all ${scope}:read`);
    for (const row of rows)
      expect((await gateway.ask(oneOf(record), { id: row.id }, all)).data[one]).toMatchObject({ id: row.id });
    const { data } = await gateway.ask(`{ ${many}(first: 200) { nodes { id } } }`, {}, all);
    expect(data[many].nodes).toEqual(expect.arrayContaining(rows.map(({ id }) => ({ id }))));
    const { data: own } = await gateway.ask(`{ ${many}(first: 200) { nodes { id } } }`);
    for (const { id } of rows) expect(own[many].nodes).not.toContainEqual({ id });
  });

  test(`${one} and ${many} are refused without a token and without their scope, each with its code`, async () => {
    const queries = [`{ ${one}(id: "1") { id } }`, `{ ${many} { nodes { id } } }`, `{ ${many} { totalCount } }`];
    const others = RECORDS.filter((other) => other !== record).map((other) => `${other.scope}:read`);
    const wrong = await tokenOf('acme', others.join(' '));
    for (const query of queries) {
      const anonymous = await gateway.ask(query, {}, null);
      expect(anonymous.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
      expect(anonymous.errors?.[0]?.extensions).not.toHaveProperty('missingScope');
      const refused = await gateway.ask(query, {}, wrong);
      expect(refused.errors).toMatchObject([
        {
          message: expect.stringContaining(`${scope}:read`),
          extensions: { code: 'FORBIDDEN', missingScope: `${scope}:read` },
        },
      ]);
      expect(Object.values(refused.data)).toEqual([null]);
    }
  });

  test(`${many} is an empty page for a company without records`, async () => {
    const { token } = await newCompany();
    const page = `{ ${many} { edges { cursor } nodes { id } totalCount
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
    expect((await gateway.ask(page, {}, token)).data[many]).toEqual({
      edges: [],
      nodes: [],
      totalCount: 0,
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });

  test(`${many} has 50 records by default, and at most 200`, async () => {
    const { companyId, token } = await newCompany();
    await insert(gateway, record, ...Array.from({ length: 201 }, () => full(record, { companyId })));
    const { data } = await gateway.ask(
      `{ few: ${many} { nodes { id } } most: ${many}(first: 200) { nodes { id } pageInfo { hasNextPage } } }`,
      {},
      token,
    );
    expect(data.few.nodes).toHaveLength(50);
    expect(data.most.nodes).toHaveLength(200);
    expect(data.most.pageInfo.hasNextPage).toBe(true);
  });

  test(`${many} answers ${type} fields through fragments, aliases and repeated selections`, async () => {
    const { companyId, token } = await newCompany();
    const row = await create(gateway, record, { companyId });
    const query = `{ all: ${many} { ...page edges { node { id } } } }
      fragment page on ${type}Connection { edges { ...edge } nodes { ...node } }
      fragment edge on ${type}Edge { node { ...node } }
      fragment node on ${type} { ${wholeOf(record)} }`;
    const { data, errors } = await gateway.ask(query, {}, token);
    expect(errors).toBeUndefined();
    const whole = without(row, ['secret']);
    expect(data.all).toEqual({ edges: [{ node: whole }], nodes: [whole] });
  });
}
