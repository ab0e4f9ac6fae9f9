import { expect, test } from 'vitest';
import { openGateway } from '../gateway.ts';
import { numbered } from './importing.ts';
import { send, sums } from './sending.ts';

const LINES = 1_001;

// Until then, it plans a repeat as for an empty table, and compares each record with each line of a batch.
test('PostgreSQL has counted the records of an import of many when it ends', async () => {
  const gateway = await openGateway();
  try {
    await gateway.sql('ALTER TABLE tank SET (autovacuum_enabled = off)');
    expect((await send(gateway, `external_id,name\n${numbered(1, LINES)}`)).end).toEqual(sums(LINES, 0, 0, 0));
    expect(await gateway.sql("SELECT reltuples FROM pg_class WHERE oid = 'tank'::regclass")).toEqual([
      { reltuples: LINES },
    ]);
  } finally {
    await gateway.close();
  }
});
