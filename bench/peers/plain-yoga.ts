import { createServer } from 'node:http';
import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import { PrismaPg } from '@prisma/adapter-pg';
import { DateTimeResolver, JSONObjectResolver } from 'graphql-scalars';
import { createYoga } from 'graphql-yoga';
import type PrismaTypes from '../../src/generated/pothos.ts';
import { getDatamodel } from '../../src/generated/pothos.ts';
import { Prisma, PrismaClient } from '../../src/generated/prisma/client.ts';
import { textFields } from '../records.ts';

const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 16, idleTimeoutMillis: 0 });
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
    name: t.exposeString('name'),
    note: t.exposeString('note'),
    fillPercentage: t.exposeFloat('fillPercentage'),
    status: t.exposeString('status'),
    lastModifiedDate: t.expose('lastModifiedDate', { type: 'DateTime' }),
    version: t.exposeInt('version'),
  }),
});

const UpdateTankInput = builder.inputType('UpdateTankInput', {
  fields: (t) => ({
    ...Object.fromEntries(textFields.map((field) => [field, t.string()])),
    metadata: t.field({ type: 'JSONObject' }),
    alerts: t.stringList(),
    includeInJob: t.boolean(),
  }),
});

const TankFilter = builder.inputType('TankFilter', {
  fields: (t) => ({ customerId: t.id({ required: true }), status: t.string({ required: true }) }),
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
      args: { filter: t.arg({ type: TankFilter }) },
      resolve: (query, _, { filter }) =>
        prisma.tank.findMany({ ...query, where: filter ?? {}, orderBy: { id: 'asc' } }),
    }),
  }),
});

/** Prisma takes undefined, and not null, for columns that cannot be null. */
const given = <Value>(value: Value | null | undefined) => value ?? undefined;

builder.mutationType({
  fields: (t) => ({
    updateTank: t.prismaField({
      type: 'Tank',
      nullable: true,
      errors: { types: [NotFoundError] },
      args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateTankInput, required: true }) },
      resolve: async (query, _, { id, input: { metadata, alerts, includeInJob, ...texts } }) => {
        const others = { metadata: given(metadata), alerts: given(alerts), includeInJob: given(includeInJob) };
        try {
          return await prisma.tank.update({ ...query, where: { id }, data: { ...texts, ...others } });
        } catch (error) {
          const isUnknown = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025';
          throw isUnknown ? new NotFoundError(`Tank not found: ${id}`) : error;
        }
      },
    }),
  }),
});

const yoga = createYoga({ schema: builder.toSchema() });
createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1');
