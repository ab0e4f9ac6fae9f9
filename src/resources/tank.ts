import { EXAMPLE_TIME } from '../changes/types.ts';
import { listing } from '../graphql/lists/listing.ts';
import { builder, required } from '../graphql/schema/builder.ts';
import { knownIn } from '../graphql/schema/known-values.ts';
import { Node } from '../graphql/schema/node-types.ts';
import { record } from '../graphql/schema/record.ts';
import { creation } from '../graphql/writes/creation.ts';
import { mutationsOf } from '../graphql/writes/mutations.ts';
import { update } from '../graphql/writes/update.ts';
import { RELATIONS } from '../prisma/sql/relations.ts';
import { ExpirationListing } from './expiration.ts';
import { TaskListing } from './task.ts';

const { value, isKnown } = knownIn('Tank');

const Tank = record('Tank', {
  // biome-ignore format: a table
  example: {
    record: {
      companyId: 'c-01', organizationId: 'org-north', unitId: 'unit-a', serviceAreaId: 'area-north',
      customerId: 'cust-1001', locationId: 'loc-03', salesRepId: 'rep-02',
      id: 't-1001', externalId: 'ERP-T-5001', name: 'Tank 12 North', metadata: { unit: 'gal', installed: 2014 },
      availableCapacity: '5750.0', averageDailyUsage: '420.5', dailyUsage: '398.0', daysToEmpty: 10.1,
      fillPercentage: 42.5, fillStatus: 'normal', readingVolume: 4250, tankSize: 10_000, alerts: [],
      note: 'Fill point behind the pump house.', productName: 'Ultra low sulfur diesel', productSku: 'ULSD-2', productId: 'product-diesel',
      resourceGroupId: 'trucks-diesel', status: 'in service', shipToId: 's-2001', shipToCode: 'S-3001', locationName: 'North yard',
      lastReadingId: 'reading-90001', lastReadingDate: '2026-01-31T08:00:00.000Z', lastReading: { volume: 4250, unit: 'gal', battery: 87 },
      tankAddress: '30 Service Road, gate 2', latitude: '41.35012', longitude: '-95.81488', includeInJob: true,
      brand: 'House', fuelId: 'fuel-diesel', vendorId: 'vendor-1', tankMonitorId: 'monitor-401',
      lastModifiedDate: EXAMPLE_TIME, version: 7,
    },
    changed: ['fillPercentage', 'readingVolume', 'lastModifiedDate'],
  },
});

builder.prismaObject('Tank', {
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', required),
    externalId: t.exposeID('externalId'),
    companyId: t.exposeID('companyId'),
    customerId: t.exposeID('customerId'),
    name: t.exposeString('name'),
    metadata: t.expose('metadata', { type: 'JSONObject', nullable: false }),
    availableCapacity: t.string(value('availableCapacity', '0')),
    availableCapacityIsKnown: t.boolean(isKnown('availableCapacity')),
    averageDailyUsage: t.exposeString('averageDailyUsage', required),
    dailyUsage: t.exposeString('dailyUsage', required),
    daysToEmpty: t.float(value('daysToEmpty', 0)),
    daysToEmptyIsKnown: t.boolean(isKnown('daysToEmpty')),
    fillPercentage: t.exposeFloat('fillPercentage'),
    fillStatus: t.exposeString('fillStatus', required),
    readingVolume: t.float(value('readingVolume', 0)),
    readingVolumeIsKnown: t.boolean(isKnown('readingVolume')),
    tankSize: t.exposeFloat('tankSize', required),
    note: t.exposeString('note'),
    organizationId: t.exposeID('organizationId'),
    productName: t.exposeString('productName'),
    productSku: t.exposeString('productSku'),
    resourceGroupId: t.exposeID('resourceGroupId'),
    productId: t.exposeID('productId'),
    status: t.exposeString('status'),
    shipToCode: t.exposeString('shipToCode'),
    locationId: t.exposeID('locationId'),
    salesRepId: t.exposeID('salesRepId'),
    lastReadingId: t.exposeID('lastReadingId'),
    lastReadingDate: t.expose('lastReadingDate', { type: 'DateTime' }),
    tankAddress: t.exposeString('tankAddress'),
    latitude: t.exposeString('latitude'),
    longitude: t.exposeString('longitude'),
    alerts: t.exposeStringList('alerts'),
    locationName: t.exposeString('locationName'),
    includeInJob: t.exposeBoolean('includeInJob', required),
    unitId: t.exposeID('unitId'),
    shipToId: t.exposeID('shipToId'),
    brand: t.exposeString('brand'),
    serviceAreaId: t.exposeID('serviceAreaId'),
    lastReading: t.expose('lastReading', { type: 'JSONObject' }),
    fuelId: t.exposeID('fuelId'),
    vendorId: t.exposeID('vendorId'),
    tankMonitorId: t.exposeID('tankMonitorId'),
    lastModifiedDate: t.expose('lastModifiedDate', { type: 'DateTime' }),
    version: t.exposeInt('version', required),
    shipTo: t.relatedRecord(
      RELATIONS.Tank.shipTo,
      'The ship-to where the tank stands; null if it names none of your company.',
    ),
    tasks: t.relatedPage(TaskListing, RELATIONS.Tank.tasks, 'The tasks whose `entity` is this tank.'),
    expirations: t.relatedPage(
      ExpirationListing,
      RELATIONS.Tank.expirations,
      'The expirations whose `owner` is this tank.',
    ),
  }),
});

const UpdateTank = update(Tank, 'UpdateTank', (t) => ({
  externalId: t.id(),
  customerId: t.id(),
  name: t.string(),
  metadata: t.field({ type: 'JSONObject' }),
  fillPercentage: t.field({ type: 'Percentage' }),
  organizationId: t.id(),
  productName: t.string(),
  productSku: t.string(),
  resourceGroupId: t.id(),
  productId: t.id(),
  status: t.string(),
  shipToCode: t.string(),
  locationId: t.id(),
  salesRepId: t.id(),
  tankAddress: t.string(),
  latitude: t.string(),
  longitude: t.string(),
  alerts: t.stringList(),
  locationName: t.string(),
  includeInJob: t.boolean(),
  unitId: t.id(),
  shipToId: t.id(),
  brand: t.string(),
  serviceAreaId: t.id(),
  fuelId: t.id(),
  vendorId: t.id(),
  tankMonitorId: t.id(),
}));

const CreateTank = creation(Tank, 'CreateTank', (t) => ({
  ...UpdateTank.fields(t),
  tankSize: t.float(),
  note: t.string(),
}));

export const TankListing = listing(Tank);

builder.mutationFields((t) => mutationsOf(t, UpdateTank, CreateTank));
