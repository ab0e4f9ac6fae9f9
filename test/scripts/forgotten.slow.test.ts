import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporary } from '../programs.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of what the checks read, whose quick orders have one more column. */
function copyWith(column: string): string {
  const folder = temporary();
  const files = ['package.json', 'tsconfig.json', 'prisma.config.ts', 'biome.json', 'codegen.ts', 'schema.graphql'];
  for (const part of ['src', 'console', 'scripts', 'prisma', 'operations', 'docs', ...files])
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const model = join(folder, 'prisma/schema.prisma');
  const anchor = 'model QuickOrder {\n';
  writeFileSync(model, readFileSync(model, 'utf8').replace(anchor, `${anchor}${column}\n`));
  return folder;
}

function check(folder: string, script: string): string {
  const args = [join(folder, 'scripts', script), '--check'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(1);
  return stderr;
}

test('the checks name a column that no migration adds and no type shows', () => {
  const folder = copyWith(`  /// The customer's number of the order.
    purchaseOrder String? @map("purchase_order")
    // What clients do not see.
    internalNote String? @map("internal_note")`);
  const forgotten = check(folder, 'generate.mjs');
  expect(forgotten).toContain('QuickOrder.purchaseOrder is in no type. Add it in src/resources/');
  expect(forgotten).not.toContain('internalNote is in no type');
  const missing = check(folder, 'migration.mjs');
  expect(missing).toContain('prisma/schema.prisma has what no migration does. Run "npm run migration -- ');
  expect(missing).toMatch(/ALTER TABLE "quick_order" ADD COLUMN .*"purchase_order" TEXT/s);
});

test('a relation of a model to itself needs no foreign key, and the check names its missing key alone', () => {
  const folder = copyWith(`  parentId String? @map("parent_id")
    parent   QuickOrder?  @relation("parts", fields: [companyId, parentId], references: [companyId, id], onDelete: NoAction, onUpdate: NoAction)
    parts    QuickOrder[] @relation("parts")
    @@unique([companyId, id])`);
  const missing = check(folder, 'migration.mjs');
  expect(missing).toContain('ALTER TABLE "quick_order" ADD COLUMN     "parent_id" TEXT;');
  expect(missing).toContain(
    'CREATE UNIQUE INDEX "quick_order_company_id_id_key" ON "quick_order"("company_id", "id");',
  );
  expect(missing).not.toContain('FOREIGN KEY');
});
