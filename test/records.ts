/** The contract as data, written by hand, so that the tests do not learn it from the schema they check. */

/** GraphQL types by field. */
type Fields = Record<string, string>;

export interface StoredRecord {
  type: string;
  table: string;
  /** The query by id and the connection. */
  one: string;
  many: string;
  /** The part of its scopes before the colon. */
  scope: string;
  /** The fields of section 2, and `version`. */
  fields: Fields;
  /** Those that are never null, and whose columns are while they are unknown. */
  unknowable?: string[];
}

export interface PatchedRecord extends StoredRecord {
  /** Its name in messages. */
  label: string;
  /** The PATCH of section 4. */
  mutation: string;
  input: string;
  /** The fields of the input, all optional. */
  inputs: Fields;
  /** The fields of the input of a creation, beside these and the id. */
  created: Fields;
  /** The fields that the server sets on a real change. */
  touched: string[];
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const stored = (type: string, table: string, scope: string) => {
  const one = type.charAt(0).toLowerCase() + type.slice(1);
  return { type, table, one, many: `${one}s`, scope };
};
const updated = (label: string, mutation: string) => ({ label, mutation, input: `${capital(mutation)}Input` });
const fields = (byType: Fields): Fields =>
  Object.fromEntries(Object.entries(byType).flatMap(([type, names]) => names.split(/\s+/).map((name) => [name, type])));

export const tank: PatchedRecord = {
  ...stored('Tank', 'tank', 'tanks'),
  ...updated('Tank', 'updateTank'),
  touched: ['lastModifiedDate'],
  unknowable: ['availableCapacity', 'daysToEmpty', 'readingVolume'],
  created: fields({ Float: 'tankSize', String: 'note' }),
  fields: fields({
    'ID!': 'id',
    ID: `externalId companyId customerId organizationId resourceGroupId productId locationId salesRepId lastReadingId
      unitId shipToId serviceAreaId fuelId vendorId tankMonitorId`,
    'String!': 'availableCapacity averageDailyUsage dailyUsage fillStatus',
    String: `name note productName productSku status shipToCode tankAddress latitude longitude locationName brand`,
    'Float!': 'daysToEmpty readingVolume tankSize',
    Float: 'fillPercentage',
    'Boolean!': 'includeInJob',
    'JSONObject!': 'metadata',
    JSONObject: 'lastReading',
    '[String!]': 'alerts',
    DateTime: 'lastReadingDate lastModifiedDate',
    'Int!': 'version',
  }),
  inputs: fields({
    ID: `externalId customerId organizationId resourceGroupId productId locationId salesRepId unitId shipToId
      serviceAreaId fuelId vendorId tankMonitorId`,
    String: 'name productName productSku status shipToCode tankAddress latitude longitude locationName brand',
    Percentage: 'fillPercentage',
    Boolean: 'includeInJob',
    JSONObject: 'metadata',
    '[String!]': 'alerts',
  }),
};

export const task: PatchedRecord = {
  ...stored('Task', 'task', 'tasks'),
  ...updated('Task', 'updateTaskAssignee'),
  touched: ['updatedAt', 'assignedAt'],
  created: fields({
    'ID!': 'taskTypeId creatorId statusId teamId workflowId',
    ID: 'ownerId parentId entityId organizationId',
    'String!': 'title priority',
    String: 'description location geoLat geoLon estimatedHours entityType step',
    'Int!': 'taskNumber',
    DateTime: 'scheduledStart scheduledEnd dueDate',
    JSONObject: 'entityData taskData checklist',
    '[String!]': 'reminderIds',
  }),
  fields: fields({
    'ID!': 'id companyId taskTypeId creatorId statusId teamId workflowId',
    ID: 'parentId assigneeId ownerId entityId organizationId',
    'String!': 'title priority',
    String: 'description location estimatedHours actualHours entityType geoLat geoLon step',
    'Int!': 'taskNumber version',
    'Boolean!': 'isArchived',
    JSONObject: 'entityData taskData computedData checklist',
    '[String!]': 'reminderIds',
    DateTime: 'scheduledStart scheduledEnd dueDate createdAt updatedAt completedAt assignedAt viewedAt',
  }),
  inputs: fields({ ID: 'assigneeId' }),
};

/** The same record, and its other mutation. */
export const correctedTask: PatchedRecord = {
  ...task,
  ...updated('Task', 'updateTask'),
  inputs: fields({
    ID: 'statusId assigneeId',
    String: 'title description priority location geoLat geoLon estimatedHours actualHours step',
    Boolean: 'isArchived',
    JSONObject: 'checklist taskData',
    '[String!]': 'reminderIds',
    DateTime: 'scheduledStart scheduledEnd dueDate completedAt',
  }),
};

export const expiration: PatchedRecord = {
  ...stored('Expiration', 'expiration', 'expirations'),
  ...updated('Expiration', 'updateExpiration'),
  touched: ['dateModified'],
  created: {},
  fields: fields({
    'ID!': 'id',
    ID: 'companyId externalId ownerId expirationTypeId',
    String: 'expirationCode description ownerType ownerCode',
    Date: 'expirationDate warningDate dateModified',
    'Int!': 'version',
  }),
  inputs: fields({
    ID: 'externalId ownerId expirationTypeId',
    String: 'expirationCode description ownerType ownerCode',
    Date: 'expirationDate warningDate',
  }),
};

export const quickOrder: PatchedRecord = {
  ...stored('QuickOrder', 'quick_order', 'quick-orders'),
  ...updated('Quick order', 'updateQuickOrder'),
  touched: [],
  created: {},
  fields: fields({
    'ID!': 'id companyId',
    ID: 'userId externalId',
    String: 'status orderDate',
    JSONObject: 'metadata error orderItems',
    DateTime: 'createdDate',
    'Int!': 'version',
  }),
  inputs: fields({ ID: 'userId externalId', String: 'status orderDate', JSONObject: 'metadata orderItems' }),
};

export const shipTo: PatchedRecord = {
  ...stored('ShipTo', 'ship_to', 'ship-tos'),
  ...updated('Ship-to', 'updateShipTo'),
  touched: ['lastModifiedDate'],
  created: {},
  fields: fields({
    'ID!': 'id',
    ID: `companyId externalId customerId locationId organizationId unitId primaryTerminalId secondaryTerminalId
      serviceAreaId salesRepId freightId billingProfileId transportSystemId`,
    String: 'name area openTime closeTime note preferredStartTime preferredEndTime routeCode',
    'Boolean!': 'archived hasTanks',
    Boolean: 'fuelShipTo fuelTransport',
    JSONObject: 'preferences metadata',
    '[String!]': 'units',
    DateTime: 'lastModifiedDate',
    'Int!': 'version',
  }),
  inputs: fields({
    ID: `externalId customerId locationId organizationId unitId primaryTerminalId secondaryTerminalId serviceAreaId
      salesRepId freightId billingProfileId transportSystemId`,
    String: 'name area openTime closeTime note preferredStartTime preferredEndTime routeCode',
    Boolean: 'archived hasTanks fuelShipTo fuelTransport',
    JSONObject: 'preferences metadata',
    '[String!]': 'units',
  }),
};

export const subscription: StoredRecord & { inputs: Fields } = {
  ...stored('WebhookSubscription', 'webhook_subscription', 'subscriptions'),
  fields: fields({
    'ID!': 'id companyId workflowId nodeId',
    'URL!': 'webhookUrl',
    'String!': 'resource',
    String: 'workflowName secret',
    '[String!]!': 'actions',
    JSONObject: 'filter',
    DateTime: 'createdAt updatedAt',
    'Int!': 'version',
  }),
  inputs: fields({
    'ID!': 'workflowId nodeId',
    'String!': 'webhookUrl resource',
    String: 'workflowName secret',
    '[String!]!': 'actions',
    JSONObject: 'filter',
    Int: 'maxInFlight',
    Float: 'maxPerSecond',
    Boolean: 'ordered',
    '[String!]': 'ignoreActors',
    '[WebhookHeaderInput!]': 'headers',
  }),
};

export const PATCHED = [tank, task, expiration, quickOrder, shipTo];
export const RECORDS: StoredRecord[] = [...PATCHED, subscription];

export const isNullable = ({ fields }: StoredRecord, field: string): boolean => !fields[field]?.endsWith('!');

/** Texts that are decimal numbers. */
const COORDINATES = ['latitude', 'longitude', 'geoLat', 'geoLon'];
/** What identifies a record in files: not every text does. */
const IDENTIFIER = 'externalId';

/** The input's fields of the given types that take any text. */
export const inputsOf = ({ inputs }: PatchedRecord, ...types: string[]): string[] =>
  Object.keys(inputs).filter(
    (name) => types.includes(inputs[name] ?? '') && name !== IDENTIFIER && !COORDINATES.includes(name),
  );

/** The values of enums by their names. */
const ENUMS: Record<string, string[]> = {};

/** A value of the type. Each variant gives another one, a Boolean only two; records are stored with variant 0. */
export function sampleOf(type: string, field: string, variant: number): unknown {
  const day = new Date(Date.UTC(2026, 2, 1 + variant)).toISOString().slice(0, 10);
  const samples: Record<string, unknown> = {
    ID: `${field}-${variant}`,
    String: COORDINATES.includes(field) ? `${variant}.5` : `${field} №${variant}`,
    Int: variant,
    Float: variant + 0.1,
    Percentage: variant + 0.1,
    BigInt: `${2n ** 53n + 1n + BigInt(variant)}`,
    Decimal: `${variant + 1}2345678.1234`,
    UUID: `00000000-0000-4000-8000-00000000000${variant}`,
    Boolean: variant % 2 === 1,
    JSONObject: { [field]: variant, of: { numbers: [0.1, -1e-7, 2 ** 53 - 1], others: [null, true, '', {}, []] } },
    '[String!]': [`${field} ${variant}`, 'a, "b" {c} \\d', '', 'NULL'],
    URL: `https://example.com/${variant}`,
    Date: day,
    DateTime: `${day}T08:00:00.120Z`,
  };
  const named = type.replace(/!$/, '');
  if (named in samples) return samples[named];
  const [, item] = /^\[(.*)\]$/.exec(named) ?? [];
  if (item !== undefined) return [sampleOf(item, field, variant), sampleOf(item, field, variant + 1)];
  const values = ENUMS[named] ?? [];
  return values[variant % values.length];
}
