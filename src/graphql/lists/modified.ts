import type { Condition } from './filter.ts';
import type { Order } from './listing.ts';

/** Delta reads. The database notes when records are modified, beside them. */
export const modifiedSince: Condition<object> = {
  type: 'DateTime',
  description:
    'Records that were created or changed at this time or later. Select `modifiedThrough` on each page of this read, and pass that of the first page to the next read. Deleted records are not reported: subscribe to `deleted` events, or compare the full list from time to time.',
  where: (time: Date) => ({ modifiedSince: time }),
  reads: [],
};

export const lastModified: Order<object> = {
  by: 'modifiedAt',
  description:
    'By the time of creation or last change. A record that changes several times within ten minutes may keep the place of the first change.',
};
