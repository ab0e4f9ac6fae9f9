import { readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { PrismaPg } from '@prisma/adapter-pg';
import type { GraphQLSchema } from 'graphql';
import { DateTimeResolver, JSONObjectResolver } from 'graphql-scalars';
import { Prisma, PrismaClient } from '../src/generated/prisma/client.ts';

// From dist/peers/, where this module runs as part of a peer.
const SCHEMA = `${import.meta.dirname}/../../../schema.graphql`;

interface Page {
  first: number;
  after?: string | null;
  filter?: { customerId: string; status: string };
}

/** The schema of Apollo Server and Mercurius: the gateway's SDL, with plain resolvers on the Prisma client. */
export function sdlSchema(): GraphQLSchema {
  const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 10, idleTimeoutMillis: 0 });
  const prisma = new PrismaClient({ adapter });
  return makeExecutableSchema({
    typeDefs: readFileSync(SCHEMA, 'utf8'),
    resolvers: {
      DateTime: DateTimeResolver,
      JSONObject: JSONObjectResolver,
      UpdateTankResult: { __resolveType: (value: object) => ('message' in value ? 'NotFoundError' : 'Tank') },
      Query: {
        tank: (_: unknown, { id }: { id: string }) => prisma.tank.findUnique({ where: { id } }),
        tanks: async (_: unknown, { first, after, filter }: Page) => {
          const where = { ...filter, ...(after && { id: { gt: after } }) };
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
