import { expect } from 'vitest';
import { type Data, type TestGateway, tokenOf } from '../gateway.ts';
import { expiration, shipTo, tank, task } from '../records.ts';
import { full, insert } from '../rows.ts';

const SCOPE =
  'tanks:read tanks:write ship-tos:read ship-tos:write tasks:read tasks:write expirations:read subscriptions:read';
/** Of the company, and for every company. */
const tokens = {
  acme: tokenOf('acme', SCOPE),
  'every company': tokenOf(undefined, `companies:all ${SCOPE}`),
};

/** Records of acme, of globex and of no company, which name those of the others. */
export async function insertCompanies(gateway: TestGateway): Promise<void> {
  await insert(gateway, shipTo, full(shipTo, { id: 'ours' }), full(shipTo, { id: 'theirs', companyId: 'globex' }));
  await insert(gateway, shipTo, full(shipTo, { id: 'nobody’s', companyId: null }));
  await insert(
    gateway,
    tank,
    full(tank, { id: 'at ours', shipToId: 'ours' }),
    full(tank, { id: 'crossing', shipToId: 'theirs' }),
    full(tank, { id: 'at nobody’s', shipToId: 'nobody’s' }),
    full(tank, { id: 'their crossing', shipToId: 'ours', companyId: 'globex' }),
    full(tank, { id: 'at theirs', shipToId: 'theirs', companyId: 'globex' }),
    full(tank, { id: 'homeless', shipToId: 'nobody’s', companyId: null }),
  );
  await insert(
    gateway,
    task,
    full(task, { id: 'about ours', entityType: 'ship_to', entityId: 'ours' }),
    full(task, { id: 'about our tank', entityType: 'tank', entityId: 'at ours' }),
    full(task, { id: 'about theirs', entityType: 'ship_to', entityId: 'theirs' }),
    full(task, { id: 'about their tank', entityType: 'tank', entityId: 'at theirs' }),
    full(task, { id: 'about nobody’s', entityType: 'tank', entityId: 'homeless' }),
    full(task, { id: 'their task about ours', entityType: 'ship_to', entityId: 'ours', companyId: 'globex' }),
    full(task, { id: 'their task about our tank', entityType: 'tank', entityId: 'at ours', companyId: 'globex' }),
  );
  await insert(
    gateway,
    expiration,
    full(expiration, { id: 'of our tank', ownerType: 'tank', ownerId: 'at ours' }),
    full(expiration, { id: 'of their tank', ownerType: 'tank', ownerId: 'at theirs' }),
    full(expiration, { id: 'of homeless', ownerType: 'tank', ownerId: 'homeless', companyId: null }),
    full(expiration, { id: 'theirs of ours', ownerType: 'tank', ownerId: 'at ours', companyId: 'globex' }),
    full(expiration, { id: 'nobody’s of ours', ownerType: 'tank', ownerId: 'at ours', companyId: null }),
  );
}

/** Asks a gateway with one of the tokens. */
export const asking =
  (gateway: () => TestGateway) =>
  async (query: string, as: keyof typeof tokens, variables: object = {}): Promise<Data> => {
    const { data, errors } = await gateway().ask(query, variables, await tokens[as]);
    expect(errors).toBeUndefined();
    return data;
  };
