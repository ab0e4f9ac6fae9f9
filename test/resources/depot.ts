import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MODEL = `
enum DepotKind {
  BULK
  CITY
}

/// A depot where trucks load fuel.
model Depot {
  /// The id of the depot. It never changes.
  id        String   @id @default(dbgenerated("time_ordered_uuid()"))
  /// The id of the company that owns the record.
  companyId String   @map("company_id")
  /// The display name.
  /// @searched
  name      String?
  /// The code in your own system.
  /// @searched
  code      String
  /// The number of loading racks.
  rackCount Int      @default(0) @map("rack_count")
  /// The rent per month.
  /// @range 0 99999999
  rent      Decimal  @default(1250.5) @db.Decimal(12, 4)
  /// The fees per load.
  fees      Decimal[] @default([2.5])
  /// The volume of all tanks, in microlitres.
  volume    BigInt   @default(9007199254740993)
  /// The counters of the racks.
  counters  BigInt[]
  /// The kind of the depot.
  kind      DepotKind @default(CITY)
  /// What other depots it supplies.
  supplies  DepotKind[] @default([BULK])
  /// The shifts in which it is open.
  shifts    Int[]    @default([])
  /// The id of the site in your own system.
  siteId    String?  @map("site_id") @db.Uuid
  /// When the depot was opened.
  openedAt  DateTime @default(now()) @map("opened_at") @db.Timestamptz(3)
  /// The number on its gate.
  number    Int      @default(autoincrement())
  /// The token on its cards.
  token     String   @default(dbgenerated("gen_random_uuid()"))
  /// When a value last changed. Set by the server.
  /// @modified
  changedAt DateTime @default(now()) @map("changed_at") @db.Timestamptz(3)
  /// The current version number. Every change increases it by one. Pass it as \`expectedVersion\`.
  version   Int      @default(1)

  @@index([companyId, id])
  @@index([companyId, code, id])
  @@map("depot")
}
`;

export const MIGRATION = `
CREATE TYPE "DepotKind" AS ENUM ('BULK', 'CITY');
CREATE TABLE "depot" (
  "id" TEXT PRIMARY KEY DEFAULT time_ordered_uuid(),
  "company_id" TEXT NOT NULL,
  "name" TEXT,
  "code" TEXT NOT NULL,
  "rack_count" INTEGER NOT NULL DEFAULT 0,
  "rent" DECIMAL(12,4) NOT NULL DEFAULT 1250.5,
  "fees" DECIMAL(65,30)[] DEFAULT ARRAY[2.5]::DECIMAL(65,30)[],
  "volume" BIGINT NOT NULL DEFAULT 9007199254740993,
  "counters" BIGINT[],
  "kind" "DepotKind" NOT NULL DEFAULT 'CITY',
  "supplies" "DepotKind"[] DEFAULT ARRAY['BULK']::"DepotKind"[],
  "shifts" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
  "site_id" UUID,
  "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "number" SERIAL NOT NULL,
  "token" TEXT NOT NULL DEFAULT gen_random_uuid(),
  "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "version" INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX "depot_company_id_id_idx" ON "depot" ("company_id", "id");
CREATE INDEX "depot_company_id_code_id_idx" ON "depot" ("company_id", "code", "id");
SELECT track_record('depot', searched => '{name,code}', modified => 'changed_at');
`;

const RESOURCE = `
import { listing } from '../graphql/lists/listing.ts';
import { builder, required } from '../graphql/schema/builder.ts';
import { Node } from '../graphql/schema/node-types.ts';
import { record } from '../graphql/schema/record.ts';
import { creation } from '../graphql/writes/creation.ts';
import { mutationsOf } from '../graphql/writes/mutations.ts';
import { update } from '../graphql/writes/update.ts';

const DepotKind = builder.enumType('DepotKind', {
  description: 'The kind of a depot.',
  values: { BULK: { description: 'It supplies others.' }, CITY: { description: 'It supplies customers.' } },
});

const Depot = record('Depot', {
  example: {
    record: {
      id: 'd-7001', companyId: 'c-01', name: 'North depot', code: 'D-7001', rackCount: 4,
      rent: 1250.5, fees: [2.5], volume: 40_000, counters: [12, 3], kind: 'CITY', supplies: ['BULK'], shifts: [1, 2],
      siteId: '0190a5a8-7c1e-7000-8000-000000000001',
      openedAt: '2026-01-05T06:00:00.000Z', number: 7, token: 'D-7001-7',
      changedAt: '2026-01-31T08:15:30.120Z', version: 2,
    },
    changed: ['rackCount', 'changedAt'],
  },
});

builder.prismaObject('Depot', {
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', required),
    companyId: t.exposeID('companyId', required),
    name: t.exposeString('name'),
    code: t.exposeString('code', required),
    rackCount: t.exposeInt('rackCount', required),
    rent: t.expose('rent', { type: 'Decimal', ...required }),
    fees: t.expose('fees', { type: ['Decimal'] }),
    volume: t.expose('volume', { type: 'BigInt', ...required }),
    counters: t.expose('counters', { type: ['BigInt'] }),
    kind: t.expose('kind', { type: DepotKind, ...required }),
    supplies: t.expose('supplies', { type: [DepotKind] }),
    shifts: t.exposeIntList('shifts'),
    siteId: t.expose('siteId', { type: 'UUID' }),
    openedAt: t.expose('openedAt', { type: 'DateTime', ...required }),
    number: t.exposeInt('number', required),
    token: t.exposeString('token', required),
    changedAt: t.expose('changedAt', { type: 'DateTime', nullable: false }),
    version: t.exposeInt('version', required),
  }),
});

listing(Depot);

const UpdateDepot = update(Depot, 'UpdateDepot', (t) => ({
  name: t.string(),
  code: t.string(),
  rackCount: t.int(),
  rent: t.field({ type: 'Decimal' }),
  fees: t.field({ type: ['Decimal'] }),
  volume: t.field({ type: 'BigInt' }),
  counters: t.field({ type: ['BigInt'] }),
  kind: t.field({ type: DepotKind }),
  supplies: t.field({ type: [DepotKind] }),
  shifts: t.intList(),
  siteId: t.field({ type: 'UUID' }),
  openedAt: t.field({ type: 'DateTime' }),
  number: t.int(),
  token: t.string(),
}));
const CreateDepot = creation(Depot, 'CreateDepot', (t) => ({ ...UpdateDepot.fields(t), code: t.string({ required: true }) }));

builder.mutationFields((t) => mutationsOf(t, UpdateDepot, CreateDepot));
`;

const LINE = `import './resources/depot.ts';\n`;

export const CONTRACT = `
export const depot: PatchedRecord = {
  ...stored('Depot', 'depot', 'depots'),
  ...updated('Depot', 'updateDepot'),
  touched: ['changedAt'],
  created: fields({ 'String!': 'code' }),
  fields: fields({
    'ID!': 'id companyId',
    String: 'name',
    'String!': 'code token',
    'Int!': 'rackCount number version',
    'DateTime!': 'openedAt changedAt',
    'Decimal!': 'rent',
    '[Decimal!]': 'fees',
    'BigInt!': 'volume',
    '[BigInt!]': 'counters',
    'DepotKind!': 'kind',
    '[DepotKind!]': 'supplies',
    '[Int!]': 'shifts',
    UUID: 'siteId',
  }),
  inputs: fields({
    String: 'name code token', Int: 'rackCount number', DateTime: 'openedAt', Decimal: 'rent', '[Decimal!]': 'fees', BigInt: 'volume',
    '[BigInt!]': 'counters', DepotKind: 'kind', '[DepotKind!]': 'supplies', '[Int!]': 'shifts', UUID: 'siteId',
  }),
};

`;

/** Adds the new resource to a checkout: its model and migration, its file and its line. */
export function applySteps(folder: string): void {
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
  edit('prisma/schema.prisma', (text) => `${text}${MODEL}`);
  edit('src/schema.ts', (text) => text.replace(`import './resources/ship-to.ts';\n`, (line) => `${line}${LINE}`));
  mkdirSync(join(folder, 'prisma/migrations/20991231000000_depot'));
  writeFileSync(join(folder, 'prisma/migrations/20991231000000_depot/migration.sql'), MIGRATION);
  writeFileSync(join(folder, 'src/resources/depot.ts'), RESOURCE);
}
