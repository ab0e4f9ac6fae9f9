// Writes prisma/sql, the source of all functions and triggers, into a migration: with a name into a new one, otherwise
// into the newest, which is for one that is not released yet. A migration holds the files that changed since the
// migration before it, without the comments outside of functions, each between two comments of its own; what stands
// around them, such as tables, is written by hand. records.sql comes with every other file, since it applies them.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../prisma', import.meta.url));
const beginOf = (file) => `-- prisma/sql/${file}\n`;
const endOf = (file) => `-- end of prisma/sql/${file}\n`;

const files = readdirSync(join(root, 'sql')).sort();
const read = (file) =>
  readFileSync(join(root, 'sql', file), 'utf8').replace(/^(--.*\n)+\n?|^( +--.*\n)+(?= +CREATE )/gm, '');
const sources = new Map(files.map((file) => [file, read(file)]));
const migrations = readdirSync(join(root, 'migrations'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => join(root, 'migrations', name, 'migration.sql'))
  .sort();

/** A migration's copy of a file, and what stands around it; undefined if it has none. */
function copyOf(script, file) {
  const [before, rest] = script.split(beginOf(file));
  const [text, after] = rest?.split(endOf(file)) ?? [];
  return rest === undefined ? undefined : { before, text, after };
}

function withCopy(script, file) {
  const section = beginOf(file) + sources.get(file) + endOf(file);
  const { before = `${script}\n`, after = '' } = copyOf(script, file) ?? {};
  return before + section + after;
}

const USAGE = 'Usage: npm run migration -- [add_purchase_order]\nWithout a name, it writes into the newest migration.';

const [name] = process.argv.slice(2);
if (name === '--help' || name === '-h') {
  console.log(USAGE);
  process.exit(0);
}
if (name !== undefined && !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error(USAGE);
  process.exit(1);
}
const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
const target = name === undefined ? migrations.pop() : join(root, 'migrations', `${time}_${name}`, 'migration.sql');
const earlier = migrations.map((path) => readFileSync(path, 'utf8')).reverse();
const latest = (file) => earlier.flatMap((script) => copyOf(script, file)?.text ?? [])[0];
const changed = files.filter((file) => latest(file) !== sources.get(file));
if (changed.length > 0 && files.includes('records.sql')) changed.push('records.sql');

const start = name === undefined ? readFileSync(target, 'utf8') : `-- ${name.replaceAll('_', ' ')}\n`;
mkdirSync(join(target, '..'), { recursive: true });
writeFileSync(target, [...new Set(changed)].reduce(withCopy, start));
process.stdout.write(`${target}\n`);
