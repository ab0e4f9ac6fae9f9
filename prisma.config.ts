import { defineConfig } from 'prisma/config';

/** Read by Prisma's own command line only (`prisma migrate status`, `prisma studio`); the gateway never loads it. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  // The part of webhook_delivery that is kept by day, which the model does not tell apart.
  experimental: { externalTables: true },
  tables: { external: ['public.webhook_delivery_finished'] },
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
