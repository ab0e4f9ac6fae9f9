import { createServer } from 'node:http';
import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import { PrismaPg } from '@prisma/adapter-pg';
import { DateTimeResolver, JSONObjectResolver } from 'graphql-scalars';
import { createYoga } from 'graphql-yoga';
import type PrismaTypes from '../dist/generated/pothos.ts';
import { getDatamodel } from '../dist/generated/pothos.ts';
import { Prisma, PrismaClient } from '../dist/generated/prisma/client.ts';

const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 10, idleTimeoutMillis: 0 });
const prisma = new PrismaClient({ adapter });

const builder = new SchemaBuilder<{
  PrismaTypes: PrismaTypes;
  Scalars: {
    DateTime: { Input: Date; Output: Date | string };
    JSONObject: { Input: Prisma.InputJsonObject; Output: unknown };
  };
}>({
  plugins: [ErrorsPlugin, RelayPlugin, PrismaPlugin],
  relay: {},
  prisma: { client: prisma, dmmf: getDatamodel() },
  errors: { directResult: true },
});
builder.addScalarType('DateTime', DateTimeResolver);
builder.addScalarType('JSONObject', JSONObjectResolver);

class NotFoundError extends Error {}
builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  fields: (t) => ({ message: t.exposeString('message', { nullable: false }) }),
});

builder.prismaObject('Tank', {
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false }),
    externalId: t.exposeID('externalId'),
    companyId: t.exposeID('companyId'),
    customerId: t.exposeID('customerId'),
    name: t.exposeString('name'),
    metadata: t.expose('metadata', { type: 'JSONObject' }),
    availableCapacity: t.exposeString('availableCapacity'),
    averageDailyUsage: t.exposeString('averageDailyUsage'),
    dailyUsage: t.exposeString('dailyUsage'),
    daysToEmpty: t.exposeFloat('daysToEmpty'),
    fillPercentage: t.exposeFloat('fillPercentage'),
    fillStatus: t.exposeString('fillStatus'),
    readingVolume: t.exposeFloat('readingVolume'),
    tankSize: t.exposeFloat('tankSize'),
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
    includeInJob: t.exposeBoolean('includeInJob'),
    unitId: t.exposeID('unitId'),
    shipToId: t.exposeID('shipToId'),
    brand: t.exposeString('brand'),
    serviceAreaId: t.exposeID('serviceAreaId'),
    lastReading: t.expose('lastReading', { type: 'JSONObject' }),
    fuelId: t.exposeID('fuelId'),
    vendorId: t.exposeID('vendorId'),
    tankMonitorId: t.exposeID('tankMonitorId'),
    lastModifiedDate: t.expose('lastModifiedDate', { type: 'DateTime' }),
    version: t.exposeInt('version'),
  }),
});

const UpdateTankInput = builder.inputType('UpdateTankInput', {
  fields: (t) => ({
    externalId: t.id(),
    customerId: t.id(),
    name: t.string(),
    organizationId: t.id(),
    productName: t.string(),
    productSku: t.string(),
    resourceGroupId: t.id(),
    productId: t.id(),
    fillPercentage: t.float(),
    status: t.string(),
    shipToCode: t.string(),
    locationId: t.id(),
    salesRepId: t.id(),
    tankAddress: t.string(),
    latitude: t.string(),
    longitude: t.string(),
    locationName: t.string(),
    unitId: t.id(),
    shipToId: t.id(),
    brand: t.string(),
    serviceAreaId: t.id(),
    fuelId: t.id(),
    vendorId: t.id(),
    tankMonitorId: t.id(),
    metadata: t.field({ type: 'JSONObject' }),
    alerts: t.stringList(),
    includeInJob: t.boolean(),
  }),
});

builder.queryType({
  fields: (t) => ({
    tank: t.prismaField({
      type: 'Tank',
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: (query, _, { id }) => prisma.tank.findUnique({ ...query, where: { id } }),
    }),
    tanks: t.prismaConnection({
      type: 'Tank',
      cursor: 'id',
      resolve: (query) => prisma.tank.findMany({ ...query, orderBy: { id: 'asc' } }),
    }),
  }),
});

builder.mutationType({
  fields: (t) => ({
    updateTank: t.prismaField({
      type: 'Tank',
      nullable: true,
      errors: { types: [NotFoundError] },
      args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateTankInput, required: true }) },
      resolve: async (query, _, { id, input }) => {
        const { metadata, alerts, includeInJob } = input;
        const data = {
          ...input,
          metadata: metadata ?? undefined,
          alerts: alerts ?? undefined,
          includeInJob: includeInJob ?? undefined,
        };
        try {
          return await prisma.tank.update({ ...query, where: { id }, data });
        } catch (error) {
          if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025')
            throw new NotFoundError(`Tank not found: ${id}`);
          throw error;
        }
      },
    }),
  }),
});

const yoga = createYoga({ schema: builder.toSchema() });
createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1');
