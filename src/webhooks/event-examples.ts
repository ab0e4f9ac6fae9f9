import type { JsonObject } from '@prisma/client/runtime/client';
import type { Scalars } from '../db/rows.ts';
import type { RECORDS, RecordName } from '../records.ts';

/** The records that send events. */
type Watched = { [Name in RecordName]: (typeof RECORDS)[Name]['event'] extends string ? Name : never }[RecordName];

/** A value as a message has it. A date and a time are text, and never null here: their form tells the two apart. */
type Sent<Value> = JsonObject extends Value ? object | null : Date extends Value ? string : Value;

/** An example by the names of the fields. */
export interface Example {
  record: { readonly [field: string]: unknown; version: number };
  /** The fields that an update of the record may have changed. */
  changed: string[];
}

/** An example with a value for every field of the model, so that a new field does not compile without one. */
interface ExampleOf<Name extends Watched> {
  record: { [Field in keyof Scalars<Name>]: Sent<Scalars<Name>[Field]> };
  changed: (keyof Scalars<Name>)[];
}

/** When the changes of the examples happened. */
export const EXAMPLE_TIME = '2026-01-31T08:15:30.120Z';

const LINKS = { companyId: 'c-01', organizationId: 'org-north', unitId: 'unit-a', serviceAreaId: 'area-north' };
const PLACE = { customerId: 'cust-1001', locationId: 'loc-03', salesRepId: 'rep-02' };

/** A plausible record of each model that sends events. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  // biome-ignore format: values that belong together share a line
  Tank: {
    record: {
      ...LINKS, ...PLACE, id: 't-1001', externalId: 'ERP-T-5001', name: 'Tank 12 North', metadata: { unit: 'gal', installed: 2014 },
      availableCapacity: '5750.0', averageDailyUsage: '420.5', dailyUsage: '398.0', daysToEmpty: 10.1,
      fillPercentage: 42.5, fillStatus: 'normal', readingVolume: 4250, tankSize: 10_000, alerts: [],
      note: 'Fill point behind the pump house.', productName: 'Ultra low sulfur diesel', productSku: 'ULSD-2', productId: 'product-diesel',
      resourceGroupId: 'trucks-diesel', status: 'in service', shipToId: 's-2001', shipToCode: 'S-3001', locationName: 'North yard',
      lastReadingId: 'reading-90001', lastReadingDate: '2026-01-31T08:00:00.000Z', lastReading: { volume: 4250, unit: 'gal', battery: 87 },
      tankAddress: '30 Service Road, gate 2', latitude: '41.35012', longitude: '-95.81488', includeInJob: true,
      brand: 'House', fuelId: 'fuel-diesel', vendorId: 'vendor-1', tankMonitorId: 'monitor-401',
      lastModifiedDate: EXAMPLE_TIME, version: 7,
    },
    changed: ['fillPercentage', 'readingVolume', 'lastModifiedDate'],
  },
  // biome-ignore format: values that belong together share a line
  Task: {
    record: {
      id: 'task-4001', companyId: LINKS.companyId, organizationId: LINKS.organizationId, teamId: 'team-service', workflowId: 'w-01',
      parentId: null, taskTypeId: 'inspection', statusId: 'open', step: 'on site', taskNumber: 1042, priority: 'high',
      creatorId: 'user-11', assigneeId: 'user-12', ownerId: 'user-11', title: 'Inspect Tank 12 North', description: 'Check the gauge and the vent.',
      location: 'North yard', geoLat: '41.35012', geoLon: '-95.81488', entityType: 'tank', entityId: 't-1001',
      scheduledStart: '2026-02-02T08:00:00.000Z', scheduledEnd: '2026-02-02T10:00:00.000Z', dueDate: '2026-02-03T17:00:00.000Z',
      estimatedHours: '2.0', actualHours: '1.5', createdAt: '2026-01-30T14:20:00.000Z', updatedAt: EXAMPLE_TIME,
      assignedAt: EXAMPLE_TIME, viewedAt: '2026-01-31T08:12:05.000Z', completedAt: '2026-02-02T09:40:00.000Z', isArchived: false,
      entityData: { name: 'Tank 12 North' }, taskData: { form: 'F-7' }, computedData: { overdue: false },
      reminderIds: ['reminder-1'], checklist: { gauge: true, vent: false }, version: 3,
    },
    changed: ['assigneeId', 'updatedAt', 'assignedAt'],
  },
  // biome-ignore format: values that belong together share a line
  Expiration: {
    record: {
      id: 'exp-6001', companyId: LINKS.companyId, externalId: 'ERP-X-7001', ownerType: 'truck', ownerId: 'truck-9', ownerCode: 'T-09',
      expirationTypeId: 'inspection', expirationCode: 'INSP', description: 'Annual inspection',
      expirationDate: '2026-06-30', warningDate: '2026-05-31', dateModified: '2026-01-31', version: 2,
    },
    changed: ['expirationDate', 'warningDate', 'dateModified'],
  },
  // biome-ignore format: values that belong together share a line
  QuickOrder: {
    record: {
      id: 'q-8001', companyId: LINKS.companyId, userId: 'user-12', externalId: 'ERP-Q-8001', status: 'confirmed', error: null,
      orderDate: '2026-02-02', orderItems: { diesel: { quantity: 500, unit: 'gal' } }, metadata: { channel: 'phone' },
      createdDate: '2026-01-31T07:55:00.000Z', version: 2,
    },
    changed: ['status'],
  },
  // biome-ignore format: values that belong together share a line
  ShipTo: {
    record: {
      ...LINKS, ...PLACE, id: 's-2001', externalId: 'ERP-S-3001', name: 'North yard', archived: false, area: 'north', note: 'Gate on the east side.',
      preferences: { callAhead: true, hose: 'standard' }, metadata: { surface: 'gravel' }, primaryTerminalId: 'terminal-north',
      secondaryTerminalId: 'terminal-central', openTime: '06:00', closeTime: '18:00', preferredStartTime: '07:00', preferredEndTime: '11:00',
      hasTanks: true, fuelShipTo: true, fuelTransport: false, freightId: 'freight-north', billingProfileId: 'billing-1001',
      transportSystemId: 'TMS-7001', routeCode: 'R-10', units: ['unit-a'], lastModifiedDate: EXAMPLE_TIME, version: 4,
    },
    changed: ['note', 'lastModifiedDate'],
  },
} satisfies { [Name in Watched]: ExampleOf<Name> };
