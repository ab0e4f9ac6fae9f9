/** The contract as data, written by hand, so that the tests do not learn it from the schema they judge. */

/** A record's fields by their GraphQL types. */
type Fields = Record<string, string>;

export interface StoredRecord {
  type: string;
  table: string;
  /** The query by id and the connection. */
  one: string;
  many: string;
  /** The first half of its scopes. */
  scope: string;
  /** What is answered: section 2, and `version`. */
  fields: Fields;
}

export interface PatchedRecord extends StoredRecord {
  label: string;
  /** The PATCH of section 4; its path parameter is the argument `id`. */
  mutation: string;
  input: string;
  /** The fields of the request body, all optional. */
  inputs: Fields;
  /** What the server sets when one of them really changes. */
  touched: string[];
}

const fields = (byType: Fields): Fields =>
  Object.fromEntries(Object.entries(byType).flatMap(([type, names]) => names.split(/\s+/).map((name) => [name, type])));

export const tank: PatchedRecord = {
  type: 'Tank',
  table: 'tank',
  one: 'tank',
  many: 'tanks',
  scope: 'tanks',
  label: 'Tank',
  mutation: 'updateTank',
  input: 'UpdateTankInput',
  touched: ['lastModifiedDate'],
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
  type: 'Task',
  table: 'task',
  one: 'task',
  many: 'tasks',
  scope: 'tasks',
  label: 'Task',
  mutation: 'updateTaskAssignee',
  input: 'UpdateTaskAssigneeInput',
  touched: ['updatedAt', 'assignedAt'],
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

export const expiration: PatchedRecord = {
  type: 'Expiration',
  table: 'expiration',
  one: 'expiration',
  many: 'expirations',
  scope: 'expirations',
  label: 'Expiration',
  mutation: 'updateExpiration',
  input: 'UpdateExpirationInput',
  touched: ['dateModified'],
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
  type: 'QuickOrder',
  table: 'quick_order',
  one: 'quickOrder',
  many: 'quickOrders',
  scope: 'quick-orders',
  label: 'Quick order',
  mutation: 'updateQuickOrder',
  input: 'UpdateQuickOrderInput',
  touched: [],
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
  type: 'ShipTo',
  table: 'ship_to',
  one: 'shipTo',
  many: 'shipTos',
  scope: 'ship-tos',
  label: 'Ship-to',
  mutation: 'updateShipTo',
  input: 'UpdateShipToInput',
  touched: ['lastModifiedDate'],
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
  type: 'WebhookSubscription',
  table: 'webhook_subscription',
  one: 'webhookSubscription',
  many: 'webhookSubscriptions',
  scope: 'subscriptions',
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
  }),
};

export const PATCHED = [tank, task, expiration, quickOrder, shipTo];
export const RECORDS: StoredRecord[] = [...PATCHED, subscription];

export const isNullable = ({ fields }: StoredRecord, field: string): boolean => !fields[field]?.endsWith('!');
export const isText = (type: string): boolean => /^(ID|String)!?$/.test(type);

/** A value of the type: each `variant` has its own (a Boolean only two). Records are stored with variant 0. */
export function sampleOf(type: string, field: string, variant: number): unknown {
  const day = new Date(Date.UTC(2026, 2, 1 + variant)).toISOString().slice(0, 10);
  const samples: Record<string, unknown> = {
    ID: `${field}-${variant}`,
    String: `${field} №${variant}`,
    Int: variant,
    Float: variant + 0.1,
    Percentage: variant + 0.1,
    Boolean: variant % 2 === 1,
    JSONObject: { [field]: variant, of: { numbers: [0.1, -1e-7, 1e21], others: [null, true, '', {}, []] } },
    '[String!]': [`${field} ${variant}`, 'a, "b" {c} \\d', '', 'NULL'],
    Date: day,
    DateTime: `${day}T08:00:00.120Z`,
  };
  return samples[type.replace(/!$/, '')];
}
