import { EXAMPLE_TIME } from '../changes/types.ts';
import { listing } from '../graphql/lists/listing.ts';
import { builder, required } from '../graphql/schema/builder.ts';
import { Node } from '../graphql/schema/node-types.ts';
import { record } from '../graphql/schema/record.ts';
import { creation } from '../graphql/writes/creation.ts';
import { mutationsOf } from '../graphql/writes/mutations.ts';
import { update } from '../graphql/writes/update.ts';
import { RELATIONS } from '../prisma/sql/relations.ts';
import { TankListing } from './tank.ts';
import { TaskListing } from './task.ts';

const ShipTo = record('ShipTo', {
  label: 'Ship-to',
  // biome-ignore format: a table
  example: {
    record: {
      companyId: 'c-01', organizationId: 'org-north', unitId: 'unit-a', serviceAreaId: 'area-north',
      customerId: 'cust-1001', locationId: 'loc-03', salesRepId: 'rep-02',
      id: 's-2001', externalId: 'ERP-S-3001', name: 'North yard', archived: false, area: 'north', note: 'Gate on the east side.',
      preferences: { callAhead: true, hose: 'standard' }, metadata: { surface: 'gravel' }, primaryTerminalId: 'terminal-north',
      secondaryTerminalId: 'terminal-central', openTime: '06:00', closeTime: '18:00', preferredStartTime: '07:00', preferredEndTime: '11:00',
      hasTanks: true, fuelShipTo: true, fuelTransport: false, freightId: 'freight-north', billingProfileId: 'billing-1001',
      transportSystemId: 'TMS-7001', routeCode: 'R-10', units: ['unit-a'], lastModifiedDate: EXAMPLE_TIME, version: 4,
    },
    changed: ['note', 'lastModifiedDate'],
  },
});

builder.prismaObject('ShipTo', {
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', required),
    companyId: t.exposeID('companyId'),
    externalId: t.exposeID('externalId'),
    customerId: t.exposeID('customerId'),
    locationId: t.exposeID('locationId'),
    organizationId: t.exposeID('organizationId'),
    unitId: t.exposeID('unitId'),
    name: t.exposeString('name'),
    archived: t.exposeBoolean('archived', required),
    area: t.exposeString('area'),
    preferences: t.expose('preferences', { type: 'JSONObject' }),
    primaryTerminalId: t.exposeID('primaryTerminalId'),
    secondaryTerminalId: t.exposeID('secondaryTerminalId'),
    openTime: t.exposeString('openTime'),
    closeTime: t.exposeString('closeTime'),
    metadata: t.expose('metadata', { type: 'JSONObject' }),
    note: t.exposeString('note'),
    serviceAreaId: t.exposeID('serviceAreaId'),
    preferredStartTime: t.exposeString('preferredStartTime'),
    preferredEndTime: t.exposeString('preferredEndTime'),
    salesRepId: t.exposeID('salesRepId'),
    hasTanks: t.exposeBoolean('hasTanks', required),
    fuelShipTo: t.exposeBoolean('fuelShipTo'),
    fuelTransport: t.exposeBoolean('fuelTransport'),
    freightId: t.exposeID('freightId'),
    billingProfileId: t.exposeID('billingProfileId'),
    transportSystemId: t.exposeID('transportSystemId'),
    routeCode: t.exposeString('routeCode'),
    units: t.exposeStringList('units'),
    lastModifiedDate: t.expose('lastModifiedDate', { type: 'DateTime' }),
    version: t.exposeInt('version', required),
    tanks: t.relatedPage(TankListing, RELATIONS.ShipTo.tanks, 'The tanks at this ship-to.'),
    tasks: t.relatedPage(TaskListing, RELATIONS.ShipTo.tasks, 'The tasks whose `entity` is this ship-to.'),
  }),
});

const UpdateShipTo = update(ShipTo, 'UpdateShipTo', (t) => ({
  externalId: t.id(),
  customerId: t.id(),
  locationId: t.id(),
  organizationId: t.id(),
  unitId: t.id(),
  name: t.string(),
  archived: t.boolean(),
  area: t.string(),
  preferences: t.field({ type: 'JSONObject' }),
  primaryTerminalId: t.id(),
  secondaryTerminalId: t.id(),
  openTime: t.string(),
  closeTime: t.string(),
  metadata: t.field({ type: 'JSONObject' }),
  note: t.string(),
  serviceAreaId: t.id(),
  preferredStartTime: t.string(),
  preferredEndTime: t.string(),
  salesRepId: t.id(),
  hasTanks: t.boolean(),
  fuelShipTo: t.boolean(),
  fuelTransport: t.boolean(),
  freightId: t.id(),
  billingProfileId: t.id(),
  transportSystemId: t.id(),
  routeCode: t.string(),
  units: t.stringList(),
}));

const CreateShipTo = creation(ShipTo, 'CreateShipTo', UpdateShipTo.fields);

listing(ShipTo);

builder.mutationFields((t) => mutationsOf(t, UpdateShipTo, CreateShipTo));
