import { listing } from '../graphql/lists/listing.ts';
import { builder, required } from '../graphql/schema/builder.ts';
import { Node } from '../graphql/schema/node-types.ts';
import { record } from '../graphql/schema/record.ts';
import { creation } from '../graphql/writes/creation.ts';
import { mutationsOf } from '../graphql/writes/mutations.ts';
import { update } from '../graphql/writes/update.ts';
import { entityField } from './entity.ts';

const Expiration = record('Expiration', {
  // biome-ignore format: a table
  example: {
    record: {
      id: 'exp-6001', companyId: 'c-01', externalId: 'ERP-X-7001', ownerType: 'truck', ownerId: 'truck-9', ownerCode: 'T-09',
      expirationTypeId: 'inspection', expirationCode: 'INSP', description: 'Annual inspection',
      expirationDate: '2026-06-30', warningDate: '2026-05-31', dateModified: '2026-01-31', version: 2,
    },
    changed: ['expirationDate', 'warningDate', 'dateModified'],
  },
});

builder.prismaObject('Expiration', {
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', required),
    companyId: t.exposeID('companyId'),
    externalId: t.exposeID('externalId'),
    ownerId: t.exposeID('ownerId'),
    expirationTypeId: t.exposeID('expirationTypeId'),
    expirationCode: t.exposeString('expirationCode'),
    expirationDate: t.expose('expirationDate', { type: 'Date' }),
    warningDate: t.expose('warningDate', { type: 'Date' }),
    description: t.exposeString('description'),
    dateModified: t.expose('dateModified', { type: 'Date' }),
    ownerType: t.exposeString('ownerType'),
    ownerCode: t.exposeString('ownerCode'),
    version: t.exposeInt('version', required),
    owner: t.field(entityField('ownerType', 'ownerId', ', or if the owner is not a record here, such as a driver')),
  }),
});

const UpdateExpiration = update(Expiration, 'UpdateExpiration', (t) => ({
  externalId: t.id(),
  ownerId: t.id(),
  expirationTypeId: t.id(),
  expirationCode: t.string(),
  expirationDate: t.field({ type: 'Date' }),
  warningDate: t.field({ type: 'Date' }),
  description: t.string(),
  ownerType: t.string(),
  ownerCode: t.string(),
}));

const CreateExpiration = creation(Expiration, 'CreateExpiration', UpdateExpiration.fields);

export const ExpirationListing = listing(Expiration);

builder.mutationFields((t) => mutationsOf(t, UpdateExpiration, CreateExpiration));
