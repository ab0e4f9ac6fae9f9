import { authorize } from '../auth/scopes.ts';
import { builder, required } from '../graphql/builder.ts';
import { connect, through } from '../graphql/connection.ts';
import { among, contains, equalOrNull, is } from '../graphql/filter.ts';
import { listing } from '../graphql/listing.ts';
import { lastModified, modifiedSince } from '../graphql/modified.ts';
import { Node } from '../graphql/node.ts';
import { selectionOf } from '../graphql/selection.ts';
import { update, updateArguments, updateInput, updateResult } from '../graphql/update.ts';
import { updateMany } from '../graphql/update-many.ts';
import { Tank, TankConnection, TankEdge, TankListing } from './tank.ts';

export const ShipTo = builder.prismaObject('ShipTo', {
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
    tanks: t.connection(
      {
        type: Tank,
        description: 'The tanks at this ship-to. Needs the scope `tanks:read`.',
        select: { companyId: true },
        args: TankListing.args(t.arg),
        resolve: ({ id, companyId }, args, context, info) => {
          const tenant = authorize(context, 'tanks:read').within(companyId);
          return connect(context.prisma.tank.of(tenant), TankListing, args, info, { field: 'shipToId', id });
        },
      },
      TankConnection,
      TankEdge,
    ),
  }),
});

const UpdateShipToInput = updateInput('UpdateShipToInput', 'ShipTo', (t) => ({
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

const ShipToListing = listing('ShipTo', {
  filter: {
    idIn: among('ID', 'id'),
    ...equalOrNull('ID', 'customerId', 'locationId', 'externalId', 'serviceAreaId'),
    ...equalOrNull('String', 'routeCode'),
    archived: is('Boolean'),
    search: contains('name', 'externalId', 'routeCode'),
    modifiedSince,
  },
  order: {
    ID: { by: 'id', description: 'By id.' },
    NAME: { by: 'name', nulls: 'first', description: 'By name; unnamed ship-tos are first.' },
    LAST_MODIFIED: lastModified,
  },
  counts: {
    CUSTOMER_ID: { by: 'customerId', description: 'By customer.' },
    LOCATION_ID: { by: 'locationId', description: 'By location.' },
    SERVICE_AREA_ID: { by: 'serviceAreaId', description: 'By service area.' },
    ROUTE_CODE: { by: 'routeCode', description: 'By route.' },
    ARCHIVED: { by: 'archived', description: 'By whether ship-tos are archived.' },
  },
});

builder.queryFields((t) => ({
  shipTo: t.prismaField({
    type: 'ShipTo',
    description: 'A ship-to by id, or null if your company has none with this id. Needs the scope `ship-tos:read`.',
    args: { id: t.arg.id({ required: true, description: 'The id of the ship-to.' }) },
    resolve: (query, _root, { id }, context) =>
      context.prisma.shipTo.of(authorize(context, 'ship-tos:read')).lookup({ ...query, where: { id } }),
  }),
  shipTos: t.connection(
    {
      type: ShipTo,
      description: 'The ship-tos of your company. Needs the scope `ship-tos:read`.',
      args: ShipToListing.args(t.arg),
      resolve: (_root, args, context, info) =>
        connect(context.prisma.shipTo.of(authorize(context, 'ship-tos:read')), ShipToListing, args, info),
    },
    { name: 'ShipToConnection', description: 'A page of ship-tos.', fields: through },
    { name: 'ShipToEdge', description: 'A ship-to with its cursor.' },
  ),
  shipToCounts: ShipToListing.countField(
    t,
    'The ship-tos of your company, counted by a field. Needs the scope `ship-tos:read`.',
    (context) => context.prisma.shipTo.of(authorize(context, 'ship-tos:read')),
  ),
}));

const UpdateShipToResult = updateResult('UpdateShipTo', 'ShipTo', ShipTo);
const UpdateShipTos = updateMany('UpdateShipTo', 'UpdateShipTos', UpdateShipToInput, UpdateShipToResult);

builder.mutationFields((t) => ({
  updateShipTo: t.field({
    type: UpdateShipToResult,
    description: 'Changes a ship-to. Needs the scope `ship-tos:write`.',
    args: updateArguments(t.arg, UpdateShipToInput),
    resolve: (_root, args, context, info) =>
      update(context.prisma.shipTo, UpdateShipToInput, { ...args, select: selectionOf('ShipTo', info) }, context, info),
  }),
  updateShipTos: t.field({
    type: UpdateShipTos.type,
    description:
      'Changes up to 1,000 ship-tos at once. Each patch is judged alone and has its result, in the same order; those that are accepted are written together. Needs the scope `ship-tos:write`.',
    errors: {},
    args: UpdateShipTos.args(t.arg),
    resolve: (_root, args, context, info) => UpdateShipTos.resolve(context.prisma.shipTo, args, context, info),
  }),
}));
