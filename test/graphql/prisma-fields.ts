import { GraphQLError } from 'graphql';
import '../../src/resources/ship-to.ts';
import { builder } from '../../src/graphql/schema/builder.ts';

/** Fields as the documentation of Pothos' Prisma plugin declares them, added to the gateway's schema. */

const byId = { id: 'asc' } as const;

builder.queryFields((t) => ({
  someTank: t.prismaField({
    type: 'Tank',
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, { prisma }) => prisma.tank.findUnique({ ...query, where: { id } }),
  }),
  someTanks: t.prismaField({
    type: ['Tank'],
    resolve: (query, _root, _args, { prisma }) => prisma.tank.findMany({ ...query, orderBy: byId }),
  }),
  someShipTos: t.prismaField({
    type: ['ShipTo'],
    resolve: (query, _root, _args, { prisma }) => prisma.shipTo.findMany({ ...query, orderBy: byId }),
  }),
  tankPages: t.prismaConnection({
    type: 'Tank',
    cursor: 'id',
    totalCount: (_root, _args, { prisma }) => prisma.tank.count(),
    resolve: (query, _root, _args, { prisma }) => prisma.tank.findMany({ ...query, orderBy: byId }),
  }),
}));

builder.queryField('refusal', (t) =>
  t.string({
    resolve: () => {
      throw new GraphQLError('No.', { extensions: JSON.parse('{ "code": "FORBIDDEN", "http": null }') });
    },
  }),
);

builder.mutationFields((t) => ({
  renameTank: t.prismaField({
    type: 'Tank',
    args: { id: t.arg.id({ required: true }), name: t.arg.string({ required: true }) },
    resolve: (query, _root, { id, name }, { prisma }) =>
      prisma.tank.update({ ...query, where: { id }, data: { name } }),
  }),
  fillTank: t.prismaField({
    type: 'Tank',
    errors: {},
    args: { id: t.arg.id({ required: true }), percentage: t.arg.float({ required: true }) },
    resolve: (query, _root, { id, percentage }, { prisma }) =>
      prisma.tank.update({ ...query, where: { id }, data: { fillPercentage: percentage } }),
  }),
}));

const TankCard = builder.prismaObject('Tank', {
  variant: 'TankCard',
  fields: (t) => ({ title: t.exposeString('name'), yard: t.relation('shipTo') }),
});

const Place = builder.prismaInterface('ShipTo', {
  variant: 'Place',
  resolveType: () => 'Yard',
  fields: (t) => ({ title: t.exposeString('name'), stock: t.relation('tanks', { query: { orderBy: byId } }) }),
});

builder.prismaObject('ShipTo', {
  variant: 'Yard',
  interfaces: [Place],
  fields: (t) => ({ size: t.relationCount('tanks') }),
});

builder.queryField('places', (t) =>
  t.prismaField({
    type: [Place],
    resolve: (query, _root, _args, { prisma }) => prisma.shipTo.findMany({ ...query, orderBy: byId }),
  }),
);

builder.prismaObjectFields('Tank', (t) => ({
  yard: t.relation('shipTo'),
  // Without a `select`, a resolver has all columns.
  label: t.string({ resolve: ({ name, id }) => `${name ?? id}!` }),
  room: t.float({
    select: { tankSize: true, readingVolume: true },
    resolve: ({ tankSize, readingVolume }) => tankSize - (readingVolume ?? 0),
  }),
  space: t.float({
    args: { reserve: t.arg.float({ required: true }) },
    select: () => ({ tankSize: true, readingVolume: true }),
    resolve: ({ tankSize, readingVolume }, { reserve }) => tankSize - (readingVolume ?? 0) - reserve,
  }),
  yardName: t.string({
    select: { shipTo: { select: { name: true } } },
    resolve: ({ shipTo }) => shipTo?.name ?? null,
  }),
  card: t.variant(TankCard),
  neighbours: t.field({
    type: [TankCard],
    select: (_args, _context, nestedSelection) => ({
      shipTo: { select: { tanks: nestedSelection({ orderBy: byId }) } },
    }),
    resolve: ({ shipTo }) => shipTo?.tanks ?? [],
  }),
}));

builder.prismaObjectFields('ShipTo', (t) => ({
  stock: t.relation('tanks', {
    args: { name: t.arg.string() },
    query: ({ name }) => ({ where: typeof name === 'string' ? { name } : {}, orderBy: byId }),
  }),
  stockPages: t.relatedConnection('tanks', { cursor: 'id', totalCount: true, query: { orderBy: byId } }),
  stockCount: t.relationCount('tanks'),
  namedCount: t.relationCount('tanks', {
    args: { name: t.arg.string({ required: true }) },
    where: ({ name }) => ({ name }),
  }),
}));
