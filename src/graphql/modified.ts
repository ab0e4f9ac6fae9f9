import type { Condition } from './filter.ts';
import type { Order } from './listing.ts';

/** Delta reads. The database notes when records are modified, beside them. */
export const modifiedSince: Condition<object> = {
  type: 'DateTime',
  description:
    'Records that were created or changed at this time or later; for the next read, pass `modifiedThrough` of the first page of this one. Deleted records are not told: watch `deleted` events, or compare with the whole list now and then.',
  where: (time: Date) => ({ modifiedSince: time }),
  reads: [],
};

export const lastModified: Order<object> = {
  by: 'modifiedAt',
  description:
    'By the time of creation or last change. A record that changes several times within ten minutes may keep the place of the first change.',
};
