import { randomUUID } from 'node:crypto';
import { parseExact } from '../src/exact-json.ts';
import { decimalText } from '../src/records/values.ts';
import { type Data, type TestGateway, tokenOf } from './gateway.ts';
import { type StoredRecord, sampleOf } from './records.ts';

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A record of `acme` in which every field has a value, under its GraphQL names. */
export const full = (record: StoredRecord, overrides: Data = {}): Data & { id: string } => ({
  ...Object.fromEntries(Object.entries(record.fields).map(([field, type]) => [field, sampleOf(type, field, 0)])),
  companyId: 'acme',
  version: 1,
  id: randomUUID(),
  ...overrides,
});

/** A company of its own, for a test that counts or lists. */
export async function newCompany(): Promise<{ companyId: string; token: string }> {
  const companyId = randomUUID();
  return { companyId, token: await tokenOf(companyId) };
}

/** Writes records straight into the database, as an import would. */
export async function insert(gateway: TestGateway, { table }: StoredRecord, ...records: Data[]): Promise<void> {
  const rows = records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([field, value]) => [snake(field), value])),
  );
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  const text = `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`;
  await gateway.sql(text, [JSON.stringify(rows)]);
}

/** Inserts a full record and returns it. */
export async function create(
  gateway: TestGateway,
  record: StoredRecord,
  overrides: Data = {},
): Promise<Data & { id: string }> {
  const row = full(record, overrides);
  await insert(gateway, record, row);
  return row;
}

/** The record as PostgreSQL holds it, in the form in which GraphQL answers it; undefined if there is none. */
export async function stored(
  gateway: TestGateway,
  { table, fields }: StoredRecord,
  id: string,
): Promise<Data | undefined> {
  const [found] = await gateway.sql(`SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE id = $1`, [id]);
  if (found === undefined) return undefined;
  const [row, exact] = [JSON.parse(found.row), parseExact(found.row)];
  const answered = Object.entries(fields).map(([field, type]) => {
    const value = (/Decimal|BigInt/.test(type) ? exact : row)[snake(field)];
    const exactly = (each: unknown) => decimalText(String(each));
    if (/Decimal|BigInt/.test(type))
      return [field, Array.isArray(value) ? value.map(exactly) : value && exactly(value)];
    return [field, type.startsWith('DateTime') && value !== null ? new Date(value).toISOString() : value];
  });
  return Object.fromEntries(answered);
}

/** A stored record with the values that GraphQL answers for what nobody knows; the fields beside them say so. */
export const withStandIns = ({ fields }: StoredRecord, record: Data | undefined): Data =>
  Object.fromEntries(
    Object.entries(record ?? {}).map(([name, value]) => {
      const isUnknown = value === null && fields[name]?.endsWith('!');
      return [name, isUnknown ? (fields[name] === 'Float!' ? 0 : '0') : value];
    }),
  );

/** The same record without the named fields. */
export const without = (record: Data | undefined, names: string[]): Data =>
  Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => !names.includes(name)));
