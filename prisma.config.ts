import { defineConfig } from 'prisma/config';

/** Read by Prisma's own command line only (`prisma migrate status`, `prisma studio`); the gateway never loads it. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
