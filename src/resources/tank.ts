import { authorize } from '../auth/scopes.ts';
import { builder, required } from '../graphql/builder.ts';
import { connect, through } from '../graphql/connection.ts';
import { among, contains, equal, equalOrNull, isNull, matches } from '../graphql/filter.ts';
import { listing } from '../graphql/listing.ts';
import { lastModified, modifiedSince } from '../graphql/modified.ts';
import { Node } from '../graphql/node.ts';
import { selectionOf } from '../graphql/selection.ts';
import { update, updateArguments, updateInput, updateResult } from '../graphql/update.ts';
import { updateMany } from '../graphql/update-many.ts';

export const Tank = builder.prismaObject('Tank', {
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', required),
    externalId: t.exposeID('externalId'),
    companyId: t.exposeID('companyId'),
    customerId: t.exposeID('customerId'),
    name: t.exposeString('name'),
    metadata: t.expose('metadata', { type: 'JSONObject', nullable: false }),
    availableCapacity: t.exposeString('availableCapacity', required),
    averageDailyUsage: t.exposeString('averageDailyUsage', required),
    dailyUsage: t.exposeString('dailyUsage', required),
    daysToEmpty: t.exposeFloat('daysToEmpty', required),
    fillPercentage: t.exposeFloat('fillPercentage'),
    fillStatus: t.exposeString('fillStatus', required),
    readingVolume: t.exposeFloat('readingVolume', required),
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
    shipTo: t.prismaField({
      type: 'ShipTo',
      description:
        'The ship-to where the tank stands; null if it names none of your company. Needs the scope `ship-tos:read`.',
      select: { companyId: true, shipToId: true },
      // A relation of Prisma's would follow the id into another company.
      resolve: (query, { companyId, shipToId }, _args, context) =>
        shipToId === null
          ? null
          : context.prisma.shipTo
              .of(authorize(context, 'ship-tos:read').within(companyId))
              .lookup({ ...query, where: { id: shipToId } }),
    }),
  }),
});

const UpdateTankInput = updateInput('UpdateTankInput', 'Tank', (t) => ({
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

export const TankListing = listing('Tank', {
  filter: {
    idIn: among('ID', 'id'),
    ...equalOrNull('ID', 'shipToId', 'customerId', 'locationId', 'externalId'),
    ...equalOrNull('String', 'status'),
    ...equal('String', 'fillStatus'),
    search: contains('name', 'externalId'),
    daysToEmptyAtLeast: matches('Float', 'Tanks that are not empty before this number of days.', (days) => ({
      daysToEmpty: { gte: days },
    })),
    daysToEmptyAtMost: matches('Float', 'Tanks that are empty within this number of days.', (days) => ({
      daysToEmpty: { lte: days },
    })),
    fillPercentageAtLeast: matches('Float', 'Tanks filled to this percentage or more.', (percentage) => ({
      fillPercentage: { gte: percentage },
    })),
    fillPercentageAtMost: matches(
      'Float',
      'Tanks filled to this percentage or less; an unknown level counts as empty.',
      (percentage) => ({ OR: [{ fillPercentage: null }, { fillPercentage: { lte: percentage } }] }),
    ),
    fillPercentageIsNull: isNull('fillPercentage'),
    modifiedSince,
  },
  order: {
    ID: { by: 'id', description: 'By id.' },
    NAME: { by: 'name', nulls: 'first', description: 'By name; unnamed tanks are first.' },
    DAYS_TO_EMPTY: { by: 'daysToEmpty', description: 'By days until empty.' },
    FILL_PERCENTAGE: {
      by: 'fillPercentage',
      nulls: 'first',
      description: 'By fill level; tanks of unknown level are first.',
    },
    LAST_MODIFIED: lastModified,
  },
  counts: {
    STATUS: { by: 'status', description: 'By status.' },
    FILL_STATUS: { by: 'fillStatus', description: 'By fill status.' },
    CUSTOMER_ID: { by: 'customerId', description: 'By customer.' },
    LOCATION_ID: { by: 'locationId', description: 'By location.' },
    SHIP_TO_ID: { by: 'shipToId', description: 'By ship-to.' },
  },
});

export const TankEdge = builder.edgeObject({ type: Tank, name: 'TankEdge', description: 'A tank with its cursor.' });

export const TankConnection = builder.connectionObject(
  { type: Tank, name: 'TankConnection', description: 'A page of tanks.', fields: through },
  TankEdge,
);

builder.queryFields((t) => ({
  tank: t.prismaField({
    type: 'Tank',
    description: 'A tank by id, or null if your company has none with this id. Needs the scope `tanks:read`.',
    args: { id: t.arg.id({ required: true, description: 'The id of the tank.' }) },
    resolve: (query, _root, { id }, context) =>
      context.prisma.tank.of(authorize(context, 'tanks:read')).lookup({ ...query, where: { id } }),
  }),
  tanks: t.connection(
    {
      type: Tank,
      description: 'The tanks of your company. Needs the scope `tanks:read`.',
      args: TankListing.args(t.arg),
      resolve: (_root, args, context, info) =>
        connect(context.prisma.tank.of(authorize(context, 'tanks:read')), TankListing, args, info),
    },
    TankConnection,
    TankEdge,
  ),
  tankCounts: TankListing.countField(
    t,
    'The tanks of your company, counted by a field. Needs the scope `tanks:read`.',
    (context) => context.prisma.tank.of(authorize(context, 'tanks:read')),
  ),
}));

const UpdateTankResult = updateResult('UpdateTank', 'Tank', Tank);
const UpdateTanks = updateMany('UpdateTank', 'UpdateTanks', UpdateTankInput, UpdateTankResult);

builder.mutationFields((t) => ({
  updateTank: t.field({
    type: UpdateTankResult,
    description: 'Changes a tank. Needs the scope `tanks:write`.',
    args: updateArguments(t.arg, UpdateTankInput),
    resolve: (_root, args, context, info) =>
      update(context.prisma.tank, UpdateTankInput, { ...args, select: selectionOf('Tank', info) }, context, info),
  }),
  updateTanks: t.field({
    type: UpdateTanks.type,
    description:
      'Changes up to 1,000 tanks at once. Each patch is judged alone and has its result, in the same order; those that are accepted are written together. Needs the scope `tanks:write`.',
    errors: {},
    args: UpdateTanks.args(t.arg),
    resolve: (_root, args, context, info) => UpdateTanks.resolve(context.prisma.tank, args, context, info),
  }),
}));
