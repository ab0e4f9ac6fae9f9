import { makeExecutableSchema } from '@graphql-tools/schema';
import { PrismaPg } from '@prisma/adapter-pg';
import type { GraphQLSchema } from 'graphql';
import { DateTimeResolver, JSONObjectResolver } from 'graphql-scalars';
import { Prisma, PrismaClient } from './dist/generated/prisma/client.ts';

const typeDefs = /* GraphQL */ `
  scalar DateTime
  scalar JSONObject
  type Tank {
    id: ID!
    externalId: ID
    companyId: ID
    customerId: ID
    name: String
    metadata: JSONObject!
    availableCapacity: String!
    averageDailyUsage: String!
    dailyUsage: String!
    daysToEmpty: Float!
    fillPercentage: Float
    fillStatus: String!
    readingVolume: Float!
    tankSize: Float!
    note: String
    organizationId: ID
    productName: String
    productSku: String
    resourceGroupId: ID
    productId: ID
    status: String
    shipToCode: String
    locationId: ID
    salesRepId: ID
    lastReadingId: ID
    lastReadingDate: DateTime
    tankAddress: String
    latitude: String
    longitude: String
    alerts: [String!]
    locationName: String
    includeInJob: Boolean!
    unitId: ID
    shipToId: ID
    brand: String
    serviceAreaId: ID
    lastReading: JSONObject
    fuelId: ID
    vendorId: ID
    tankMonitorId: ID
    lastModifiedDate: DateTime
    version: Int!
  }
  input UpdateTankInput {
    externalId: ID
    customerId: ID
    name: String
    organizationId: ID
    productName: String
    productSku: String
    resourceGroupId: ID
    productId: ID
    fillPercentage: Float
    status: String
    shipToCode: String
    locationId: ID
    salesRepId: ID
    tankAddress: String
    latitude: String
    longitude: String
    locationName: String
    unitId: ID
    shipToId: ID
    brand: String
    serviceAreaId: ID
    fuelId: ID
    vendorId: ID
    tankMonitorId: ID
    metadata: JSONObject
    alerts: [String!]
    includeInJob: Boolean
  }
  type NotFoundError {
    message: String!
  }
  union UpdateTankResult = Tank | NotFoundError
  type PageInfo {
    endCursor: String
    hasNextPage: Boolean!
  }
  type TankEdge {
    node: Tank!
  }
  type TankConnection {
    edges: [TankEdge!]!
    pageInfo: PageInfo!
  }
  type Query {
    tank(id: ID!): Tank
    tanks(first: Int!, after: String): TankConnection!
  }
  type Mutation {
    updateTank(id: ID!, input: UpdateTankInput!): UpdateTankResult
  }
`;

/** The SDL recipe that Apollo Server and Mercurius share: plain resolvers on the Prisma client. */
export function sdlSchema(): GraphQLSchema {
  const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 10, idleTimeoutMillis: 0 });
  const prisma = new PrismaClient({ adapter });
  return makeExecutableSchema({
    typeDefs,
    resolvers: {
      DateTime: DateTimeResolver,
      JSONObject: JSONObjectResolver,
      UpdateTankResult: { __resolveType: (value: object) => ('message' in value ? 'NotFoundError' : 'Tank') },
      Query: {
        tank: (_: unknown, { id }: { id: string }) => prisma.tank.findUnique({ where: { id } }),
        tanks: async (_: unknown, { first, after }: { first: number; after?: string | null }) => {
          const where = after ? { id: { gt: after } } : {};
          const rows = await prisma.tank.findMany({ where, orderBy: { id: 'asc' }, take: first + 1 });
          const nodes = rows.slice(0, first);
          return {
            edges: nodes.map((node) => ({ node })),
            pageInfo: { endCursor: nodes.at(-1)?.id ?? null, hasNextPage: rows.length > first },
          };
        },
      },
      Mutation: {
        updateTank: async (_: unknown, { id, input }: { id: string; input: Prisma.TankUpdateInput }) => {
          try {
            return await prisma.tank.update({ where: { id }, data: input });
          } catch (error) {
            if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025')
              return { message: `Tank not found: ${id}` };
            throw error;
          }
        },
      },
    },
  });
}
