import { find } from '../db/lookup.ts';
import { patch } from '../db/patch.ts';
import type { Row, Table } from '../db/table.ts';
import type { Tank as Model } from '../generated/prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { page, pageOf } from '../graphql/connection.ts';
import { orderInput } from '../graphql/order.ts';
import { updateArguments, updateErrors } from '../graphql/update.ts';
import { ShipTo, shipTos } from './ship-to.ts';

const tanks: Table<Row<Model>> = {
  name: 'tank',
  type: 'Tank',
  label: 'Tank',
  scope: 'tanks',
  filters: {
    shipToId: 'ship_to_id = $',
    customerId: 'customer_id = $',
    locationId: 'location_id = $',
    externalId: 'external_id = $',
    status: 'status = $',
    fillStatus: 'fill_status = $',
    daysToEmptyAtMost: 'days_to_empty <= $',
    fillPercentageAtMost: "coalesce(fill_percentage, '-Infinity') <= $",
  },
  orders: {
    ID: { by: 'id', type: 'text' },
    NAME: { by: "coalesce(name, '')", type: 'text' },
    DAYS_TO_EMPTY: { by: 'days_to_empty', type: 'float8' },
    FILL_PERCENTAGE: { by: "coalesce(fill_percentage, '-Infinity')", type: 'float8' },
  },
};

const Tank = builder.objectRef<Row<Model>>('Tank').implement({
  description: 'A fuel tank at a customer’s: what it holds, how fast it empties, and where it stands.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'The tank’s id, the same for its whole life.' }),
    externalId: t.exposeID('externalId', { description: 'Its id in your own system, such as the ERP it came from.' }),
    companyId: t.exposeID('companyId', { description: 'The company it belongs to.' }),
    customerId: t.exposeID('customerId', { description: 'The customer whose tank it is.' }),
    name: t.exposeString('name', { description: 'The name that drivers and dispatchers know it by.' }),
    metadata: t.expose('metadata', {
      type: 'JSONObject',
      nullable: false,
      description: 'Anything your systems keep with it, with keys of your own.',
    }),
    availableCapacity: t.exposeString('availableCapacity', {
      nullable: false,
      description: 'How much more it can take, as decimal text in its volume unit.',
    }),
    averageDailyUsage: t.exposeString('averageDailyUsage', {
      nullable: false,
      description: 'Usage per day averaged over time, as decimal text.',
    }),
    dailyUsage: t.exposeString('dailyUsage', {
      nullable: false,
      description: 'Usage on the last day measured, as decimal text.',
    }),
    daysToEmpty: t.exposeFloat('daysToEmpty', {
      nullable: false,
      description: 'Days until it runs dry at the average usage.',
    }),
    fillPercentage: t.exposeFloat('fillPercentage', { description: 'How full it is, in percent; null when unknown.' }),
    fillStatus: t.exposeString('fillStatus', {
      nullable: false,
      description: 'How urgent a delivery is, in your company’s own words.',
    }),
    readingVolume: t.exposeFloat('readingVolume', { nullable: false, description: 'The volume of the last reading.' }),
    tankSize: t.exposeFloat('tankSize', { nullable: false, description: 'The volume it holds when full.' }),
    note: t.exposeString('note', { description: 'A note for those who deliver.' }),
    organizationId: t.exposeID('organizationId', { description: 'The organization within the company.' }),
    productName: t.exposeString('productName', { description: 'The product in it, as people call it.' }),
    productSku: t.exposeString('productSku', { description: 'The stock-keeping unit of the product in it.' }),
    resourceGroupId: t.exposeID('resourceGroupId', { description: 'The resource group that serves it.' }),
    productId: t.exposeID('productId', { description: 'The product in it.' }),
    status: t.exposeString('status', { description: 'Whether it is in service, in your company’s own words.' }),
    shipToCode: t.exposeString('shipToCode', { description: 'The code of its ship-to in your own system.' }),
    locationId: t.exposeID('locationId', { description: 'The location on the map.' }),
    salesRepId: t.exposeID('salesRepId', { description: 'The sales representative in charge.' }),
    lastReadingId: t.exposeID('lastReadingId', { description: 'The reading that the volumes come from.' }),
    lastReadingDate: t.expose('lastReadingDate', { type: 'DateTime', description: 'When it was last read.' }),
    tankAddress: t.exposeString('tankAddress', { description: 'Where it stands, as a postal address.' }),
    latitude: t.exposeString('latitude', { description: 'Latitude in degrees, as decimal text.' }),
    longitude: t.exposeString('longitude', { description: 'Longitude in degrees, as decimal text.' }),
    alerts: t.exposeStringList('alerts', { description: 'Alerts that are raised for it now.' }),
    locationName: t.exposeString('locationName', { description: 'The name of its location.' }),
    includeInJob: t.exposeBoolean('includeInJob', {
      nullable: false,
      description: 'Whether delivery jobs take it along.',
    }),
    unitId: t.exposeID('unitId', { description: 'The business unit that serves it.' }),
    shipToId: t.exposeID('shipToId', { description: 'The ship-to it stands at. See `shipTo` for the record itself.' }),
    brand: t.exposeString('brand', { description: 'The brand of its fuel or of its owner.' }),
    serviceAreaId: t.exposeID('serviceAreaId', { description: 'The service area it belongs to.' }),
    lastReading: t.expose('lastReading', {
      type: 'JSONObject',
      description: 'The last reading, as the monitor sent it.',
    }),
    fuelId: t.exposeID('fuelId', { description: 'The fuel in it.' }),
    vendorId: t.exposeID('vendorId', { description: 'The vendor who supplies it.' }),
    tankMonitorId: t.exposeID('tankMonitorId', { description: 'The monitor that reads it.' }),
    lastModifiedDate: t.expose('lastModifiedDate', {
      type: 'DateTime',
      description: 'When it last really changed. Set by the server.',
    }),
    version: t.exposeInt('version', {
      nullable: false,
      description: 'Raised by one on each real change. Pass it as `expectedVersion`.',
    }),
    shipTo: t.field({
      type: ShipTo,
      description:
        'The ship-to it stands at; null when it names none, or one that your company does not have. Needs `ship-tos:read`.',
      extensions: { needs: 'shipToId' },
      resolve: ({ shipToId }, _args, context, info) =>
        shipToId === null ? null : find(shipTos, shipToId, context, info),
    }),
  }),
});

const UpdateTankInput = builder.inputType('UpdateTankInput', {
  description: 'What to change on a tank. A field left out keeps its value, null clears it.',
  fields: (t) => ({
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
  }),
});

const TankFilter = builder.inputType('TankFilter', {
  description: 'Which tanks to list: all conditions must hold. Null finds those without a value.',
  fields: (t) => ({
    shipToId: t.id(),
    customerId: t.id(),
    locationId: t.id(),
    externalId: t.id(),
    status: t.string(),
    fillStatus: t.string(),
    daysToEmptyAtMost: t.float({ description: 'Those that run dry within so many days.' }),
    fillPercentageAtMost: t.float({
      description: 'Those that are at most so full, in percent; unknown counts as empty.',
    }),
  }),
});

const TankOrder = orderInput('Tank', {
  ID: 'By id.',
  NAME: 'By name; those without one come first.',
  DAYS_TO_EMPTY: 'By the days until they run dry.',
  FILL_PERCENTAGE: 'By how full they are; those of unknown filling come first.',
});

const TankEdge = builder.edgeObject({
  type: Tank,
  name: 'TankEdge',
  description: 'A tank and its place on the list.',
});

const TankConnection = builder.connectionObject(
  { type: Tank, name: 'TankConnection', description: 'A page of tanks.' },
  TankEdge,
);

builder.queryFields((t) => ({
  tank: t.field({
    type: Tank,
    description: 'One tank, or null when your company has none with this id. Needs the scope `tanks:read`.',
    args: { id: t.arg.id({ required: true, description: 'The tank’s id.' }) },
    resolve: (_root, { id }, context, info) => find(tanks, id, context, info),
  }),
  tanks: t.connection(
    {
      type: Tank,
      description: 'Your company’s tanks, page by page. Needs the scope `tanks:read`.',
      args: {
        filter: t.arg({ type: TankFilter, description: 'Which tanks; all when left out.' }),
        orderBy: t.arg({ type: TankOrder, description: 'The order; by id when left out.' }),
      },
      resolve: (_root, args, context, info) => page(tanks, args, context, info),
    },
    TankConnection,
    TankEdge,
  ),
}));

builder.objectField(ShipTo, 'tanks', (t) =>
  t.connection(
    {
      type: Tank,
      description: 'The tanks that stand here, page by page. Needs the scope `tanks:read`.',
      extensions: { needs: 'id' },
      args: {
        filter: t.arg({ type: TankFilter, description: 'Which of them; all when left out.' }),
        orderBy: t.arg({ type: TankOrder, description: 'The order; by id when left out.' }),
      },
      resolve: ({ id }, args, context, info) => pageOf(tanks, 'ship_to_id', id, args, context, info),
    },
    TankConnection,
    TankEdge,
  ),
);

builder.mutationField('updateTank', (t) =>
  t.field({
    type: Tank,
    description: 'Changes the given fields of a tank. Needs the scope `tanks:write`.',
    errors: updateErrors,
    args: updateArguments(t.arg, UpdateTankInput),
    resolve: (_root, args, context, info) => patch(tanks, args, context, info),
  }),
);
