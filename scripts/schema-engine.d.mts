import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';

type Migrations = Parameters<SchemaEngine['applyMigrations']>[0]['migrationsList'];
export const filters: Parameters<SchemaEngine['applyMigrations']>[0]['filters'];
export function openEngine(url: string, shadow: string, model: string): Promise<SchemaEngine>;
export function migrationsOf(baseDir?: string): Migrations;
export function driftOn(url: string, shadow: string, model: string): Promise<string | undefined>;
