import { find } from '../db/lookup.ts';
import { patch } from '../db/patch.ts';
import type { Row, Table } from '../db/table.ts';
import type { ShipTo as Model } from '../generated/prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { page } from '../graphql/connection.ts';
import { orderInput } from '../graphql/order.ts';
import { updateArguments, updateErrors } from '../graphql/update.ts';

export const shipTos: Table<Row<Model>> = {
  name: 'ship_to',
  type: 'ShipTo',
  label: 'Ship-to',
  scope: 'ship-tos',
  filters: {
    customerId: 'customer_id = $',
    locationId: 'location_id = $',
    externalId: 'external_id = $',
    serviceAreaId: 'service_area_id = $',
    routeCode: 'route_code = $',
    archived: 'archived = $',
  },
  orders: { ID: { by: 'id', type: 'text' }, NAME: { by: "coalesce(name, '')", type: 'text' } },
};

export const ShipTo = builder.objectRef<Row<Model>>('ShipTo').implement({
  description: 'A place that fuel is delivered to, with its terminals, its hours and its billing.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'The ship-to’s id, the same for its whole life.' }),
    companyId: t.exposeID('companyId', { description: 'The company it belongs to.' }),
    externalId: t.exposeID('externalId', { description: 'Its id in your own system, such as the ERP it came from.' }),
    customerId: t.exposeID('customerId', { description: 'The customer who is delivered to.' }),
    locationId: t.exposeID('locationId', { description: 'The location on the map.' }),
    organizationId: t.exposeID('organizationId', { description: 'The organization within the company.' }),
    unitId: t.exposeID('unitId', { description: 'The business unit that serves it.' }),
    name: t.exposeString('name', { description: 'The name that drivers and dispatchers know it by.' }),
    archived: t.exposeBoolean('archived', {
      nullable: false,
      description: 'Whether it is out of use and kept for its history.',
    }),
    area: t.exposeString('area', { description: 'The area it lies in, in free words.' }),
    preferences: t.expose('preferences', {
      type: 'JSONObject',
      description: 'Delivery preferences with keys of your own.',
    }),
    primaryTerminalId: t.exposeID('primaryTerminalId', { description: 'The terminal to load at.' }),
    secondaryTerminalId: t.exposeID('secondaryTerminalId', {
      description: 'The terminal to load at when the first cannot serve.',
    }),
    openTime: t.exposeString('openTime', { description: 'When it opens, in the form that your own systems use.' }),
    closeTime: t.exposeString('closeTime', { description: 'When it closes, in the form that your own systems use.' }),
    metadata: t.expose('metadata', {
      type: 'JSONObject',
      description: 'Anything your systems keep with it, with keys of your own.',
    }),
    note: t.exposeString('note', { description: 'A note for those who deliver.' }),
    serviceAreaId: t.exposeID('serviceAreaId', { description: 'The service area it belongs to.' }),
    preferredStartTime: t.exposeString('preferredStartTime', { description: 'From when deliveries are liked.' }),
    preferredEndTime: t.exposeString('preferredEndTime', { description: 'Until when deliveries are liked.' }),
    salesRepId: t.exposeID('salesRepId', { description: 'The sales representative in charge.' }),
    hasTanks: t.exposeBoolean('hasTanks', {
      nullable: false,
      description: 'Whether it is marked as having tanks of its own.',
    }),
    fuelShipTo: t.exposeBoolean('fuelShipTo', { description: 'Whether fuel is delivered here.' }),
    fuelTransport: t.exposeBoolean('fuelTransport', { description: 'Whether it is served by transport loads.' }),
    freightId: t.exposeID('freightId', { description: 'The freight rate that applies.' }),
    billingProfileId: t.exposeID('billingProfileId', { description: 'The billing profile that applies.' }),
    transportSystemId: t.exposeID('transportSystemId', { description: 'Its id in the transport system.' }),
    routeCode: t.exposeString('routeCode', { description: 'The route it is served on.' }),
    units: t.exposeStringList('units', { description: 'The units it is served by.' }),
    lastModifiedDate: t.expose('lastModifiedDate', {
      type: 'DateTime',
      description: 'When it last really changed. Set by the server.',
    }),
    version: t.exposeInt('version', {
      nullable: false,
      description: 'Raised by one on each real change. Pass it as `expectedVersion`.',
    }),
  }),
});

const UpdateShipToInput = builder.inputType('UpdateShipToInput', {
  description: 'What to change on a ship-to. A field left out keeps its value, null clears it.',
  fields: (t) => ({
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
  }),
});

const ShipToFilter = builder.inputType('ShipToFilter', {
  description: 'Which ship-tos to list: all conditions must hold. Null finds those without a value.',
  fields: (t) => ({
    customerId: t.id(),
    locationId: t.id(),
    externalId: t.id(),
    serviceAreaId: t.id(),
    routeCode: t.string(),
    archived: t.boolean(),
  }),
});

const ShipToOrder = orderInput('ShipTo', { ID: 'By id.', NAME: 'By name; those without one come first.' });

builder.queryFields((t) => ({
  shipTo: t.field({
    type: ShipTo,
    description: 'One ship-to, or null when your company has none with this id. Needs the scope `ship-tos:read`.',
    args: { id: t.arg.id({ required: true, description: 'The ship-to’s id.' }) },
    resolve: (_root, { id }, context, info) => find(shipTos, id, context, info),
  }),
  shipTos: t.connection(
    {
      type: ShipTo,
      description: 'Your company’s ship-tos, page by page. Needs the scope `ship-tos:read`.',
      args: {
        filter: t.arg({ type: ShipToFilter, description: 'Which ship-tos; all when left out.' }),
        orderBy: t.arg({ type: ShipToOrder, description: 'The order; by id when left out.' }),
      },
      resolve: (_root, args, context, info) => page(shipTos, args, context, info),
    },
    { name: 'ShipToConnection', description: 'A page of ship-tos.' },
    { name: 'ShipToEdge', description: 'A ship-to and its place on the list.' },
  ),
}));

builder.mutationField('updateShipTo', (t) =>
  t.field({
    type: ShipTo,
    description: 'Changes the given fields of a ship-to. Needs the scope `ship-tos:write`.',
    errors: updateErrors,
    args: updateArguments(t.arg, UpdateShipToInput),
    resolve: (_root, args, context, info) => patch(shipTos, args, context, info),
  }),
);
