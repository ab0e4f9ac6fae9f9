import type { TestGateway } from '../gateway.ts';
import type { PatchedRecord } from '../records.ts';
import { testFields } from './patch-fields.ts';
import { testRefusals } from './patch-refusals.ts';
import { testVersions } from './patch-versions.ts';

/** Tests that hold for all five updates, on the gateway that the test file opens. */
export function testPatching(record: PatchedRecord, opened: () => TestGateway): void {
  testFields(record, opened);
  testRefusals(record, opened);
  testVersions(record, opened);
}
