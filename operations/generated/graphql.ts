/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What an actor is. */
export type ActorKind =
  /** An integration with an API key. */
  | 'API_KEY'
  /** An import of a file. */
  | 'IMPORT'
  /** A program that writes to the database itself. */
  | 'SQL'
  /** The holder of a token. */
  | 'USER';

/** What happened to a record. */
export type ChangeAction =
  /** The record is new, or new in your company. */
  | 'CREATED'
  /** The record is no longer there, or no longer in your company. */
  | 'DELETED'
  /** At least one field has another value. */
  | 'UPDATED';

/** The new record. An omitted field gets its default. */
export type CreateExpirationInput = {
  /** What expires, in words. */
  description?: string | null | undefined;
  /** The code of the expiration type in your own system. */
  expirationCode?: string | null | undefined;
  /** The expiry date. */
  expirationDate?: string | null | undefined;
  /** The id of the expiration type. */
  expirationTypeId?: string | number | null | undefined;
  /** The id in your own system. */
  externalId?: string | number | null | undefined;
  /** A UUID of your own, in lower case; omit it for a new one. A repeat with the same id and fields creates nothing and returns the record, so that a request whose answer was lost can be sent again. The id of a deleted record is refused: `restoreExpiration` brings it back. */
  id?: string | number | null | undefined;
  /** The code of the owner in your own system. */
  ownerCode?: string | null | undefined;
  /** The id of the owner. */
  ownerId?: string | number | null | undefined;
  /** The type of the owner, such as a driver or a truck. */
  ownerType?: string | null | undefined;
  /** The date of the first warning. */
  warningDate?: string | null | undefined;
};

/** The new record. An omitted field gets its default. */
export type CreateQuickOrderInput = {
  /** The id in your own system. */
  externalId?: string | number | null | undefined;
  /** A UUID of your own, in lower case; omit it for a new one. A repeat with the same id and fields creates nothing and returns the record, so that a request whose answer was lost can be sent again. The id of a deleted record is refused: `restoreQuickOrder` brings it back. */
  id?: string | number | null | undefined;
  /** Custom data with your own keys. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The requested date, in the format of your own systems. */
  orderDate?: string | null | undefined;
  /** The ordered items, with your own keys. */
  orderItems?: Record<string, unknown> | null | undefined;
  /** The status, in your company’s own terms. */
  status?: string | null | undefined;
  /** The id of the user who placed the order. */
  userId?: string | number | null | undefined;
};

/** The new record. An omitted field gets its default. */
export type CreateShipToInput = {
  /** Archived ship-tos are kept for their history only. */
  archived?: boolean | null | undefined;
  /** The area, as free text. */
  area?: string | null | undefined;
  /** The id of the billing profile. */
  billingProfileId?: string | number | null | undefined;
  /** The closing time, in the format of your own systems. */
  closeTime?: string | null | undefined;
  /** The id of the customer who receives the deliveries. */
  customerId?: string | number | null | undefined;
  /** The id in your own system, such as an ERP. */
  externalId?: string | number | null | undefined;
  /** The id of the freight rate. */
  freightId?: string | number | null | undefined;
  /** Whether the ship-to receives fuel deliveries. */
  fuelShipTo?: boolean | null | undefined;
  /** Whether the ship-to receives transport loads. */
  fuelTransport?: boolean | null | undefined;
  /** Whether the ship-to has tanks of its own. */
  hasTanks?: boolean | null | undefined;
  /** A UUID of your own, in lower case; omit it for a new one. A repeat with the same id and fields creates nothing and returns the record, so that a request whose answer was lost can be sent again. The id of a deleted record is refused: `restoreShipTo` brings it back. */
  id?: string | number | null | undefined;
  /** The id of the location. */
  locationId?: string | number | null | undefined;
  /** Custom data with your own keys. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The display name. */
  name?: string | null | undefined;
  /** A note for the driver. */
  note?: string | null | undefined;
  /** The opening time, in the format of your own systems. */
  openTime?: string | null | undefined;
  /** The id of the organization within the company. */
  organizationId?: string | number | null | undefined;
  /** Delivery preferences with your own keys. */
  preferences?: Record<string, unknown> | null | undefined;
  /** The end of the preferred delivery time. */
  preferredEndTime?: string | null | undefined;
  /** The start of the preferred delivery time. */
  preferredStartTime?: string | null | undefined;
  /** The id of the terminal to load at. */
  primaryTerminalId?: string | number | null | undefined;
  /** The delivery route. */
  routeCode?: string | null | undefined;
  /** The id of the responsible sales representative. */
  salesRepId?: string | number | null | undefined;
  /** The id of the terminal to load at when the primary terminal cannot serve. */
  secondaryTerminalId?: string | number | null | undefined;
  /** The id of the service area. */
  serviceAreaId?: string | number | null | undefined;
  /** The id in the transport system. */
  transportSystemId?: string | number | null | undefined;
  /** The id of the business unit that serves the site. */
  unitId?: string | number | null | undefined;
  /** The units that serve the ship-to. */
  units?: Array<string> | null | undefined;
};

/** A new subscription. */
export type CreateSubscriptionInput = {
  /** For records, one or more of created, updated, deleted; for subscription, disabled; for delivery, dead. */
  actions: Array<string>;
  /** Only records that contain this object send events: `{"ship_to_id": "…"}`. Its keys are fields of the record in snake_case, and its values have the types and forms of the events. Lists and JSON must contain the given values. */
  filter?: Record<string, unknown> | null | undefined;
  /** Up to 10 headers that every request to the address has, such as `Authorization` for an API gateway. They replace all that were set; null or an empty list removes them. */
  headers?: Array<WebhookHeaderInput> | null | undefined;
  /** Changes by these actors send it no events, such as `key:0123456789abcdef`: an integration ignores its own. Up to 20, as the log has them: `user:<id>`, `key:<id of the API key>`, `import` or `sql:<database user>`. */
  ignoreActors?: Array<string> | null | undefined;
  /** The number of requests that each gateway or worker sends to the address at the same time, 1 to 100. The default is 8. */
  maxInFlight?: number | null | undefined;
  /** The number of requests a second, 0.01 to 1000, that all gateways and workers together send to the address, retries included. After a pause, those of one second may leave at once. Null for no limit. */
  maxPerSecond?: number | null | undefined;
  /** The id of the node of the workflow that receives the events. */
  nodeId: string | number;
  /** Whether the events of one record are sent one after the other, in their order: each waits until the one before was accepted or given up. Events of other records do not wait. A change holds for events that are queued after it. */
  ordered?: boolean | null | undefined;
  /** What is watched: a record, such as tank or quick_order; or subscription or delivery, which report on webhooks themselves. `eventTypes` lists all. */
  resource: string;
  /** Signs each event as defined by Standard Webhooks: `whsec_` and base64, or any text of up to 256 characters. Omit it for unsigned events. */
  secret?: string | null | undefined;
  /** The address that receives the events: an absolute http or https URL without credentials. */
  webhookUrl: string;
  /** The id of the workflow that receives the events. */
  workflowId: string | number;
  /** The display name of the workflow. */
  workflowName?: string | null | undefined;
};

/** The new record. An omitted field gets its default. */
export type CreateTankInput = {
  /** The active alerts. */
  alerts?: Array<string> | null | undefined;
  /** The brand of the fuel or of the owner. */
  brand?: string | null | undefined;
  /** The id of the customer who uses the tank. */
  customerId?: string | number | null | undefined;
  /** The id in your own system, such as an ERP. */
  externalId?: string | number | null | undefined;
  /** The fill level in percent, from 0 to 100; null if unknown. */
  fillPercentage?: number | string | null | undefined;
  /** The id of the fuel in the tank. */
  fuelId?: string | number | null | undefined;
  /** A UUID of your own, in lower case; omit it for a new one. A repeat with the same id and fields creates nothing and returns the record, so that a request whose answer was lost can be sent again. The id of a deleted record is refused: `restoreTank` brings it back. */
  id?: string | number | null | undefined;
  /** Whether to include the tank in delivery jobs. */
  includeInJob?: boolean | null | undefined;
  /** The latitude in degrees, as a decimal string from -90 to 90. */
  latitude?: string | null | undefined;
  /** The id of the location. */
  locationId?: string | number | null | undefined;
  /** The name of the location. */
  locationName?: string | null | undefined;
  /** The longitude in degrees, as a decimal string from -180 to 180. */
  longitude?: string | null | undefined;
  /** Custom data with your own keys. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The display name. */
  name?: string | null | undefined;
  /** A note for the driver. */
  note?: string | null | undefined;
  /** The id of the organization within the company. */
  organizationId?: string | number | null | undefined;
  /** The id of the product in the tank. */
  productId?: string | number | null | undefined;
  /** The name of the product in the tank. */
  productName?: string | null | undefined;
  /** The SKU of the product in the tank. */
  productSku?: string | null | undefined;
  /** The id of the resource group that serves the tank. */
  resourceGroupId?: string | number | null | undefined;
  /** The id of the responsible sales representative. */
  salesRepId?: string | number | null | undefined;
  /** The id of the service area. */
  serviceAreaId?: string | number | null | undefined;
  /** The code of the ship-to in your own system. */
  shipToCode?: string | null | undefined;
  /** The id of the ship-to where the tank stands. `shipTo` returns the record. */
  shipToId?: string | number | null | undefined;
  /** The service status, in your company’s own terms. */
  status?: string | null | undefined;
  /** The postal address of the tank. */
  tankAddress?: string | null | undefined;
  /** The id of the tank monitor. */
  tankMonitorId?: string | number | null | undefined;
  /** The volume of the full tank. */
  tankSize?: number | null | undefined;
  /** The id of the business unit that serves the site. */
  unitId?: string | number | null | undefined;
  /** The id of the vendor who supplies the fuel. */
  vendorId?: string | number | null | undefined;
};

/** The new record. An omitted field gets its default. */
export type CreateTaskInput = {
  /** The id of the assigned user; null if unassigned. */
  assigneeId?: string | number | null | undefined;
  /** The checklist, in the format of the workflow. */
  checklist?: Record<string, unknown> | null | undefined;
  /** The id of the user who created the task. */
  creatorId: string | number;
  /** The full description. */
  description?: string | null | undefined;
  /** The deadline. */
  dueDate?: string | null | undefined;
  /** A copy of the related record from the creation of the task. */
  entityData?: Record<string, unknown> | null | undefined;
  /** The id of the related record. */
  entityId?: string | number | null | undefined;
  /** The type of the related record, such as `tank`. */
  entityType?: string | null | undefined;
  /** The estimated hours, as a decimal string. */
  estimatedHours?: string | null | undefined;
  /** The latitude in degrees, as a decimal string from -90 to 90. */
  geoLat?: string | null | undefined;
  /** The longitude in degrees, as a decimal string from -180 to 180. */
  geoLon?: string | null | undefined;
  /** A UUID of your own, in lower case; omit it for a new one. A repeat with the same id and fields creates nothing and returns the record, so that a request whose answer was lost can be sent again. The id of a deleted record is refused: `restoreTask` brings it back. */
  id?: string | number | null | undefined;
  /** The place of the work. */
  location?: string | null | undefined;
  /** The id of the organization within the company. */
  organizationId?: string | number | null | undefined;
  /** The id of the user who is responsible for the task. */
  ownerId?: string | number | null | undefined;
  /** The id of the parent task. */
  parentId?: string | number | null | undefined;
  /** The priority, in your company’s own terms. */
  priority: string;
  /** The ids of the reminders. */
  reminderIds?: Array<string> | null | undefined;
  /** The planned end. */
  scheduledEnd?: string | null | undefined;
  /** The planned start. */
  scheduledStart?: string | null | undefined;
  /** The id of the status in the workflow. */
  statusId: string | number;
  /** The current step of the workflow. */
  step?: string | null | undefined;
  /** Data that the workflow stores with the task. */
  taskData?: Record<string, unknown> | null | undefined;
  /** The number shown to users. */
  taskNumber: number;
  /** The id of the task type. */
  taskTypeId: string | number;
  /** The id of the team that owns the task. */
  teamId: string | number;
  /** The title, in one line. */
  title: string;
  /** The id of the workflow that the task belongs to. */
  workflowId: string | number;
};

/** All conditions must hold. Null matches records without a value, where the field can be null. */
export type ExpirationFilter = {
  /** True: `expirationDate` is null. False: it has a value. */
  expirationDateIsNull?: boolean | null | undefined;
  /** The id of the expiration type. */
  expirationTypeId?: string | number | null | undefined;
  /** `expirationTypeId` is one of these, at most 200. An empty list matches nothing. */
  expirationTypeIdIn?: Array<string | number> | null | undefined;
  /** True: `expirationTypeId` is null. False: it has a value. */
  expirationTypeIdIsNull?: boolean | null | undefined;
  /** Expiry date before this date. */
  expiresBefore?: string | null | undefined;
  /** Expiry date on this date or later. */
  expiresFrom?: string | null | undefined;
  /** The id in your own system. */
  externalId?: string | number | null | undefined;
  /** `externalId` is one of these, at most 200. An empty list matches nothing. */
  externalIdIn?: Array<string | number> | null | undefined;
  /** True: `externalId` is null. False: it has a value. */
  externalIdIsNull?: boolean | null | undefined;
  /** `id` is one of these, at most 200. An empty list matches nothing. */
  idIn?: Array<string | number> | null | undefined;
  /** Records that were created or changed at this time or later. Select `modifiedThrough` on each page of this read, and pass that of the first page to the next read. Null finds all records, as for a first read. Deleted records are reported by `deletions`. */
  modifiedSince?: string | null | undefined;
  /** The id of the owner. */
  ownerId?: string | number | null | undefined;
  /** `ownerId` is one of these, at most 200. An empty list matches nothing. */
  ownerIdIn?: Array<string | number> | null | undefined;
  /** True: `ownerId` is null. False: it has a value. */
  ownerIdIsNull?: boolean | null | undefined;
  /** The type of the owner, such as a driver or a truck. */
  ownerType?: string | null | undefined;
  /** `ownerType` is one of these, at most 200. An empty list matches nothing. */
  ownerTypeIn?: Array<string> | null | undefined;
  /** True: `ownerType` is null. False: it has a value. */
  ownerTypeIsNull?: boolean | null | undefined;
  /** Each word of this text is in one of `externalId`, `expirationCode`, `ownerCode`, in any order and case, with or without accents. Words of one or two characters are found where a word begins. It has 2 to 255 characters and at most 10 words. */
  search?: string | null | undefined;
  /** True: `warningDate` is null. False: it has a value. */
  warningDateIsNull?: boolean | null | undefined;
  /** Warning date before this date. */
  warnsBefore?: string | null | undefined;
  /** Warning date on this date or later. */
  warnsFrom?: string | null | undefined;
};

/** Sort order. */
export type ExpirationOrder = {
  /** Sort direction. */
  direction: OrderDirection;
  /** Sort field. */
  field: ExpirationOrderField;
};

/** Sort field. Records with equal values are sorted by id. */
export type ExpirationOrderField =
  /** By expiry date; those without one are last. */
  | 'EXPIRATION_DATE'
  /** By id. */
  | 'ID'
  /** By the time of creation or last change. A record that changes several times within ten minutes may keep the place of the first change. */
  | 'LAST_MODIFIED'
  /** By warning date; those without one are last. */
  | 'WARNING_DATE';

/** What is wrong with a value. A later version may add codes: show `message` for those that you do not know. */
export type InputIssueCode =
  /** The id is that of a record that was deleted; only restoring it brings it back. */
  | 'DELETED'
  /** The same value is given twice. */
  | 'DUPLICATE'
  /** The value conflicts with another argument, or with an earlier request of the same key. */
  | 'INCOMPATIBLE'
  /** The value cannot be stored or compared for another reason. */
  | 'INVALID'
  /** The text or a key contains U+0000 or an unpaired surrogate. */
  | 'INVALID_CHARACTER'
  /** The limit is reached: of subscriptions, or of running replays. */
  | 'LIMIT_REACHED'
  /** The number or the time is too small or too large. */
  | 'OUT_OF_RANGE'
  /** A value is required: it is null, empty or missing. */
  | 'REQUIRED'
  /** The JSON is nested too deeply. */
  | 'TOO_DEEP'
  /** The text, the list or the object is too long. */
  | 'TOO_LONG'
  /** There is no field of this name. */
  | 'UNKNOWN_FIELD'
  /** The value is not one of those that are accepted. */
  | 'UNKNOWN_VALUE'
  /** The text does not have the form of such values: an address, a time, base64, a cursor. */
  | 'WRONG_FORMAT'
  /** The value is of another type, such as a text in place of a number. */
  | 'WRONG_TYPE';

/** Sort direction. */
export type OrderDirection =
  /** Ascending: smallest, earliest or A first. */
  | 'ASC'
  /** Descending: largest, latest or Z first. */
  | 'DESC';

/** All conditions must hold. Null matches records without a value, where the field can be null. */
export type QuickOrderFilter = {
  /** Orders placed before this time. */
  createdBefore?: string | null | undefined;
  /** Orders placed at this time or later. */
  createdFrom?: string | null | undefined;
  /** The id in your own system. */
  externalId?: string | number | null | undefined;
  /** `externalId` is one of these, at most 200. An empty list matches nothing. */
  externalIdIn?: Array<string | number> | null | undefined;
  /** True: `externalId` is null. False: it has a value. */
  externalIdIsNull?: boolean | null | undefined;
  /** `id` is one of these, at most 200. An empty list matches nothing. */
  idIn?: Array<string | number> | null | undefined;
  /** Records that were created or changed at this time or later. Select `modifiedThrough` on each page of this read, and pass that of the first page to the next read. Null finds all records, as for a first read. Deleted records are reported by `deletions`. */
  modifiedSince?: string | null | undefined;
  /** Each word of this text is in one of `externalId`, in any order and case, with or without accents. Words of one or two characters are found where a word begins. It has 2 to 255 characters and at most 10 words. */
  search?: string | null | undefined;
  /** The status, in your company’s own terms. */
  status?: string | null | undefined;
  /** `status` is one of these, at most 200. An empty list matches nothing. */
  statusIn?: Array<string> | null | undefined;
  /** True: `status` is null. False: it has a value. */
  statusIsNull?: boolean | null | undefined;
  /** The id of the user who placed the order. */
  userId?: string | number | null | undefined;
  /** `userId` is one of these, at most 200. An empty list matches nothing. */
  userIdIn?: Array<string | number> | null | undefined;
  /** True: `userId` is null. False: it has a value. */
  userIdIsNull?: boolean | null | undefined;
};

/** Sort order. */
export type QuickOrderOrder = {
  /** Sort direction. */
  direction: OrderDirection;
  /** Sort field. */
  field: QuickOrderOrderField;
};

/** Sort field. Records with equal values are sorted by id. */
export type QuickOrderOrderField =
  /** By creation time. */
  | 'CREATED_DATE'
  /** By id. */
  | 'ID'
  /** By the time of creation or last change. A record that changes several times within ten minutes may keep the place of the first change. */
  | 'LAST_MODIFIED';

/** A record, and the version at which it may be deleted. */
export type RecordToDelete = {
  /** The `version` that you last read. If the record has changed since, it stays as it is and the result is its `ConflictError`. */
  expectedVersion?: number | null | undefined;
  /** The id of the record. */
  id: string | number;
};

/** A deletion to undo. */
export type RecordToRestore = {
  /** The id of the deleted record. */
  id: string | number;
  /** The version that the record had when it was deleted, as the answer of the deletion, its event, `deletions` and the history have it. So a late repeat does not bring back what was deleted again. */
  version: number;
};

/** All conditions must hold. Null matches records without a value, where the field can be null. */
export type ShipToFilter = {
  /** Archived ship-tos are kept for their history only. */
  archived?: boolean | null | undefined;
  /** The id of the customer who receives the deliveries. */
  customerId?: string | number | null | undefined;
  /** `customerId` is one of these, at most 200. An empty list matches nothing. */
  customerIdIn?: Array<string | number> | null | undefined;
  /** True: `customerId` is null. False: it has a value. */
  customerIdIsNull?: boolean | null | undefined;
  /** The id in your own system, such as an ERP. */
  externalId?: string | number | null | undefined;
  /** `externalId` is one of these, at most 200. An empty list matches nothing. */
  externalIdIn?: Array<string | number> | null | undefined;
  /** True: `externalId` is null. False: it has a value. */
  externalIdIsNull?: boolean | null | undefined;
  /** `id` is one of these, at most 200. An empty list matches nothing. */
  idIn?: Array<string | number> | null | undefined;
  /** The id of the location. */
  locationId?: string | number | null | undefined;
  /** `locationId` is one of these, at most 200. An empty list matches nothing. */
  locationIdIn?: Array<string | number> | null | undefined;
  /** True: `locationId` is null. False: it has a value. */
  locationIdIsNull?: boolean | null | undefined;
  /** Records that were created or changed at this time or later. Select `modifiedThrough` on each page of this read, and pass that of the first page to the next read. Null finds all records, as for a first read. Deleted records are reported by `deletions`. */
  modifiedSince?: string | null | undefined;
  /** The delivery route. */
  routeCode?: string | null | undefined;
  /** `routeCode` is one of these, at most 200. An empty list matches nothing. */
  routeCodeIn?: Array<string> | null | undefined;
  /** True: `routeCode` is null. False: it has a value. */
  routeCodeIsNull?: boolean | null | undefined;
  /** Each word of this text is in one of `externalId`, `name`, `routeCode`, in any order and case, with or without accents. Words of one or two characters are found where a word begins. It has 2 to 255 characters and at most 10 words. */
  search?: string | null | undefined;
  /** The id of the service area. */
  serviceAreaId?: string | number | null | undefined;
  /** `serviceAreaId` is one of these, at most 200. An empty list matches nothing. */
  serviceAreaIdIn?: Array<string | number> | null | undefined;
  /** True: `serviceAreaId` is null. False: it has a value. */
  serviceAreaIdIsNull?: boolean | null | undefined;
};

/** Sort order. */
export type ShipToOrder = {
  /** Sort direction. */
  direction: OrderDirection;
  /** Sort field. */
  field: ShipToOrderField;
};

/** Sort field. Records with equal values are sorted by id. */
export type ShipToOrderField =
  /** By id. */
  | 'ID'
  /** By the time of creation or last change. A record that changes several times within ten minutes may keep the place of the first change. */
  | 'LAST_MODIFIED'
  /** By name; unnamed ship-tos are first. */
  | 'NAME';

/** All conditions must hold. Null matches records without a value, where the field can be null. */
export type TankFilter = {
  /** The id of the customer who uses the tank. */
  customerId?: string | number | null | undefined;
  /** `customerId` is one of these, at most 200. An empty list matches nothing. */
  customerIdIn?: Array<string | number> | null | undefined;
  /** True: `customerId` is null. False: it has a value. */
  customerIdIsNull?: boolean | null | undefined;
  /** Tanks that are not empty before this number of days. */
  daysToEmptyAtLeast?: number | null | undefined;
  /** Tanks that are empty within this number of days. */
  daysToEmptyAtMost?: number | null | undefined;
  /** The id in your own system, such as an ERP. */
  externalId?: string | number | null | undefined;
  /** `externalId` is one of these, at most 200. An empty list matches nothing. */
  externalIdIn?: Array<string | number> | null | undefined;
  /** True: `externalId` is null. False: it has a value. */
  externalIdIsNull?: boolean | null | undefined;
  /** Tanks filled to this percentage or more. */
  fillPercentageAtLeast?: number | null | undefined;
  /** Tanks filled to this percentage or less; an unknown level counts as empty. */
  fillPercentageAtMost?: number | null | undefined;
  /** True: `fillPercentage` is null. False: it has a value. */
  fillPercentageIsNull?: boolean | null | undefined;
  /** The delivery urgency, in your company’s own terms. */
  fillStatus?: string | null | undefined;
  /** `fillStatus` is one of these, at most 200. An empty list matches nothing. */
  fillStatusIn?: Array<string> | null | undefined;
  /** `id` is one of these, at most 200. An empty list matches nothing. */
  idIn?: Array<string | number> | null | undefined;
  /** The id of the location. */
  locationId?: string | number | null | undefined;
  /** `locationId` is one of these, at most 200. An empty list matches nothing. */
  locationIdIn?: Array<string | number> | null | undefined;
  /** True: `locationId` is null. False: it has a value. */
  locationIdIsNull?: boolean | null | undefined;
  /** Records that were created or changed at this time or later. Select `modifiedThrough` on each page of this read, and pass that of the first page to the next read. Null finds all records, as for a first read. Deleted records are reported by `deletions`. */
  modifiedSince?: string | null | undefined;
  /** Each word of this text is in one of `externalId`, `name`, in any order and case, with or without accents. Words of one or two characters are found where a word begins. It has 2 to 255 characters and at most 10 words. */
  search?: string | null | undefined;
  /** The id of the ship-to where the tank stands. `shipTo` returns the record. */
  shipToId?: string | number | null | undefined;
  /** `shipToId` is one of these, at most 200. An empty list matches nothing. */
  shipToIdIn?: Array<string | number> | null | undefined;
  /** True: `shipToId` is null. False: it has a value. */
  shipToIdIsNull?: boolean | null | undefined;
  /** The service status, in your company’s own terms. */
  status?: string | null | undefined;
  /** `status` is one of these, at most 200. An empty list matches nothing. */
  statusIn?: Array<string> | null | undefined;
  /** True: `status` is null. False: it has a value. */
  statusIsNull?: boolean | null | undefined;
};

/** Sort order. */
export type TankOrder = {
  /** Sort direction. */
  direction: OrderDirection;
  /** Sort field. */
  field: TankOrderField;
};

/** Sort field. Records with equal values are sorted by id. */
export type TankOrderField =
  /** By days until empty. */
  | 'DAYS_TO_EMPTY'
  /** By fill level; tanks of unknown level are first. */
  | 'FILL_PERCENTAGE'
  /** By id. */
  | 'ID'
  /** By the time of creation or last change. A record that changes several times within ten minutes may keep the place of the first change. */
  | 'LAST_MODIFIED'
  /** By name; unnamed tanks are first. */
  | 'NAME';

/** All conditions must hold. Null matches records without a value, where the field can be null. */
export type TaskFilter = {
  /** The id of the assigned user; null if unassigned. */
  assigneeId?: string | number | null | undefined;
  /** `assigneeId` is one of these, at most 200. An empty list matches nothing. */
  assigneeIdIn?: Array<string | number> | null | undefined;
  /** True: `assigneeId` is null. False: it has a value. */
  assigneeIdIsNull?: boolean | null | undefined;
  /** Tasks due before this time. */
  dueBefore?: string | null | undefined;
  /** True: `dueDate` is null. False: it has a value. */
  dueDateIsNull?: boolean | null | undefined;
  /** Tasks due at this time or later. */
  dueFrom?: string | null | undefined;
  /** The id of the related record. */
  entityId?: string | number | null | undefined;
  /** `entityId` is one of these, at most 200. An empty list matches nothing. */
  entityIdIn?: Array<string | number> | null | undefined;
  /** True: `entityId` is null. False: it has a value. */
  entityIdIsNull?: boolean | null | undefined;
  /** The type of the related record, such as `tank`. */
  entityType?: string | null | undefined;
  /** `id` is one of these, at most 200. An empty list matches nothing. */
  idIn?: Array<string | number> | null | undefined;
  /** Archived tasks are kept for their history only. */
  isArchived?: boolean | null | undefined;
  /** Records that were created or changed at this time or later. Select `modifiedThrough` on each page of this read, and pass that of the first page to the next read. Null finds all records, as for a first read. Deleted records are reported by `deletions`. */
  modifiedSince?: string | null | undefined;
  /** Tasks planned to start before this time. */
  scheduledStartBefore?: string | null | undefined;
  /** Tasks planned to start at this time or later. */
  scheduledStartFrom?: string | null | undefined;
  /** True: `scheduledStart` is null. False: it has a value. */
  scheduledStartIsNull?: boolean | null | undefined;
  /** Each word of this text is in one of `title`, `taskNumber`, in any order and case, with or without accents. Words of one or two characters are found where a word begins. It has 2 to 255 characters and at most 10 words. */
  search?: string | null | undefined;
  /** The id of the status in the workflow. */
  statusId?: string | number | null | undefined;
  /** `statusId` is one of these, at most 200. An empty list matches nothing. */
  statusIdIn?: Array<string | number> | null | undefined;
  /** The number shown to users. */
  taskNumber?: number | null | undefined;
  /** The id of the team that owns the task. */
  teamId?: string | number | null | undefined;
  /** `teamId` is one of these, at most 200. An empty list matches nothing. */
  teamIdIn?: Array<string | number> | null | undefined;
  /** The id of the workflow that the task belongs to. */
  workflowId?: string | number | null | undefined;
  /** `workflowId` is one of these, at most 200. An empty list matches nothing. */
  workflowIdIn?: Array<string | number> | null | undefined;
};

/** Sort order. */
export type TaskOrder = {
  /** Sort direction. */
  direction: OrderDirection;
  /** Sort field. */
  field: TaskOrderField;
};

/** Sort field. Records with equal values are sorted by id. */
export type TaskOrderField =
  /** By deadline; tasks without one are last. */
  | 'DUE_DATE'
  /** By id. */
  | 'ID'
  /** By the time of creation or last change. A record that changes several times within ten minutes may keep the place of the first change. */
  | 'LAST_MODIFIED'
  /** By planned start; tasks without one are last. */
  | 'SCHEDULED_START'
  /** By task number. */
  | 'TASK_NUMBER';

/** Why a request was not authorized. The same words are codes in `errors[]`. */
export type UnauthorizedReason =
  /** The token is valid but does not allow this. A new one of the same kind does not help. */
  | 'FORBIDDEN'
  /** There is no valid token: it is missing, expired or not accepted. Get a new one and repeat the request. */
  | 'UNAUTHENTICATED';

/** The changes. An omitted field keeps its value, null clears it. */
export type UpdateExpirationInput = {
  /** What expires, in words. */
  description?: string | null | undefined;
  /** The code of the expiration type in your own system. */
  expirationCode?: string | null | undefined;
  /** The expiry date. */
  expirationDate?: string | null | undefined;
  /** The id of the expiration type. */
  expirationTypeId?: string | number | null | undefined;
  /** The id in your own system. */
  externalId?: string | number | null | undefined;
  /** The code of the owner in your own system. */
  ownerCode?: string | null | undefined;
  /** The id of the owner. */
  ownerId?: string | number | null | undefined;
  /** The type of the owner, such as a driver or a truck. */
  ownerType?: string | null | undefined;
  /** The date of the first warning. */
  warningDate?: string | null | undefined;
};

/** The changes of one record. */
export type UpdateExpirationPatch = {
  /** The `version` that you last read. If the record has changed since, it stays as it is and the result is its `ConflictError`. */
  expectedVersion?: number | null | undefined;
  /** The id of the record. */
  id: string | number;
  /** The changes. An omitted field keeps its value, null clears it, objects and lists are replaced whole. */
  input: UpdateExpirationInput;
};

/** The changes. An omitted field keeps its value, null clears it. */
export type UpdateQuickOrderInput = {
  /** The id in your own system. */
  externalId?: string | number | null | undefined;
  /** Custom data with your own keys. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The requested date, in the format of your own systems. */
  orderDate?: string | null | undefined;
  /** The ordered items, with your own keys. */
  orderItems?: Record<string, unknown> | null | undefined;
  /** The status, in your company’s own terms. */
  status?: string | null | undefined;
  /** The id of the user who placed the order. */
  userId?: string | number | null | undefined;
};

/** The changes of one record. */
export type UpdateQuickOrderPatch = {
  /** The `version` that you last read. If the record has changed since, it stays as it is and the result is its `ConflictError`. */
  expectedVersion?: number | null | undefined;
  /** The id of the record. */
  id: string | number;
  /** The changes. An omitted field keeps its value, null clears it, objects and lists are replaced whole. */
  input: UpdateQuickOrderInput;
};

/** The changes. An omitted field keeps its value, null clears it. */
export type UpdateShipToInput = {
  /** Archived ship-tos are kept for their history only. It cannot be null. */
  archived?: boolean | null | undefined;
  /** The area, as free text. */
  area?: string | null | undefined;
  /** The id of the billing profile. */
  billingProfileId?: string | number | null | undefined;
  /** The closing time, in the format of your own systems. */
  closeTime?: string | null | undefined;
  /** The id of the customer who receives the deliveries. */
  customerId?: string | number | null | undefined;
  /** The id in your own system, such as an ERP. */
  externalId?: string | number | null | undefined;
  /** The id of the freight rate. */
  freightId?: string | number | null | undefined;
  /** Whether the ship-to receives fuel deliveries. */
  fuelShipTo?: boolean | null | undefined;
  /** Whether the ship-to receives transport loads. */
  fuelTransport?: boolean | null | undefined;
  /** Whether the ship-to has tanks of its own. It cannot be null. */
  hasTanks?: boolean | null | undefined;
  /** The id of the location. */
  locationId?: string | number | null | undefined;
  /** Custom data with your own keys. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The display name. */
  name?: string | null | undefined;
  /** A note for the driver. */
  note?: string | null | undefined;
  /** The opening time, in the format of your own systems. */
  openTime?: string | null | undefined;
  /** The id of the organization within the company. */
  organizationId?: string | number | null | undefined;
  /** Delivery preferences with your own keys. */
  preferences?: Record<string, unknown> | null | undefined;
  /** The end of the preferred delivery time. */
  preferredEndTime?: string | null | undefined;
  /** The start of the preferred delivery time. */
  preferredStartTime?: string | null | undefined;
  /** The id of the terminal to load at. */
  primaryTerminalId?: string | number | null | undefined;
  /** The delivery route. */
  routeCode?: string | null | undefined;
  /** The id of the responsible sales representative. */
  salesRepId?: string | number | null | undefined;
  /** The id of the terminal to load at when the primary terminal cannot serve. */
  secondaryTerminalId?: string | number | null | undefined;
  /** The id of the service area. */
  serviceAreaId?: string | number | null | undefined;
  /** The id in the transport system. */
  transportSystemId?: string | number | null | undefined;
  /** The id of the business unit that serves the site. */
  unitId?: string | number | null | undefined;
  /** The units that serve the ship-to. */
  units?: Array<string> | null | undefined;
};

/** The changes of one record. */
export type UpdateShipToPatch = {
  /** The `version` that you last read. If the record has changed since, it stays as it is and the result is its `ConflictError`. */
  expectedVersion?: number | null | undefined;
  /** The id of the record. */
  id: string | number;
  /** The changes. An omitted field keeps its value, null clears it, objects and lists are replaced whole. */
  input: UpdateShipToInput;
};

/** The changes. An omitted field keeps its value, null clears it. */
export type UpdateSubscriptionInput = {
  /** For records, one or more of created, updated, deleted; for subscription, disabled; for delivery, dead. It cannot be null. */
  actions?: Array<string> | null | undefined;
  /** Only records that contain this object send events: `{"ship_to_id": "…"}`. Its keys are fields of the record in snake_case, and its values have the types and forms of the events. Lists and JSON must contain the given values. */
  filter?: Record<string, unknown> | null | undefined;
  /** Up to 10 headers that every request to the address has, such as `Authorization` for an API gateway. They replace all that were set; null or an empty list removes them. */
  headers?: Array<WebhookHeaderInput> | null | undefined;
  /** Changes by these actors send it no events, such as `key:0123456789abcdef`: an integration ignores its own. Up to 20, as the log has them: `user:<id>`, `key:<id of the API key>`, `import` or `sql:<database user>`. */
  ignoreActors?: Array<string> | null | undefined;
  /** The number of requests that each gateway or worker sends to the address at the same time, 1 to 100. The default is 8. It cannot be null. */
  maxInFlight?: number | null | undefined;
  /** The number of requests a second, 0.01 to 1000, that all gateways and workers together send to the address, retries included. After a pause, those of one second may leave at once. Null for no limit. */
  maxPerSecond?: number | null | undefined;
  /** The id of the node of the workflow that receives the events. It cannot be null. */
  nodeId?: string | number | null | undefined;
  /** Whether the events of one record are sent one after the other, in their order: each waits until the one before was accepted or given up. Events of other records do not wait. A change holds for events that are queued after it. It cannot be null. */
  ordered?: boolean | null | undefined;
  /** What is watched: a record, such as tank or quick_order; or subscription or delivery, which report on webhooks themselves. `eventTypes` lists all. The actions and the filter must fit it, including those that are kept. It cannot be null. */
  resource?: string | null | undefined;
  /** The address that receives the events, including those that already wait. A new address starts without failures. A disabled subscription stays disabled until `resumeSubscription`. It cannot be null. */
  webhookUrl?: string | null | undefined;
  /** The id of the workflow that receives the events. It cannot be null. */
  workflowId?: string | number | null | undefined;
  /** The display name of the workflow. */
  workflowName?: string | null | undefined;
};

/** The changes. An omitted field keeps its value, null clears it. */
export type UpdateTankInput = {
  /** The active alerts. */
  alerts?: Array<string> | null | undefined;
  /** The brand of the fuel or of the owner. */
  brand?: string | null | undefined;
  /** The id of the customer who uses the tank. */
  customerId?: string | number | null | undefined;
  /** The id in your own system, such as an ERP. */
  externalId?: string | number | null | undefined;
  /** The fill level in percent, from 0 to 100; null if unknown. */
  fillPercentage?: number | string | null | undefined;
  /** The id of the fuel in the tank. */
  fuelId?: string | number | null | undefined;
  /** Whether to include the tank in delivery jobs. It cannot be null. */
  includeInJob?: boolean | null | undefined;
  /** The latitude in degrees, as a decimal string from -90 to 90. */
  latitude?: string | null | undefined;
  /** The id of the location. */
  locationId?: string | number | null | undefined;
  /** The name of the location. */
  locationName?: string | null | undefined;
  /** The longitude in degrees, as a decimal string from -180 to 180. */
  longitude?: string | null | undefined;
  /** Custom data with your own keys. It cannot be null. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The display name. */
  name?: string | null | undefined;
  /** The id of the organization within the company. */
  organizationId?: string | number | null | undefined;
  /** The id of the product in the tank. */
  productId?: string | number | null | undefined;
  /** The name of the product in the tank. */
  productName?: string | null | undefined;
  /** The SKU of the product in the tank. */
  productSku?: string | null | undefined;
  /** The id of the resource group that serves the tank. */
  resourceGroupId?: string | number | null | undefined;
  /** The id of the responsible sales representative. */
  salesRepId?: string | number | null | undefined;
  /** The id of the service area. */
  serviceAreaId?: string | number | null | undefined;
  /** The code of the ship-to in your own system. */
  shipToCode?: string | null | undefined;
  /** The id of the ship-to where the tank stands. `shipTo` returns the record. */
  shipToId?: string | number | null | undefined;
  /** The service status, in your company’s own terms. */
  status?: string | null | undefined;
  /** The postal address of the tank. */
  tankAddress?: string | null | undefined;
  /** The id of the tank monitor. */
  tankMonitorId?: string | number | null | undefined;
  /** The id of the business unit that serves the site. */
  unitId?: string | number | null | undefined;
  /** The id of the vendor who supplies the fuel. */
  vendorId?: string | number | null | undefined;
};

/** The changes of one record. */
export type UpdateTankPatch = {
  /** The `version` that you last read. If the record has changed since, it stays as it is and the result is its `ConflictError`. */
  expectedVersion?: number | null | undefined;
  /** The id of the record. */
  id: string | number;
  /** The changes. An omitted field keeps its value, null clears it, objects and lists are replaced whole. */
  input: UpdateTankInput;
};

/** The changes. An omitted field keeps its value, null clears it. */
export type UpdateTaskAssigneeInput = {
  /** The new assignee. Null clears it; an omitted field changes nothing. */
  assigneeId?: string | number | null | undefined;
};

/** The changes of one record. */
export type UpdateTaskAssigneePatch = {
  /** The `version` that you last read. If the record has changed since, it stays as it is and the result is its `ConflictError`. */
  expectedVersion?: number | null | undefined;
  /** The id of the record. */
  id: string | number;
  /** The changes. An omitted field keeps its value, null clears it, objects and lists are replaced whole. */
  input: UpdateTaskAssigneeInput;
};

/** Records to watch. All conditions must hold. */
export type WatchInput = {
  /** Only records that contain this object before or after the change. Its keys are the fields in snake_case, as in the filter of a webhook. Up to 16 KB as JSON, with up to 100 values in all its lists. Lists of objects that are too long to compare with all filters on the record count as contained. */
  filter?: Record<string, unknown> | null | undefined;
  /** Only the records with these ids, up to 1000 in all items of `watch`, each of up to 255 characters. */
  ids?: Array<string | number> | null | undefined;
  /** The type of the records. */
  record: WatchedRecord;
};

/** A type of records whose changes and deletions are reported. */
export type WatchedRecord =
  /** Expirations. Needs the scope `expirations:read`. */
  | 'EXPIRATION'
  /** Quick orders. Needs the scope `quick-orders:read`. */
  | 'QUICK_ORDER'
  /** Ship-tos. Needs the scope `ship-tos:read`. */
  | 'SHIP_TO'
  /** Tanks. Needs the scope `tanks:read`. */
  | 'TANK'
  /** Tasks. Needs the scope `tasks:read`. */
  | 'TASK';

/** All conditions must hold. Null matches records without a value, where the field can be null. */
export type WebhookDeliveryFilter = {
  /** The id of the record that changed. */
  resourceId?: string | number | null | undefined;
  /** Deliveries with this status. */
  status?: WebhookDeliveryStatus | null | undefined;
};

/** The status of a delivery. */
export type WebhookDeliveryStatus =
  /** Given up: no retries are left, the address answered 410, or too many deliveries of the company were waiting (`reason`). `redeliver` tries again. */
  | 'DEAD'
  /** The address answered with a 2xx status. */
  | 'DELIVERED'
  /** Waiting because the subscription is paused or disabled. */
  | 'HELD'
  /** In progress, or waiting for the next attempt. */
  | 'PENDING';

/** A header that every request to the address of a subscription has. */
export type WebhookHeaderInput = {
  /** Its name, such as `Authorization` or `X-Api-Key`, whatever its case. Headers that the gateway sets itself are refused: `Content-Type`, `User-Agent`, `Host` and all that begin with `webhook-`. */
  name: string;
  /** Its value, up to 4096 printable ASCII characters. It is encrypted in the database and never shown. */
  value: string;
};

/** The period of figures. It begins at a full hour and ends now. */
export type WebhookPeriod =
  /** The current hour and the 24 before. */
  | 'DAY'
  /** The current hour and the one before. */
  | 'HOUR'
  /** The current hour and the 168 before. */
  | 'WEEK';

/** All conditions must hold. */
export type WebhookReplayFilter = {
  /** Only events of the record with this id. */
  resourceId?: string | number | null | undefined;
  /** Only deliveries with this status. `DEAD` sends again what was given up. */
  status?: WebhookDeliveryStatus | null | undefined;
};

/** The status of a replay. */
export type WebhookReplayStatus =
  /** Stopped by `cancelReplay`. */
  | 'CANCELLED'
  /** Every matching delivery has been queued. Some may still wait to be sent. */
  | 'DONE'
  /** Deliveries are being queued. */
  | 'RUNNING';

/** All conditions must hold. Null matches records without a value, where the field can be null. */
export type WebhookSubscriptionFilter = {
  /** `id` is one of these, at most 200. An empty list matches nothing. */
  idIn?: Array<string | number> | null | undefined;
  /** Records that were created or changed at this time or later. Select `modifiedThrough` on each page of this read, and pass that of the first page to the next read. Null finds all records, as for a first read. Deleted records are reported by `deletions`. */
  modifiedSince?: string | null | undefined;
  /** What is watched: a record, such as tank or quick_order; or subscription or delivery, which report on webhooks themselves. `eventTypes` lists all. */
  resource?: string | null | undefined;
  /** `resource` is one of these, at most 200. An empty list matches nothing. */
  resourceIn?: Array<string> | null | undefined;
  /** Each word of this text is in one of `workflowName`, in any order and case, with or without accents. Words of one or two characters are found where a word begins. It has 2 to 255 characters and at most 10 words. */
  search?: string | null | undefined;
  /** Subscriptions in this state. */
  state?: WebhookSubscriptionState | null | undefined;
  /** `state` is one of these, at most 200. An empty list matches nothing. */
  stateIn?: Array<WebhookSubscriptionState> | null | undefined;
  /** The id of the workflow that receives the events. */
  workflowId?: string | number | null | undefined;
  /** `workflowId` is one of these, at most 200. An empty list matches nothing. */
  workflowIdIn?: Array<string | number> | null | undefined;
};

/** The delivery state of a subscription. */
export type WebhookSubscriptionState =
  /** Events are delivered. */
  | 'ACTIVE'
  /** The address has failed for five days or answered 410. Events are held for 14 days by default; `resumeSubscription` delivers them. */
  | 'DISABLED'
  /** Events wait until `resumeSubscription`. */
  | 'PAUSED';

export type AggregateQueryVariables = Exact<{
  timeZone?: string | null | undefined;
}>;


export type AggregateQuery = { tankAggregate: { others: number, groups: Array<{ count: number, key: { productName: string | null }, sum: { tankSize: number | null, readingVolume: number | null }, avg: { fillPercentage: number | null }, min: { daysToEmpty: number | null, lastReadingDate: string | null } }> } | null, taskAggregate: { groups: Array<{ count: number, key: { dueDate: string | null, statusId: string | null } }> } | null, expirationAggregate: { groups: Array<{ count: number, key: { ownerType: string | null }, min: { expirationDate: string | null } }> } | null, quickOrderAggregate: { groups: Array<{ count: number, key: { status: string | null } }> } | null, shipToAggregate: { others: number, groups: Array<{ count: number, key: { routeCode: string | null } }> } | null, webhookSubscriptionAggregate: { groups: Array<{ count: number, key: { state: WebhookSubscriptionState | null } }> } | null };

export type ChangesSubscriptionVariables = Exact<{
  watch: Array<WatchInput> | WatchInput;
  since?: string | null | undefined;
}>;


export type ChangesSubscription = { changes:
    | { __typename: 'ExpirationChange', action: ChangeAction, recordId: string, changedFields: Array<string>, matches: boolean, cursor: string, actor: { kind: ActorKind, id: string | null } | null }
    | { __typename: 'QuickOrderChange', action: ChangeAction, recordId: string, changedFields: Array<string>, matches: boolean, cursor: string, actor: { kind: ActorKind, id: string | null } | null }
    | { __typename: 'Resync', cursor: string }
    | { __typename: 'ShipToChange', action: ChangeAction, recordId: string, changedFields: Array<string>, matches: boolean, cursor: string, actor: { kind: ActorKind, id: string | null } | null }
    | { __typename: 'TankChange', action: ChangeAction, recordId: string, changedFields: Array<string>, matches: boolean, cursor: string, actor: { kind: ActorKind, id: string | null } | null, tank: { id: string, name: string | null, fillPercentage: number | null, status: string | null, version: number } | null }
    | { __typename: 'TaskChange', action: ChangeAction, recordId: string, changedFields: Array<string>, matches: boolean, cursor: string, actor: { kind: ActorKind, id: string | null } | null, task: { id: string, title: string, statusId: string, assigneeId: string | null, version: number } | null }
   };

export type DeletionsQueryVariables = Exact<{
  record: WatchedRecord;
  since?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type DeletionsQuery = { deletions: { deletedThrough: string | null, nodes: Array<{ recordId: string, deletedAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type HistoryQueryVariables = Exact<{
  record: WatchedRecord;
  id: string | number;
  after?: string | null | undefined;
}>;


export type HistoryQuery = { history: { nodes: Array<{ version: number, action: ChangeAction, occurredAt: string, sequence: number, changedFields: Array<string>, before: Record<string, unknown>, after: Record<string, unknown>, actor: { kind: ActorKind, id: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type NodeQueryVariables = Exact<{
  id: string | number;
}>;


export type NodeQuery = { node:
    | { __typename: 'Expiration', id: string }
    | { __typename: 'QuickOrder', id: string }
    | { __typename: 'ShipTo', name: string | null, routeCode: string | null, id: string }
    | { __typename: 'Tank', name: string | null, fillPercentage: number | null, id: string }
    | { __typename: 'Task', id: string }
    | { __typename: 'WebhookDelivery', id: string }
    | { __typename: 'WebhookReplay', id: string }
    | { __typename: 'WebhookSubscription', id: string }
   | null };

export type NodesQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type NodesQuery = { nodes: Array<
    | { __typename: 'Expiration', id: string }
    | { __typename: 'QuickOrder', id: string }
    | { __typename: 'ShipTo', id: string }
    | { __typename: 'Tank', name: string | null, id: string }
    | { __typename: 'Task', title: string, id: string }
    | { __typename: 'WebhookDelivery', id: string }
    | { __typename: 'WebhookReplay', id: string }
    | { __typename: 'WebhookSubscription', id: string }
   | null> };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { companyId: string | null, scopes: Array<string>, actor: { kind: ActorKind, id: string | null } | null } | null };

export type CreateExpirationMutationVariables = Exact<{
  input: CreateExpirationInput;
}>;


export type CreateExpirationMutation = { createExpiration:
    | { __typename: 'Expiration', id: string, expirationCode: string | null, expirationDate: string | null, warningDate: string | null, version: number }
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type CreateExpirationsMutationVariables = Exact<{
  inputs: Array<CreateExpirationInput> | CreateExpirationInput;
}>;


export type CreateExpirationsMutation = { createExpirations:
    | { __typename: 'CreateExpirationsSuccess', results: Array<
        | { __typename: 'Expiration', id: string, expirationCode: string | null, version: number }
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
        | { __typename: 'UnauthorizedError', message: string }
      > }
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type DeleteExpirationMutationVariables = Exact<{
  id: string | number;
  expectedVersion?: number | null | undefined;
}>;


export type DeleteExpirationMutation = { deleteExpiration:
    | { __typename: 'DeletedExpiration', recordId: string, record: { description: string | null, expirationCode: string | null, expirationDate: string | null, expirationTypeId: string | null, externalId: string | null, ownerCode: string | null, ownerId: string | null, ownerType: string | null, warningDate: string | null, version: number } }
    | { __typename: 'ExpirationConflictError', currentVersion: number, message: string }
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type DeleteExpirationsMutationVariables = Exact<{
  records: Array<RecordToDelete> | RecordToDelete;
}>;


export type DeleteExpirationsMutation = { deleteExpirations:
    | { __typename: 'DeleteExpirationsSuccess', results: Array<
        | { __typename: 'DeletedExpiration', recordId: string }
        | { __typename: 'ExpirationConflictError', currentVersion: number, message: string }
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'UnauthorizedError', message: string }
      > }
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type ExpirationQueryVariables = Exact<{
  id: string | number;
}>;


export type ExpirationQuery = { expiration: { id: string, externalId: string | null, description: string | null, expirationTypeId: string | null, expirationCode: string | null, expirationDate: string | null, warningDate: string | null, ownerType: string | null, ownerId: string | null, ownerCode: string | null, dateModified: string | null, version: number } | null };

export type ExpirationsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ExpirationFilter | null | undefined;
  orderBy?: ExpirationOrder | null | undefined;
}>;


export type ExpirationsQuery = { expirations: { totalCount: number, edges: Array<{ node: { id: string, description: string | null, expirationTypeId: string | null, expirationDate: string | null, warningDate: string | null, ownerType: string | null, ownerId: string | null, version: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type RestoreExpirationMutationVariables = Exact<{
  id: string | number;
  version: number;
}>;


export type RestoreExpirationMutation = { restoreExpiration:
    | { __typename: 'Expiration', id: string, companyId: string | null, dateModified: string | null, description: string | null, expirationCode: string | null, expirationDate: string | null, expirationTypeId: string | null, externalId: string | null, ownerCode: string | null, ownerId: string | null, ownerType: string | null, version: number, warningDate: string | null }
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type RestoreExpirationsMutationVariables = Exact<{
  records: Array<RecordToRestore> | RecordToRestore;
}>;


export type RestoreExpirationsMutation = { restoreExpirations:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'RestoreExpirationsSuccess', results: Array<
        | { __typename: 'Expiration', id: string, version: number }
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'UnauthorizedError', message: string }
      > }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type UpdateExpirationMutationVariables = Exact<{
  id: string | number;
  input: UpdateExpirationInput;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateExpirationMutation = { updateExpiration:
    | { __typename: 'Expiration', id: string, description: string | null, expirationTypeId: string | null, expirationDate: string | null, warningDate: string | null, ownerType: string | null, ownerId: string | null, dateModified: string | null, version: number }
    | { __typename: 'ExpirationConflictError', currentVersion: number, changedFields: Array<string> | null, message: string }
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type UpdateExpirationsMutationVariables = Exact<{
  patches: Array<UpdateExpirationPatch> | UpdateExpirationPatch;
}>;


export type UpdateExpirationsMutation = { updateExpirations:
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
    | { __typename: 'UpdateExpirationsSuccess', results: Array<
        | { __typename: 'Expiration', id: string, expirationDate: string | null, warningDate: string | null, version: number }
        | { __typename: 'ExpirationConflictError', currentVersion: number, changedFields: Array<string> | null, message: string }
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'UnauthorizedError', message: string }
      > }
   | null };

export type WatchExpirationSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type WatchExpirationSubscription = { expirationChanged:
    | { __typename: 'ExpirationChange', action: ChangeAction, changedFields: Array<string>, sequence: number, cursor: string, actor: { kind: ActorKind, id: string | null } | null, expiration: { id: string, description: string | null, expirationCode: string | null, expirationDate: string | null, warningDate: string | null, version: number } | null }
    | { __typename: 'Resync', cursor: string }
   };

export type CreateQuickOrderMutationVariables = Exact<{
  input: CreateQuickOrderInput;
}>;


export type CreateQuickOrderMutation = { createQuickOrder:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'QuickOrder', id: string, status: string | null, orderDate: string | null, orderItems: Record<string, unknown> | null, createdDate: string | null, version: number }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type CreateQuickOrdersMutationVariables = Exact<{
  inputs: Array<CreateQuickOrderInput> | CreateQuickOrderInput;
}>;


export type CreateQuickOrdersMutation = { createQuickOrders:
    | { __typename: 'CreateQuickOrdersSuccess', results: Array<
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
        | { __typename: 'QuickOrder', id: string, status: string | null, version: number }
        | { __typename: 'UnauthorizedError', message: string }
      > }
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type DeleteQuickOrderMutationVariables = Exact<{
  id: string | number;
  expectedVersion?: number | null | undefined;
}>;


export type DeleteQuickOrderMutation = { deleteQuickOrder:
    | { __typename: 'DeletedQuickOrder', recordId: string, record: { externalId: string | null, metadata: Record<string, unknown> | null, orderDate: string | null, orderItems: Record<string, unknown> | null, status: string | null, userId: string | null, version: number } }
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'QuickOrderConflictError', currentVersion: number, message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type DeleteQuickOrdersMutationVariables = Exact<{
  records: Array<RecordToDelete> | RecordToDelete;
}>;


export type DeleteQuickOrdersMutation = { deleteQuickOrders:
    | { __typename: 'DeleteQuickOrdersSuccess', results: Array<
        | { __typename: 'DeletedQuickOrder', recordId: string }
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'QuickOrderConflictError', currentVersion: number, message: string }
        | { __typename: 'UnauthorizedError', message: string }
      > }
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type QuickOrderQueryVariables = Exact<{
  id: string | number;
}>;


export type QuickOrderQuery = { quickOrder: { id: string, externalId: string | null, status: string | null, orderDate: string | null, orderItems: Record<string, unknown> | null, error: Record<string, unknown> | null, metadata: Record<string, unknown> | null, userId: string | null, createdDate: string | null, version: number } | null };

export type QuickOrdersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: QuickOrderFilter | null | undefined;
  orderBy?: QuickOrderOrder | null | undefined;
}>;


export type QuickOrdersQuery = { quickOrders: { totalCount: number, edges: Array<{ node: { id: string, status: string | null, orderDate: string | null, orderItems: Record<string, unknown> | null, error: Record<string, unknown> | null, userId: string | null, createdDate: string | null, version: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type RestoreQuickOrderMutationVariables = Exact<{
  id: string | number;
  version: number;
}>;


export type RestoreQuickOrderMutation = { restoreQuickOrder:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'QuickOrder', id: string, companyId: string, createdDate: string | null, error: Record<string, unknown> | null, externalId: string | null, metadata: Record<string, unknown> | null, orderDate: string | null, orderItems: Record<string, unknown> | null, status: string | null, userId: string | null, version: number }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type RestoreQuickOrdersMutationVariables = Exact<{
  records: Array<RecordToRestore> | RecordToRestore;
}>;


export type RestoreQuickOrdersMutation = { restoreQuickOrders:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'RestoreQuickOrdersSuccess', results: Array<
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'QuickOrder', id: string, version: number }
        | { __typename: 'UnauthorizedError', message: string }
      > }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type UpdateQuickOrderMutationVariables = Exact<{
  id: string | number;
  input: UpdateQuickOrderInput;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateQuickOrderMutation = { updateQuickOrder:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'QuickOrder', id: string, status: string | null, orderDate: string | null, orderItems: Record<string, unknown> | null, metadata: Record<string, unknown> | null, userId: string | null, error: Record<string, unknown> | null, createdDate: string | null, version: number }
    | { __typename: 'QuickOrderConflictError', currentVersion: number, changedFields: Array<string> | null, message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type UpdateQuickOrdersMutationVariables = Exact<{
  patches: Array<UpdateQuickOrderPatch> | UpdateQuickOrderPatch;
}>;


export type UpdateQuickOrdersMutation = { updateQuickOrders:
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
    | { __typename: 'UpdateQuickOrdersSuccess', results: Array<
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'QuickOrder', id: string, status: string | null, version: number }
        | { __typename: 'QuickOrderConflictError', currentVersion: number, changedFields: Array<string> | null, message: string }
        | { __typename: 'UnauthorizedError', message: string }
      > }
   | null };

export type WatchQuickOrderSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type WatchQuickOrderSubscription = { quickOrderChanged:
    | { __typename: 'QuickOrderChange', action: ChangeAction, changedFields: Array<string>, sequence: number, cursor: string, actor: { kind: ActorKind, id: string | null } | null, quickOrder: { id: string, externalId: string | null, status: string | null, orderDate: string | null, error: Record<string, unknown> | null, version: number } | null }
    | { __typename: 'Resync', cursor: string }
   };

export type CreateShipToMutationVariables = Exact<{
  input: CreateShipToInput;
}>;


export type CreateShipToMutation = { createShipTo:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'ShipTo', id: string, name: string | null, area: string | null, openTime: string | null, closeTime: string | null, version: number }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type CreateShipTosMutationVariables = Exact<{
  inputs: Array<CreateShipToInput> | CreateShipToInput;
}>;


export type CreateShipTosMutation = { createShipTos:
    | { __typename: 'CreateShipTosSuccess', results: Array<
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
        | { __typename: 'ShipTo', id: string, name: string | null, version: number }
        | { __typename: 'UnauthorizedError', message: string }
      > }
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type DeleteShipToMutationVariables = Exact<{
  id: string | number;
  expectedVersion?: number | null | undefined;
}>;


export type DeleteShipToMutation = { deleteShipTo:
    | { __typename: 'DeletedShipTo', recordId: string, record: { archived: boolean, area: string | null, billingProfileId: string | null, closeTime: string | null, customerId: string | null, externalId: string | null, freightId: string | null, fuelShipTo: boolean | null, fuelTransport: boolean | null, hasTanks: boolean, locationId: string | null, metadata: Record<string, unknown> | null, name: string | null, note: string | null, openTime: string | null, organizationId: string | null, preferences: Record<string, unknown> | null, preferredEndTime: string | null, preferredStartTime: string | null, primaryTerminalId: string | null, routeCode: string | null, salesRepId: string | null, secondaryTerminalId: string | null, serviceAreaId: string | null, transportSystemId: string | null, unitId: string | null, units: Array<string> | null, version: number } }
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'ShipToConflictError', currentVersion: number, message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type DeleteShipTosMutationVariables = Exact<{
  records: Array<RecordToDelete> | RecordToDelete;
}>;


export type DeleteShipTosMutation = { deleteShipTos:
    | { __typename: 'DeleteShipTosSuccess', results: Array<
        | { __typename: 'DeletedShipTo', recordId: string }
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'ShipToConflictError', currentVersion: number, message: string }
        | { __typename: 'UnauthorizedError', message: string }
      > }
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type RestoreShipToMutationVariables = Exact<{
  id: string | number;
  version: number;
}>;


export type RestoreShipToMutation = { restoreShipTo:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'ShipTo', id: string, archived: boolean, area: string | null, billingProfileId: string | null, closeTime: string | null, companyId: string | null, customerId: string | null, externalId: string | null, freightId: string | null, fuelShipTo: boolean | null, fuelTransport: boolean | null, hasTanks: boolean, lastModifiedDate: string | null, locationId: string | null, metadata: Record<string, unknown> | null, name: string | null, note: string | null, openTime: string | null, organizationId: string | null, preferences: Record<string, unknown> | null, preferredEndTime: string | null, preferredStartTime: string | null, primaryTerminalId: string | null, routeCode: string | null, salesRepId: string | null, secondaryTerminalId: string | null, serviceAreaId: string | null, transportSystemId: string | null, unitId: string | null, units: Array<string> | null, version: number }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type RestoreShipTosMutationVariables = Exact<{
  records: Array<RecordToRestore> | RecordToRestore;
}>;


export type RestoreShipTosMutation = { restoreShipTos:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'RestoreShipTosSuccess', results: Array<
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'ShipTo', id: string, name: string | null, version: number }
        | { __typename: 'UnauthorizedError', message: string }
      > }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type ShipToWithTanksQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
}>;


export type ShipToWithTanksQuery = { shipTo: { id: string, name: string | null, area: string | null, note: string | null, openTime: string | null, closeTime: string | null, preferredStartTime: string | null, preferredEndTime: string | null, preferences: Record<string, unknown> | null, primaryTerminalId: string | null, secondaryTerminalId: string | null, routeCode: string | null, version: number, tanks: { totalCount: number, edges: Array<{ node: { id: string, name: string | null, productName: string | null, fillPercentage: number | null, daysToEmpty: number, availableCapacity: string, version: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type ShipTosQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ShipToFilter | null | undefined;
  orderBy?: ShipToOrder | null | undefined;
}>;


export type ShipTosQuery = { shipTos: { totalCount: number, edges: Array<{ node: { id: string, name: string | null, customerId: string | null, area: string | null, routeCode: string | null, primaryTerminalId: string | null, openTime: string | null, closeTime: string | null, hasTanks: boolean, version: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type UpdateShipToMutationVariables = Exact<{
  id: string | number;
  input: UpdateShipToInput;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateShipToMutation = { updateShipTo:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'ShipTo', id: string, name: string | null, archived: boolean, openTime: string | null, closeTime: string | null, routeCode: string | null, units: Array<string> | null, preferences: Record<string, unknown> | null, note: string | null, lastModifiedDate: string | null, version: number }
    | { __typename: 'ShipToConflictError', currentVersion: number, changedFields: Array<string> | null, message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type UpdateShipTosMutationVariables = Exact<{
  patches: Array<UpdateShipToPatch> | UpdateShipToPatch;
}>;


export type UpdateShipTosMutation = { updateShipTos:
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
    | { __typename: 'UpdateShipTosSuccess', results: Array<
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'ShipTo', id: string, name: string | null, openTime: string | null, closeTime: string | null, version: number }
        | { __typename: 'ShipToConflictError', currentVersion: number, changedFields: Array<string> | null, message: string }
        | { __typename: 'UnauthorizedError', message: string }
      > }
   | null };

export type WatchShipToSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type WatchShipToSubscription = { shipToChanged:
    | { __typename: 'Resync', cursor: string }
    | { __typename: 'ShipToChange', action: ChangeAction, changedFields: Array<string>, sequence: number, cursor: string, actor: { kind: ActorKind, id: string | null } | null, shipTo: { id: string, name: string | null, openTime: string | null, closeTime: string | null, routeCode: string | null, version: number } | null }
   };

export type CreateTankMutationVariables = Exact<{
  input: CreateTankInput;
}>;


export type CreateTankMutation = { createTank:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'Tank', id: string, name: string | null, tankSize: number, status: string | null, shipToId: string | null, version: number }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type CreateTanksMutationVariables = Exact<{
  inputs: Array<CreateTankInput> | CreateTankInput;
}>;


export type CreateTanksMutation = { createTanks:
    | { __typename: 'CreateTanksSuccess', results: Array<
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
        | { __typename: 'Tank', id: string, name: string | null, version: number }
        | { __typename: 'UnauthorizedError', message: string }
      > }
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type DeleteTankMutationVariables = Exact<{
  id: string | number;
  expectedVersion?: number | null | undefined;
}>;


export type DeleteTankMutation = { deleteTank:
    | { __typename: 'DeletedTank', recordId: string, record: { alerts: Array<string> | null, brand: string | null, customerId: string | null, externalId: string | null, fillPercentage: number | null, fuelId: string | null, includeInJob: boolean, latitude: string | null, locationId: string | null, locationName: string | null, longitude: string | null, metadata: Record<string, unknown>, name: string | null, note: string | null, organizationId: string | null, productId: string | null, productName: string | null, productSku: string | null, resourceGroupId: string | null, salesRepId: string | null, serviceAreaId: string | null, shipToCode: string | null, shipToId: string | null, status: string | null, tankAddress: string | null, tankMonitorId: string | null, tankSize: number, unitId: string | null, vendorId: string | null, version: number } }
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'TankConflictError', currentVersion: number, message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type DeleteTanksMutationVariables = Exact<{
  records: Array<RecordToDelete> | RecordToDelete;
}>;


export type DeleteTanksMutation = { deleteTanks:
    | { __typename: 'DeleteTanksSuccess', results: Array<
        | { __typename: 'DeletedTank', recordId: string }
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'TankConflictError', currentVersion: number, message: string }
        | { __typename: 'UnauthorizedError', message: string }
      > }
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type LifeOfATankMutationVariables = Exact<{
  id: string | number;
}>;


export type LifeOfATankMutation = { created:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'Tank', id: string, name: string | null, version: number }
    | { __typename: 'UnauthorizedError', message: string }
   | null, changed:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'Tank', id: string, name: string | null, version: number }
    | { __typename: 'TankConflictError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
   | null, deleted:
    | { __typename: 'DeletedTank' }
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'TankConflictError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
   | null, undone:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'Tank', id: string, name: string | null, version: number, history: { nodes: Array<{ version: number, action: ChangeAction, occurredAt: string, before: Record<string, unknown>, after: Record<string, unknown>, actor: { kind: ActorKind, id: string | null } | null }> } | null }
    | { __typename: 'UnauthorizedError', message: string }
   | null };

export type RestoreTankMutationVariables = Exact<{
  id: string | number;
  version: number;
}>;


export type RestoreTankMutation = { restoreTank:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'Tank', id: string, alerts: Array<string> | null, availableCapacity: string, averageDailyUsage: string, brand: string | null, companyId: string | null, customerId: string | null, dailyUsage: string, daysToEmpty: number, externalId: string | null, fillPercentage: number | null, fillStatus: string, fuelId: string | null, includeInJob: boolean, lastModifiedDate: string | null, lastReading: Record<string, unknown> | null, lastReadingDate: string | null, lastReadingId: string | null, latitude: string | null, locationId: string | null, locationName: string | null, longitude: string | null, metadata: Record<string, unknown>, name: string | null, note: string | null, organizationId: string | null, productId: string | null, productName: string | null, productSku: string | null, readingVolume: number, resourceGroupId: string | null, salesRepId: string | null, serviceAreaId: string | null, shipToCode: string | null, shipToId: string | null, status: string | null, tankAddress: string | null, tankMonitorId: string | null, tankSize: number, unitId: string | null, vendorId: string | null, version: number }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type RestoreTanksMutationVariables = Exact<{
  records: Array<RecordToRestore> | RecordToRestore;
}>;


export type RestoreTanksMutation = { restoreTanks:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'RestoreTanksSuccess', results: Array<
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'Tank', id: string, name: string | null, version: number }
        | { __typename: 'UnauthorizedError', message: string }
      > }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type TankHistoryQueryVariables = Exact<{
  id: string | number;
}>;


export type TankHistoryQuery = { tank: { id: string, name: string | null, version: number, history: { nodes: Array<{ version: number, action: ChangeAction, occurredAt: string, before: Record<string, unknown>, after: Record<string, unknown>, actor: { kind: ActorKind, id: string | null } | null }> } | null } | null };

export type TankQueryVariables = Exact<{
  id: string | number;
}>;


export type TankQuery = { tank: { id: string, name: string | null, externalId: string | null, productName: string | null, productSku: string | null, status: string | null, fillPercentage: number | null, fillStatus: string, readingVolume: number, tankSize: number, availableCapacity: string, averageDailyUsage: string, daysToEmpty: number, lastReadingDate: string | null, lastReading: Record<string, unknown> | null, alerts: Array<string> | null, note: string | null, metadata: Record<string, unknown>, version: number, shipTo: { id: string, name: string | null, routeCode: string | null, openTime: string | null, closeTime: string | null } | null } | null };

export type TanksQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: TankFilter | null | undefined;
  orderBy?: TankOrder | null | undefined;
}>;


export type TanksQuery = { tanks: { totalCount: number, edges: Array<{ node: { id: string, name: string | null, productName: string | null, fillPercentage: number | null, fillStatus: string, daysToEmpty: number, availableCapacity: string, locationName: string | null, shipToId: string | null, version: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type UpdateTankMutationVariables = Exact<{
  id: string | number;
  input: UpdateTankInput;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateTankMutation = { updateTank:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'Tank', id: string, name: string | null, fillPercentage: number | null, fillStatus: string, status: string | null, daysToEmpty: number, note: string | null, alerts: Array<string> | null, includeInJob: boolean, shipToId: string | null, lastModifiedDate: string | null, version: number }
    | { __typename: 'TankConflictError', currentVersion: number, changedFields: Array<string> | null, message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type UpdateTanksMutationVariables = Exact<{
  patches: Array<UpdateTankPatch> | UpdateTankPatch;
}>;


export type UpdateTanksMutation = { updateTanks:
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
    | { __typename: 'UpdateTanksSuccess', results: Array<
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'Tank', id: string, name: string | null, status: string | null, includeInJob: boolean, version: number }
        | { __typename: 'TankConflictError', currentVersion: number, changedFields: Array<string> | null, message: string }
        | { __typename: 'UnauthorizedError', message: string }
      > }
   | null };

export type WatchTankSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type WatchTankSubscription = { tankChanged:
    | { __typename: 'Resync', cursor: string }
    | { __typename: 'TankChange', action: ChangeAction, changedFields: Array<string>, sequence: number, cursor: string, actor: { kind: ActorKind, id: string | null } | null, tank: { id: string, name: string | null, fillPercentage: number | null, status: string | null, version: number } | null }
   };

export type CreateTaskMutationVariables = Exact<{
  input: CreateTaskInput;
}>;


export type CreateTaskMutation = { createTask:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'Task', id: string, taskNumber: number, title: string, priority: string, assigneeId: string | null, dueDate: string | null, version: number }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type CreateTasksMutationVariables = Exact<{
  inputs: Array<CreateTaskInput> | CreateTaskInput;
}>;


export type CreateTasksMutation = { createTasks:
    | { __typename: 'CreateTasksSuccess', results: Array<
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
        | { __typename: 'Task', id: string, title: string, version: number }
        | { __typename: 'UnauthorizedError', message: string }
      > }
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type DeleteTaskMutationVariables = Exact<{
  id: string | number;
  expectedVersion?: number | null | undefined;
}>;


export type DeleteTaskMutation = { deleteTask:
    | { __typename: 'DeletedTask', recordId: string, record: { assigneeId: string | null, checklist: Record<string, unknown> | null, creatorId: string, description: string | null, dueDate: string | null, entityData: Record<string, unknown> | null, entityId: string | null, entityType: string | null, estimatedHours: string | null, geoLat: string | null, geoLon: string | null, location: string | null, organizationId: string | null, ownerId: string | null, parentId: string | null, priority: string, reminderIds: Array<string> | null, scheduledEnd: string | null, scheduledStart: string | null, statusId: string, step: string | null, taskData: Record<string, unknown> | null, taskNumber: number, taskTypeId: string, teamId: string, title: string, workflowId: string, version: number } }
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'TaskConflictError', currentVersion: number, message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type DeleteTasksMutationVariables = Exact<{
  records: Array<RecordToDelete> | RecordToDelete;
}>;


export type DeleteTasksMutation = { deleteTasks:
    | { __typename: 'DeleteTasksSuccess', results: Array<
        | { __typename: 'DeletedTask', recordId: string }
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'TaskConflictError', currentVersion: number, message: string }
        | { __typename: 'UnauthorizedError', message: string }
      > }
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type RestoreTaskMutationVariables = Exact<{
  id: string | number;
  version: number;
}>;


export type RestoreTaskMutation = { restoreTask:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'Task', id: string, actualHours: string | null, assignedAt: string | null, assigneeId: string | null, checklist: Record<string, unknown> | null, companyId: string, completedAt: string | null, computedData: Record<string, unknown> | null, createdAt: string | null, creatorId: string, description: string | null, dueDate: string | null, entityData: Record<string, unknown> | null, entityId: string | null, entityType: string | null, estimatedHours: string | null, geoLat: string | null, geoLon: string | null, isArchived: boolean, location: string | null, organizationId: string | null, ownerId: string | null, parentId: string | null, priority: string, reminderIds: Array<string> | null, scheduledEnd: string | null, scheduledStart: string | null, statusId: string, step: string | null, taskData: Record<string, unknown> | null, taskNumber: number, taskTypeId: string, teamId: string, title: string, updatedAt: string | null, version: number, viewedAt: string | null, workflowId: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type RestoreTasksMutationVariables = Exact<{
  records: Array<RecordToRestore> | RecordToRestore;
}>;


export type RestoreTasksMutation = { restoreTasks:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'RestoreTasksSuccess', results: Array<
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'Task', id: string, title: string, version: number }
        | { __typename: 'UnauthorizedError', message: string }
      > }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type TaskQueryVariables = Exact<{
  id: string | number;
}>;


export type TaskQuery = { task: { id: string, taskNumber: number, title: string, description: string | null, statusId: string, priority: string, assigneeId: string | null, assignedAt: string | null, scheduledStart: string | null, scheduledEnd: string | null, dueDate: string | null, location: string | null, entityType: string | null, entityId: string | null, checklist: Record<string, unknown> | null, isArchived: boolean, updatedAt: string | null, version: number } | null };

export type TasksQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: TaskFilter | null | undefined;
  orderBy?: TaskOrder | null | undefined;
}>;


export type TasksQuery = { tasks: { totalCount: number, edges: Array<{ node: { id: string, taskNumber: number, title: string, statusId: string, priority: string, assigneeId: string | null, assignedAt: string | null, scheduledStart: string | null, dueDate: string | null, entityType: string | null, entityId: string | null, checklist: Record<string, unknown> | null, version: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type UpdateTaskAssigneeMutationVariables = Exact<{
  id: string | number;
  input: UpdateTaskAssigneeInput;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateTaskAssigneeMutation = { updateTaskAssignee:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'Task', id: string, taskNumber: number, title: string, assigneeId: string | null, assignedAt: string | null, statusId: string, priority: string, dueDate: string | null, updatedAt: string | null, version: number }
    | { __typename: 'TaskConflictError', currentVersion: number, changedFields: Array<string> | null, message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type UpdateTaskAssigneesMutationVariables = Exact<{
  patches: Array<UpdateTaskAssigneePatch> | UpdateTaskAssigneePatch;
}>;


export type UpdateTaskAssigneesMutation = { updateTaskAssignees:
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
    | { __typename: 'UpdateTaskAssigneesSuccess', results: Array<
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'Task', id: string, title: string, assigneeId: string | null, assignedAt: string | null, version: number }
        | { __typename: 'TaskConflictError', currentVersion: number, changedFields: Array<string> | null, message: string }
        | { __typename: 'UnauthorizedError', message: string }
      > }
   | null };

export type WatchTaskSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type WatchTaskSubscription = { taskChanged:
    | { __typename: 'Resync', cursor: string }
    | { __typename: 'TaskChange', action: ChangeAction, changedFields: Array<string>, sequence: number, cursor: string, actor: { kind: ActorKind, id: string | null } | null, task: { id: string, taskNumber: number, title: string, statusId: string, assigneeId: string | null, dueDate: string | null, version: number } | null }
   };

export type CancelReplayMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelReplayMutation = { cancelReplay:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookReplay', id: string, status: WebhookReplayStatus, reached: string, queued: number, finishedAt: string | null }
   | null };

export type CreateSubscriptionMutationVariables = Exact<{
  input: CreateSubscriptionInput;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateSubscriptionMutation = { createSubscription:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
    | { __typename: 'WebhookSubscription', id: string, workflowId: string, workflowName: string | null, nodeId: string, webhookUrl: string, resource: string, actions: Array<string>, filter: Record<string, unknown> | null, secret: string | null, state: WebhookSubscriptionState, suspendedUntil: string | null, createdAt: string | null, version: number }
   | null };

export type DeleteSubscriptionMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteSubscriptionMutation = { deleteSubscription:
    | { __typename: 'DeletedSubscription', id: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookSubscriptionConflictError', message: string }
   | null };

export type EventTypesQueryVariables = Exact<{ [key: string]: never; }>;


export type EventTypesQuery = { eventTypes: Array<{ name: string, description: string, resource: string, action: string, schema: Record<string, unknown>, example: Record<string, unknown> }> };

export type PauseSubscriptionMutationVariables = Exact<{
  id: string | number;
}>;


export type PauseSubscriptionMutation = { pauseSubscription:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookSubscription', id: string, state: WebhookSubscriptionState, version: number }
    | { __typename: 'WebhookSubscriptionConflictError', message: string }
   | null };

export type RedeliverMutationVariables = Exact<{
  deliveryId: string | number;
}>;


export type RedeliverMutation = { redeliver:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookDelivery', id: string, type: string, status: WebhookDeliveryStatus, occurredAt: string, nextAttemptAt: string | null, attemptCount: number }
   | null };

export type ReplayDeliveriesMutationVariables = Exact<{
  subscriptionId: string | number;
  since: string;
  until?: string | null | undefined;
  filter?: WebhookReplayFilter | null | undefined;
}>;


export type ReplayDeliveriesMutation = { replayDeliveries:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookReplay', id: string, subscriptionId: string, status: WebhookReplayStatus, since: string, until: string, deliveryStatus: WebhookDeliveryStatus | null, resourceId: string | null, reached: string, matched: number, queued: number, total: number | null, startedAt: string, finishedAt: string | null }
   | null };

export type ResumeSubscriptionMutationVariables = Exact<{
  id: string | number;
}>;


export type ResumeSubscriptionMutation = { resumeSubscription:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookSubscription', id: string, state: WebhookSubscriptionState, suspendedUntil: string | null, version: number }
    | { __typename: 'WebhookSubscriptionConflictError', message: string }
   | null };

export type RotateSubscriptionSecretMutationVariables = Exact<{
  id: string | number;
  secret?: string | null | undefined;
}>;


export type RotateSubscriptionSecretMutation = { rotateSubscriptionSecret:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookSubscription', id: string, secret: string | null, version: number }
    | { __typename: 'WebhookSubscriptionConflictError', message: string }
   | null };

export type SendTestEventMutationVariables = Exact<{
  subscriptionId: string | number;
}>;


export type SendTestEventMutation = { sendTestEvent:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookDelivery', id: string, type: string, status: WebhookDeliveryStatus, occurredAt: string, nextAttemptAt: string | null, attemptCount: number }
   | null };

export type UpdateSubscriptionMutationVariables = Exact<{
  id: string | number;
  input: UpdateSubscriptionInput;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateSubscriptionMutation = { updateSubscription:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookSubscription', id: string, workflowName: string | null, webhookUrl: string, resource: string, actions: Array<string>, filter: Record<string, unknown> | null, maxInFlight: number, maxPerSecond: number | null, ordered: boolean, state: WebhookSubscriptionState, updatedAt: string | null, version: number }
    | { __typename: 'WebhookSubscriptionConflictError', currentVersion: number, message: string }
   | null };

export type WebhookDeliveryQueryVariables = Exact<{
  id: string | number;
}>;


export type WebhookDeliveryQuery = { webhookDelivery: { id: string, type: string, status: WebhookDeliveryStatus, resourceId: string, changed: Array<string>, occurredAt: string, nextAttemptAt: string | null, finishedAt: string | null, actor: { kind: ActorKind, id: string | null } | null, attempts: Array<{ number: number, startedAt: string, durationMs: number, httpStatus: number | null, error: string | null }>, subscription: { id: string, webhookUrl: string, state: WebhookSubscriptionState } | null } | null };

export type WebhookReplayQueryVariables = Exact<{
  id: string | number;
}>;


export type WebhookReplayQuery = { webhookReplay: { id: string, subscriptionId: string, status: WebhookReplayStatus, since: string, until: string, deliveryStatus: WebhookDeliveryStatus | null, resourceId: string | null, reached: string, matched: number, queued: number, total: number | null, startedAt: string, finishedAt: string | null } | null };

export type WebhookSubscriptionQueryVariables = Exact<{
  id: string | number;
  period: WebhookPeriod;
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: WebhookDeliveryFilter | null | undefined;
}>;


export type WebhookSubscriptionQuery = { webhookSubscription: { id: string, webhookUrl: string, resource: string, actions: Array<string>, filter: Record<string, unknown> | null, state: WebhookSubscriptionState, disabledReason: string | null, failingSince: string | null, maxInFlight: number, maxPerSecond: number | null, ordered: boolean, ignoreActors: Array<string>, version: number, figures: { attempts: number, successRate: number | null, p95DurationMs: number | null, waiting: number, waitingSince: string | null, suspendedUntil: string | null, hours: Array<{ since: string, attempts: number, delivered: number, p95DurationMs: number | null }> } | null, replays: Array<{ id: string, status: WebhookReplayStatus, since: string, until: string, reached: string, queued: number }> | null, deliveries: { edges: Array<{ node: { id: string, type: string, resourceId: string, changed: Array<string>, occurredAt: string, status: WebhookDeliveryStatus, reason: string | null, nextAttemptAt: string | null, attempts: Array<{ number: number, startedAt: string, durationMs: number, httpStatus: number | null, error: string | null }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type WebhookSubscriptionsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: WebhookSubscriptionFilter | null | undefined;
}>;


export type WebhookSubscriptionsQuery = { webhookSubscriptions: { totalCount: number, edges: Array<{ node: { id: string, workflowId: string, workflowName: string | null, nodeId: string, webhookUrl: string, resource: string, actions: Array<string>, filter: Record<string, unknown> | null, state: WebhookSubscriptionState, suspendedUntil: string | null, createdAt: string | null, version: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };


export const AggregateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Aggregate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tankAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"PRODUCT_NAME"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"productName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"sum"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tankSize"}},{"kind":"Field","name":{"kind":"Name","value":"readingVolume"}}]}},{"kind":"Field","name":{"kind":"Name","value":"avg"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"min"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"lastReadingDate"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"others"}}]}},{"kind":"Field","name":{"kind":"Name","value":"taskAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"DUE_DATE"},{"kind":"EnumValue","value":"STATUS_ID"}]}},{"kind":"Argument","name":{"kind":"Name","value":"dates"},"value":{"kind":"EnumValue","value":"WEEK"}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"isArchived"},"value":{"kind":"BooleanValue","value":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"expirationAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"OWNER_TYPE"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ownerType"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"min"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"quickOrderAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"STATUS"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"shipToAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"ROUTE_CODE"}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"routeCode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"others"}}]}},{"kind":"Field","name":{"kind":"Name","value":"webhookSubscriptionAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"STATE"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]} as unknown as DocumentNode<AggregateQuery, AggregateQueryVariables>;
export const ChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Changes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"watch"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"WatchInput"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"watch"},"value":{"kind":"Variable","name":{"kind":"Name","value":"watch"}}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resync"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Change"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"matches"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TankChange"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tank"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TaskChange"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ChangesSubscription, ChangesSubscriptionVariables>;
export const DeletionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Deletions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"record"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"WatchedRecord"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"record"},"value":{"kind":"Variable","name":{"kind":"Name","value":"record"}}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"200"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletedThrough"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<DeletionsQuery, DeletionsQueryVariables>;
export const HistoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"History"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"record"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"WatchedRecord"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"record"},"value":{"kind":"Variable","name":{"kind":"Name","value":"record"}}},{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<HistoryQuery, HistoryQueryVariables>;
export const NodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Node"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ShipTo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}}]}}]}}]}}]} as unknown as DocumentNode<NodeQuery, NodeQueryVariables>;
export const NodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Nodes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ids"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"ids"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ids"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}}]}}]} as unknown as DocumentNode<NodesQuery, NodesQueryVariables>;
export const ViewerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}}]}}]}}]} as unknown as DocumentNode<ViewerQuery, ViewerQueryVariables>;
export const CreateExpirationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateExpiration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateExpirationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createExpiration"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Expiration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"expirationCode"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}},{"kind":"Field","name":{"kind":"Name","value":"warningDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateExpirationMutation, CreateExpirationMutationVariables>;
export const CreateExpirationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateExpirations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateExpirationInput"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createExpirations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"inputs"},"value":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateExpirationsSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Expiration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"expirationCode"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateExpirationsMutation, CreateExpirationsMutationVariables>;
export const DeleteExpirationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteExpiration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteExpiration"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedExpiration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"expirationCode"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}},{"kind":"Field","name":{"kind":"Name","value":"expirationTypeId"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"ownerCode"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"ownerType"}},{"kind":"Field","name":{"kind":"Name","value":"warningDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteExpirationMutation, DeleteExpirationMutationVariables>;
export const DeleteExpirationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteExpirations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"records"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecordToDelete"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteExpirations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"records"},"value":{"kind":"Variable","name":{"kind":"Name","value":"records"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteExpirationsSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedExpiration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteExpirationsMutation, DeleteExpirationsMutationVariables>;
export const ExpirationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Expiration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expiration"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"expirationTypeId"}},{"kind":"Field","name":{"kind":"Name","value":"expirationCode"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}},{"kind":"Field","name":{"kind":"Name","value":"warningDate"}},{"kind":"Field","name":{"kind":"Name","value":"ownerType"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"ownerCode"}},{"kind":"Field","name":{"kind":"Name","value":"dateModified"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]} as unknown as DocumentNode<ExpirationQuery, ExpirationQueryVariables>;
export const ExpirationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Expirations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ExpirationFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ExpirationOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expirations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"expirationTypeId"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}},{"kind":"Field","name":{"kind":"Name","value":"warningDate"}},{"kind":"Field","name":{"kind":"Name","value":"ownerType"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ExpirationsQuery, ExpirationsQueryVariables>;
export const RestoreExpirationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreExpiration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreExpiration"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Expiration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"dateModified"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"expirationCode"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}},{"kind":"Field","name":{"kind":"Name","value":"expirationTypeId"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"ownerCode"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"ownerType"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"warningDate"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreExpirationMutation, RestoreExpirationMutationVariables>;
export const RestoreExpirationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreExpirations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"records"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecordToRestore"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreExpirations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"records"},"value":{"kind":"Variable","name":{"kind":"Name","value":"records"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreExpirationsSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Expiration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreExpirationsMutation, RestoreExpirationsMutationVariables>;
export const UpdateExpirationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateExpiration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateExpirationInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateExpiration"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Expiration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"expirationTypeId"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}},{"kind":"Field","name":{"kind":"Name","value":"warningDate"}},{"kind":"Field","name":{"kind":"Name","value":"ownerType"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"dateModified"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateExpirationMutation, UpdateExpirationMutationVariables>;
export const UpdateExpirationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateExpirations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patches"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateExpirationPatch"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateExpirations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"patches"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patches"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateExpirationsSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Expiration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}},{"kind":"Field","name":{"kind":"Name","value":"warningDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateExpirationsMutation, UpdateExpirationsMutationVariables>;
export const WatchExpirationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"WatchExpiration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expirationChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resync"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ExpirationChange"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"expiration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"expirationCode"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}},{"kind":"Field","name":{"kind":"Name","value":"warningDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]}}]}}]} as unknown as DocumentNode<WatchExpirationSubscription, WatchExpirationSubscriptionVariables>;
export const CreateQuickOrderDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateQuickOrder"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateQuickOrderInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createQuickOrder"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuickOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"orderDate"}},{"kind":"Field","name":{"kind":"Name","value":"orderItems"}},{"kind":"Field","name":{"kind":"Name","value":"createdDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateQuickOrderMutation, CreateQuickOrderMutationVariables>;
export const CreateQuickOrdersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateQuickOrders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateQuickOrderInput"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createQuickOrders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"inputs"},"value":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateQuickOrdersSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuickOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateQuickOrdersMutation, CreateQuickOrdersMutationVariables>;
export const DeleteQuickOrderDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteQuickOrder"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteQuickOrder"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedQuickOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"orderDate"}},{"kind":"Field","name":{"kind":"Name","value":"orderItems"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteQuickOrderMutation, DeleteQuickOrderMutationVariables>;
export const DeleteQuickOrdersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteQuickOrders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"records"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecordToDelete"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteQuickOrders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"records"},"value":{"kind":"Variable","name":{"kind":"Name","value":"records"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteQuickOrdersSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedQuickOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteQuickOrdersMutation, DeleteQuickOrdersMutationVariables>;
export const QuickOrderDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"QuickOrder"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quickOrder"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"orderDate"}},{"kind":"Field","name":{"kind":"Name","value":"orderItems"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"createdDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]} as unknown as DocumentNode<QuickOrderQuery, QuickOrderQueryVariables>;
export const QuickOrdersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"QuickOrders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"QuickOrderFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"QuickOrderOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quickOrders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"orderDate"}},{"kind":"Field","name":{"kind":"Name","value":"orderItems"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"createdDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<QuickOrdersQuery, QuickOrdersQueryVariables>;
export const RestoreQuickOrderDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreQuickOrder"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreQuickOrder"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuickOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"createdDate"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"orderDate"}},{"kind":"Field","name":{"kind":"Name","value":"orderItems"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreQuickOrderMutation, RestoreQuickOrderMutationVariables>;
export const RestoreQuickOrdersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreQuickOrders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"records"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecordToRestore"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreQuickOrders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"records"},"value":{"kind":"Variable","name":{"kind":"Name","value":"records"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreQuickOrdersSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuickOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreQuickOrdersMutation, RestoreQuickOrdersMutationVariables>;
export const UpdateQuickOrderDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateQuickOrder"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateQuickOrderInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateQuickOrder"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuickOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"orderDate"}},{"kind":"Field","name":{"kind":"Name","value":"orderItems"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"createdDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateQuickOrderMutation, UpdateQuickOrderMutationVariables>;
export const UpdateQuickOrdersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateQuickOrders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patches"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateQuickOrderPatch"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateQuickOrders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"patches"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patches"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateQuickOrdersSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuickOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateQuickOrdersMutation, UpdateQuickOrdersMutationVariables>;
export const WatchQuickOrderDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"WatchQuickOrder"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quickOrderChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resync"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuickOrderChange"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"quickOrder"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"orderDate"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]}}]}}]} as unknown as DocumentNode<WatchQuickOrderSubscription, WatchQuickOrderSubscriptionVariables>;
export const CreateShipToDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateShipTo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateShipToInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createShipTo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ShipTo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"area"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateShipToMutation, CreateShipToMutationVariables>;
export const CreateShipTosDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateShipTos"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateShipToInput"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createShipTos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"inputs"},"value":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateShipTosSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ShipTo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateShipTosMutation, CreateShipTosMutationVariables>;
export const DeleteShipToDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteShipTo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteShipTo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedShipTo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"archived"}},{"kind":"Field","name":{"kind":"Name","value":"area"}},{"kind":"Field","name":{"kind":"Name","value":"billingProfileId"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"freightId"}},{"kind":"Field","name":{"kind":"Name","value":"fuelShipTo"}},{"kind":"Field","name":{"kind":"Name","value":"fuelTransport"}},{"kind":"Field","name":{"kind":"Name","value":"hasTanks"}},{"kind":"Field","name":{"kind":"Name","value":"locationId"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"organizationId"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"}},{"kind":"Field","name":{"kind":"Name","value":"preferredEndTime"}},{"kind":"Field","name":{"kind":"Name","value":"preferredStartTime"}},{"kind":"Field","name":{"kind":"Name","value":"primaryTerminalId"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"salesRepId"}},{"kind":"Field","name":{"kind":"Name","value":"secondaryTerminalId"}},{"kind":"Field","name":{"kind":"Name","value":"serviceAreaId"}},{"kind":"Field","name":{"kind":"Name","value":"transportSystemId"}},{"kind":"Field","name":{"kind":"Name","value":"unitId"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteShipToMutation, DeleteShipToMutationVariables>;
export const DeleteShipTosDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteShipTos"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"records"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecordToDelete"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteShipTos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"records"},"value":{"kind":"Variable","name":{"kind":"Name","value":"records"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteShipTosSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedShipTo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteShipTosMutation, DeleteShipTosMutationVariables>;
export const RestoreShipToDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreShipTo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreShipTo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ShipTo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"archived"}},{"kind":"Field","name":{"kind":"Name","value":"area"}},{"kind":"Field","name":{"kind":"Name","value":"billingProfileId"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"freightId"}},{"kind":"Field","name":{"kind":"Name","value":"fuelShipTo"}},{"kind":"Field","name":{"kind":"Name","value":"fuelTransport"}},{"kind":"Field","name":{"kind":"Name","value":"hasTanks"}},{"kind":"Field","name":{"kind":"Name","value":"lastModifiedDate"}},{"kind":"Field","name":{"kind":"Name","value":"locationId"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"organizationId"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"}},{"kind":"Field","name":{"kind":"Name","value":"preferredEndTime"}},{"kind":"Field","name":{"kind":"Name","value":"preferredStartTime"}},{"kind":"Field","name":{"kind":"Name","value":"primaryTerminalId"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"salesRepId"}},{"kind":"Field","name":{"kind":"Name","value":"secondaryTerminalId"}},{"kind":"Field","name":{"kind":"Name","value":"serviceAreaId"}},{"kind":"Field","name":{"kind":"Name","value":"transportSystemId"}},{"kind":"Field","name":{"kind":"Name","value":"unitId"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreShipToMutation, RestoreShipToMutationVariables>;
export const RestoreShipTosDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreShipTos"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"records"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecordToRestore"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreShipTos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"records"},"value":{"kind":"Variable","name":{"kind":"Name","value":"records"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreShipTosSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ShipTo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreShipTosMutation, RestoreShipTosMutationVariables>;
export const ShipToWithTanksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ShipToWithTanks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shipTo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"area"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"preferredStartTime"}},{"kind":"Field","name":{"kind":"Name","value":"preferredEndTime"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"}},{"kind":"Field","name":{"kind":"Name","value":"primaryTerminalId"}},{"kind":"Field","name":{"kind":"Name","value":"secondaryTerminalId"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"tanks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"FILL_PERCENTAGE"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"ASC"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"productName"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"availableCapacity"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ShipToWithTanksQuery, ShipToWithTanksQueryVariables>;
export const ShipTosDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ShipTos"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ShipToFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ShipToOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shipTos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"area"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"primaryTerminalId"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"hasTanks"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ShipTosQuery, ShipTosQueryVariables>;
export const UpdateShipToDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateShipTo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateShipToInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateShipTo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ShipTo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"archived"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"lastModifiedDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateShipToMutation, UpdateShipToMutationVariables>;
export const UpdateShipTosDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateShipTos"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patches"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateShipToPatch"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateShipTos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"patches"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patches"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateShipTosSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ShipTo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateShipTosMutation, UpdateShipTosMutationVariables>;
export const WatchShipToDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"WatchShipTo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shipToChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resync"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ShipToChange"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"shipTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]}}]}}]} as unknown as DocumentNode<WatchShipToSubscription, WatchShipToSubscriptionVariables>;
export const CreateTankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTankInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"tankSize"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"shipToId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateTankMutation, CreateTankMutationVariables>;
export const CreateTanksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTanks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTankInput"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTanks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"inputs"},"value":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTanksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateTanksMutation, CreateTanksMutationVariables>;
export const DeleteTankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteTank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedTank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alerts"}},{"kind":"Field","name":{"kind":"Name","value":"brand"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"fuelId"}},{"kind":"Field","name":{"kind":"Name","value":"includeInJob"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"locationId"}},{"kind":"Field","name":{"kind":"Name","value":"locationName"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"organizationId"}},{"kind":"Field","name":{"kind":"Name","value":"productId"}},{"kind":"Field","name":{"kind":"Name","value":"productName"}},{"kind":"Field","name":{"kind":"Name","value":"productSku"}},{"kind":"Field","name":{"kind":"Name","value":"resourceGroupId"}},{"kind":"Field","name":{"kind":"Name","value":"salesRepId"}},{"kind":"Field","name":{"kind":"Name","value":"serviceAreaId"}},{"kind":"Field","name":{"kind":"Name","value":"shipToCode"}},{"kind":"Field","name":{"kind":"Name","value":"shipToId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tankAddress"}},{"kind":"Field","name":{"kind":"Name","value":"tankMonitorId"}},{"kind":"Field","name":{"kind":"Name","value":"tankSize"}},{"kind":"Field","name":{"kind":"Name","value":"unitId"}},{"kind":"Field","name":{"kind":"Name","value":"vendorId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteTankMutation, DeleteTankMutationVariables>;
export const DeleteTanksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteTanks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"records"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecordToDelete"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteTanks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"records"},"value":{"kind":"Variable","name":{"kind":"Name","value":"records"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteTanksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedTank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteTanksMutation, DeleteTanksMutationVariables>;
export const LifeOfATankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LifeOfATank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"created"},"name":{"kind":"Name","value":"createTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"StringValue","value":"Yard 7","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"changed"},"name":{"kind":"Name","value":"updateTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"StringValue","value":"Yard 7 East","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"deleted"},"name":{"kind":"Name","value":"deleteTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"undone"},"name":{"kind":"Name","value":"restoreTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"IntValue","value":"2"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"4"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<LifeOfATankMutation, LifeOfATankMutationVariables>;
export const RestoreTankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreTank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"alerts"}},{"kind":"Field","name":{"kind":"Name","value":"availableCapacity"}},{"kind":"Field","name":{"kind":"Name","value":"averageDailyUsage"}},{"kind":"Field","name":{"kind":"Name","value":"brand"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"dailyUsage"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"fillStatus"}},{"kind":"Field","name":{"kind":"Name","value":"fuelId"}},{"kind":"Field","name":{"kind":"Name","value":"includeInJob"}},{"kind":"Field","name":{"kind":"Name","value":"lastModifiedDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastReading"}},{"kind":"Field","name":{"kind":"Name","value":"lastReadingDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastReadingId"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"locationId"}},{"kind":"Field","name":{"kind":"Name","value":"locationName"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"organizationId"}},{"kind":"Field","name":{"kind":"Name","value":"productId"}},{"kind":"Field","name":{"kind":"Name","value":"productName"}},{"kind":"Field","name":{"kind":"Name","value":"productSku"}},{"kind":"Field","name":{"kind":"Name","value":"readingVolume"}},{"kind":"Field","name":{"kind":"Name","value":"resourceGroupId"}},{"kind":"Field","name":{"kind":"Name","value":"salesRepId"}},{"kind":"Field","name":{"kind":"Name","value":"serviceAreaId"}},{"kind":"Field","name":{"kind":"Name","value":"shipToCode"}},{"kind":"Field","name":{"kind":"Name","value":"shipToId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tankAddress"}},{"kind":"Field","name":{"kind":"Name","value":"tankMonitorId"}},{"kind":"Field","name":{"kind":"Name","value":"tankSize"}},{"kind":"Field","name":{"kind":"Name","value":"unitId"}},{"kind":"Field","name":{"kind":"Name","value":"vendorId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreTankMutation, RestoreTankMutationVariables>;
export const RestoreTanksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreTanks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"records"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecordToRestore"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreTanks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"records"},"value":{"kind":"Variable","name":{"kind":"Name","value":"records"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreTanksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreTanksMutation, RestoreTanksMutationVariables>;
export const TankHistoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TankHistory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}}]}}]}}]}}]} as unknown as DocumentNode<TankHistoryQuery, TankHistoryQueryVariables>;
export const TankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Tank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"productName"}},{"kind":"Field","name":{"kind":"Name","value":"productSku"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"fillStatus"}},{"kind":"Field","name":{"kind":"Name","value":"readingVolume"}},{"kind":"Field","name":{"kind":"Name","value":"tankSize"}},{"kind":"Field","name":{"kind":"Name","value":"availableCapacity"}},{"kind":"Field","name":{"kind":"Name","value":"averageDailyUsage"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"lastReadingDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastReading"}},{"kind":"Field","name":{"kind":"Name","value":"alerts"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"shipTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}}]}}]}}]}}]} as unknown as DocumentNode<TankQuery, TankQueryVariables>;
export const TanksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Tanks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TankFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TankOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tanks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"productName"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"fillStatus"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"availableCapacity"}},{"kind":"Field","name":{"kind":"Name","value":"locationName"}},{"kind":"Field","name":{"kind":"Name","value":"shipToId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<TanksQuery, TanksQueryVariables>;
export const UpdateTankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTankInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"fillStatus"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"alerts"}},{"kind":"Field","name":{"kind":"Name","value":"includeInJob"}},{"kind":"Field","name":{"kind":"Name","value":"shipToId"}},{"kind":"Field","name":{"kind":"Name","value":"lastModifiedDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateTankMutation, UpdateTankMutationVariables>;
export const UpdateTanksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTanks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patches"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTankPatch"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTanks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"patches"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patches"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTanksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"includeInJob"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateTanksMutation, UpdateTanksMutationVariables>;
export const WatchTankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"WatchTank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tankChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resync"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TankChange"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"tank"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]}}]}}]} as unknown as DocumentNode<WatchTankSubscription, WatchTankSubscriptionVariables>;
export const CreateTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTaskInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateTaskMutation, CreateTaskMutationVariables>;
export const CreateTasksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTasks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTaskInput"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTasks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"inputs"},"value":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTasksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateTasksMutation, CreateTasksMutationVariables>;
export const DeleteTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedTask"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"checklist"}},{"kind":"Field","name":{"kind":"Name","value":"creatorId"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"entityData"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"entityType"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedHours"}},{"kind":"Field","name":{"kind":"Name","value":"geoLat"}},{"kind":"Field","name":{"kind":"Name","value":"geoLon"}},{"kind":"Field","name":{"kind":"Name","value":"location"}},{"kind":"Field","name":{"kind":"Name","value":"organizationId"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"parentId"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"reminderIds"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledEnd"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledStart"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}},{"kind":"Field","name":{"kind":"Name","value":"step"}},{"kind":"Field","name":{"kind":"Name","value":"taskData"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"taskTypeId"}},{"kind":"Field","name":{"kind":"Name","value":"teamId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"workflowId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteTaskMutation, DeleteTaskMutationVariables>;
export const DeleteTasksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteTasks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"records"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecordToDelete"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteTasks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"records"},"value":{"kind":"Variable","name":{"kind":"Name","value":"records"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteTasksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedTask"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteTasksMutation, DeleteTasksMutationVariables>;
export const RestoreTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"actualHours"}},{"kind":"Field","name":{"kind":"Name","value":"assignedAt"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"checklist"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"computedData"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"creatorId"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"entityData"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"entityType"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedHours"}},{"kind":"Field","name":{"kind":"Name","value":"geoLat"}},{"kind":"Field","name":{"kind":"Name","value":"geoLon"}},{"kind":"Field","name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","name":{"kind":"Name","value":"location"}},{"kind":"Field","name":{"kind":"Name","value":"organizationId"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"parentId"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"reminderIds"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledEnd"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledStart"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}},{"kind":"Field","name":{"kind":"Name","value":"step"}},{"kind":"Field","name":{"kind":"Name","value":"taskData"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"taskTypeId"}},{"kind":"Field","name":{"kind":"Name","value":"teamId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"viewedAt"}},{"kind":"Field","name":{"kind":"Name","value":"workflowId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreTaskMutation, RestoreTaskMutationVariables>;
export const RestoreTasksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreTasks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"records"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecordToRestore"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreTasks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"records"},"value":{"kind":"Variable","name":{"kind":"Name","value":"records"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreTasksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreTasksMutation, RestoreTasksMutationVariables>;
export const TaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Task"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"task"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"assignedAt"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledStart"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledEnd"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"location"}},{"kind":"Field","name":{"kind":"Name","value":"entityType"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"checklist"}},{"kind":"Field","name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]} as unknown as DocumentNode<TaskQuery, TaskQueryVariables>;
export const TasksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Tasks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TaskFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TaskOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tasks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"assignedAt"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledStart"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"entityType"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"checklist"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<TasksQuery, TasksQueryVariables>;
export const UpdateTaskAssigneeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTaskAssignee"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTaskAssigneeInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTaskAssignee"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"assignedAt"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateTaskAssigneeMutation, UpdateTaskAssigneeMutationVariables>;
export const UpdateTaskAssigneesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTaskAssignees"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patches"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTaskAssigneePatch"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTaskAssignees"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"patches"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patches"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTaskAssigneesSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"assignedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateTaskAssigneesMutation, UpdateTaskAssigneesMutationVariables>;
export const WatchTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"WatchTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"taskChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resync"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TaskChange"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]}}]}}]} as unknown as DocumentNode<WatchTaskSubscription, WatchTaskSubscriptionVariables>;
export const CancelReplayDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelReplay"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelReplay"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookReplay"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reached"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CancelReplayMutation, CancelReplayMutationVariables>;
export const CreateSubscriptionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateSubscriptionInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"workflowId"}},{"kind":"Field","name":{"kind":"Name","value":"workflowName"}},{"kind":"Field","name":{"kind":"Name","value":"nodeId"}},{"kind":"Field","name":{"kind":"Name","value":"webhookUrl"}},{"kind":"Field","name":{"kind":"Name","value":"resource"}},{"kind":"Field","name":{"kind":"Name","value":"actions"}},{"kind":"Field","name":{"kind":"Name","value":"filter"}},{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"suspendedUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateSubscriptionMutation, CreateSubscriptionMutationVariables>;
export const DeleteSubscriptionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteSubscriptionMutation, DeleteSubscriptionMutationVariables>;
export const EventTypesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EventTypes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventTypes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"resource"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"schema"}},{"kind":"Field","name":{"kind":"Name","value":"example"}}]}}]}}]} as unknown as DocumentNode<EventTypesQuery, EventTypesQueryVariables>;
export const PauseSubscriptionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PauseSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pauseSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<PauseSubscriptionMutation, PauseSubscriptionMutationVariables>;
export const RedeliverDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Redeliver"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"deliveryId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"redeliver"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"deliveryId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deliveryId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookDelivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"attemptCount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RedeliverMutation, RedeliverMutationVariables>;
export const ReplayDeliveriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReplayDeliveries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"subscriptionId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"until"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookReplayFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replayDeliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"subscriptionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"subscriptionId"}}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"until"},"value":{"kind":"Variable","name":{"kind":"Name","value":"until"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookReplay"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"deliveryStatus"}},{"kind":"Field","name":{"kind":"Name","value":"resourceId"}},{"kind":"Field","name":{"kind":"Name","value":"reached"}},{"kind":"Field","name":{"kind":"Name","value":"matched"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ReplayDeliveriesMutation, ReplayDeliveriesMutationVariables>;
export const ResumeSubscriptionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResumeSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resumeSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"suspendedUntil"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ResumeSubscriptionMutation, ResumeSubscriptionMutationVariables>;
export const RotateSubscriptionSecretDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RotateSubscriptionSecret"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"secret"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rotateSubscriptionSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"secret"},"value":{"kind":"Variable","name":{"kind":"Name","value":"secret"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RotateSubscriptionSecretMutation, RotateSubscriptionSecretMutationVariables>;
export const SendTestEventDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SendTestEvent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"subscriptionId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendTestEvent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"subscriptionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"subscriptionId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookDelivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"attemptCount"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<SendTestEventMutation, SendTestEventMutationVariables>;
export const UpdateSubscriptionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateSubscriptionInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"workflowName"}},{"kind":"Field","name":{"kind":"Name","value":"webhookUrl"}},{"kind":"Field","name":{"kind":"Name","value":"resource"}},{"kind":"Field","name":{"kind":"Name","value":"actions"}},{"kind":"Field","name":{"kind":"Name","value":"filter"}},{"kind":"Field","name":{"kind":"Name","value":"maxInFlight"}},{"kind":"Field","name":{"kind":"Name","value":"maxPerSecond"}},{"kind":"Field","name":{"kind":"Name","value":"ordered"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateSubscriptionMutation, UpdateSubscriptionMutationVariables>;
export const WebhookDeliveryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WebhookDelivery"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookDelivery"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"resourceId"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"httpStatus"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subscription"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"webhookUrl"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]} as unknown as DocumentNode<WebhookDeliveryQuery, WebhookDeliveryQueryVariables>;
export const WebhookReplayDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WebhookReplay"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookReplay"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"deliveryStatus"}},{"kind":"Field","name":{"kind":"Name","value":"resourceId"}},{"kind":"Field","name":{"kind":"Name","value":"reached"}},{"kind":"Field","name":{"kind":"Name","value":"matched"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}}]}}]}}]} as unknown as DocumentNode<WebhookReplayQuery, WebhookReplayQueryVariables>;
export const WebhookSubscriptionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WebhookSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"period"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookPeriod"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookDeliveryFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"webhookUrl"}},{"kind":"Field","name":{"kind":"Name","value":"resource"}},{"kind":"Field","name":{"kind":"Name","value":"actions"}},{"kind":"Field","name":{"kind":"Name","value":"filter"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"maxInFlight"}},{"kind":"Field","name":{"kind":"Name","value":"maxPerSecond"}},{"kind":"Field","name":{"kind":"Name","value":"ordered"}},{"kind":"Field","name":{"kind":"Name","value":"ignoreActors"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"figures"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"period"},"value":{"kind":"Variable","name":{"kind":"Name","value":"period"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"successRate"}},{"kind":"Field","name":{"kind":"Name","value":"p95DurationMs"}},{"kind":"Field","name":{"kind":"Name","value":"waiting"}},{"kind":"Field","name":{"kind":"Name","value":"waitingSince"}},{"kind":"Field","name":{"kind":"Name","value":"suspendedUntil"}},{"kind":"Field","name":{"kind":"Name","value":"hours"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"delivered"}},{"kind":"Field","name":{"kind":"Name","value":"p95DurationMs"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"replays"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"reached"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"resourceId"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"httpStatus"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<WebhookSubscriptionQuery, WebhookSubscriptionQueryVariables>;
export const WebhookSubscriptionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WebhookSubscriptions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookSubscriptionFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookSubscriptions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"workflowId"}},{"kind":"Field","name":{"kind":"Name","value":"workflowName"}},{"kind":"Field","name":{"kind":"Name","value":"nodeId"}},{"kind":"Field","name":{"kind":"Name","value":"webhookUrl"}},{"kind":"Field","name":{"kind":"Name","value":"resource"}},{"kind":"Field","name":{"kind":"Name","value":"actions"}},{"kind":"Field","name":{"kind":"Name","value":"filter"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"suspendedUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<WebhookSubscriptionsQuery, WebhookSubscriptionsQueryVariables>;