import { expiration, type StoredRecord, shipTo, subscription, tank, task } from '../records.ts';
import type { Column } from './order-pages.ts';

export const VALUES: [StoredRecord, Record<string, unknown[]>, (readonly Column[])[]][] = [
  [
    tank,
    {
      name: ['b', null, 'a', '', 'B'],
      brand: [null, 'x', ''],
      fillPercentage: [10, null, 0],
      includeInJob: [true, false],
      lastReadingDate: [null, '2026-03-01T00:00:00.001Z', '2026-03-01T00:00:00.002Z'],
      daysToEmpty: [1, 2],
    },
    [
      [
        ['name', 'ASC'],
        ['fillPercentage', 'DESC'],
      ],
      [
        ['name', 'DESC', 'LAST'],
        ['fillPercentage', 'ASC', 'LAST'],
      ],
      [
        ['name', 'DESC', 'FIRST'],
        ['brand', 'DESC', 'LAST'],
        ['fillPercentage', 'DESC', 'FIRST'],
      ],
      [
        ['fillPercentage', 'ASC', 'FIRST'],
        ['name', 'ASC', 'FIRST'],
      ],
      [
        ['fillPercentage', 'DESC'],
        ['lastReadingDate', 'ASC'],
        ['includeInJob', 'DESC'],
      ],
      [
        ['includeInJob', 'ASC'],
        ['lastReadingDate', 'DESC', 'LAST'],
        ['daysToEmpty', 'ASC'],
      ],
      [
        ['lastReadingDate', 'ASC', 'FIRST'],
        ['brand', 'ASC', 'LAST'],
      ],
      [
        ['includeInJob', 'DESC'],
        ['id', 'ASC'],
        ['name', 'DESC'],
      ],
      [
        ['name', 'ASC'],
        ['name', 'DESC'],
      ],
      [['brand', 'ASC', 'LAST']],
      [
        ['id', 'DESC'],
        ['name', 'ASC'],
      ],
    ],
  ],
  [
    shipTo,
    { fuelShipTo: [true, null, false], name: ['a', null], archived: [true, false] },
    [
      [
        ['fuelShipTo', 'ASC', 'FIRST'],
        ['name', 'DESC'],
      ],
      [
        ['fuelShipTo', 'ASC', 'LAST'],
        ['archived', 'DESC'],
        ['name', 'ASC', 'LAST'],
      ],
      [
        ['fuelShipTo', 'DESC', 'FIRST'],
        ['name', 'ASC'],
      ],
      [
        ['fuelShipTo', 'DESC'],
        ['archived', 'ASC'],
      ],
    ],
  ],
  [
    task,
    { taskNumber: [3, -1], dueDate: ['2026-03-01T00:00:00.001Z', null], statusId: ['a', 'b'] },
    [
      [
        ['statusId', 'DESC'],
        ['dueDate', 'ASC'],
        ['taskNumber', 'DESC'],
      ],
      [
        ['dueDate', 'DESC', 'FIRST'],
        ['taskNumber', 'ASC'],
      ],
      [
        ['dueDate', 'ASC', 'FIRST'],
        ['statusId', 'ASC'],
      ],
    ],
  ],
  [
    expiration,
    { expirationDate: ['2026-03-01', null, '0001-01-01'], ownerType: ['a', null] },
    [
      [
        ['ownerType', 'ASC'],
        ['expirationDate', 'DESC'],
      ],
      [
        ['expirationDate', 'DESC', 'LAST'],
        ['ownerType', 'DESC'],
      ],
    ],
  ],
  [
    subscription,
    { state: ['active', 'paused', 'disabled'], maxPerSecond: [0.5, null, 2] },
    [
      [
        ['state', 'DESC'],
        ['maxPerSecond', 'ASC'],
      ],
      [
        ['maxPerSecond', 'ASC', 'LAST'],
        ['state', 'ASC'],
      ],
    ],
  ],
];
