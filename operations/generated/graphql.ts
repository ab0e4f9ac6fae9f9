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

/** Conditions on a value of the type `Boolean`. All must hold. */
export type BooleanFilter = {
  /** Equal to this value. Null: without a value. */
  equals?: boolean | null | undefined;
  /** None of these conditions holds. `{ equals: null }`: with a value. */
  not?: BooleanFilter | null | undefined;
};

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

/** Conditions on a value of the type `Date`. All must hold. */
export type DateFilter = {
  /** Equal to this value. Null: without a value. */
  equals?: string | null | undefined;
  /** Greater than this value, or later. */
  gt?: string | null | undefined;
  /** At least this value, or at this time or later. */
  gte?: string | null | undefined;
  /** One of these values, at most 200. An empty list matches nothing. */
  in?: Array<string> | null | undefined;
  /** Less than this value, or earlier. */
  lt?: string | null | undefined;
  /** At most this value, or at this time or earlier. */
  lte?: string | null | undefined;
  /** None of these conditions holds. `{ equals: null }`: with a value. */
  not?: DateFilter | null | undefined;
  /** With a value that is none of these, at most 200. An empty list matches all. */
  notIn?: Array<string> | null | undefined;
};

/** Conditions on a value of the type `DateTime`. All must hold. */
export type DateTimeFilter = {
  /** Equal to this value. Null: without a value. */
  equals?: string | null | undefined;
  /** Greater than this value, or later. */
  gt?: string | null | undefined;
  /** At least this value, or at this time or later. */
  gte?: string | null | undefined;
  /** One of these values, at most 200. An empty list matches nothing. */
  in?: Array<string> | null | undefined;
  /** Less than this value, or earlier. */
  lt?: string | null | undefined;
  /** At most this value, or at this time or earlier. */
  lte?: string | null | undefined;
  /** None of these conditions holds. `{ equals: null }`: with a value. */
  not?: DateTimeFilter | null | undefined;
  /** With a value that is none of these, at most 200. An empty list matches all. */
  notIn?: Array<string> | null | undefined;
};

/** All conditions must hold. It has at most 100 conditions, 10 of them on relations, nested at most 5 levels deep. */
export type ExpirationFilter = {
  /** All of these hold. */
  AND?: Array<ExpirationFilter> | null | undefined;
  /** This does not hold. */
  NOT?: ExpirationFilter | null | undefined;
  /** One of these holds. An empty list matches nothing. */
  OR?: Array<ExpirationFilter> | null | undefined;
  /** The id of the company that owns the record. */
  companyId?: IdFilter | null | undefined;
  /** The date (UTC) when a value last changed. Set by the server. */
  dateModified?: DateFilter | null | undefined;
  /** What expires, in words. */
  description?: StringFilter | null | undefined;
  /** The code of the expiration type in your own system. */
  expirationCode?: StringFilter | null | undefined;
  /** The expiry date. */
  expirationDate?: DateFilter | null | undefined;
  /** The id of the expiration type. */
  expirationTypeId?: IdFilter | null | undefined;
  /** The id in your own system. */
  externalId?: IdFilter | null | undefined;
  /** The id of the expiration. It never changes. */
  id?: IdFilter | null | undefined;
  /** Records that were created or changed at this time or later. Select `modifiedThrough` on each page of this read, and pass that of the first page to the next read. Null finds all records, as for a first read. Deleted records are reported by `deletions`. */
  modifiedSince?: string | null | undefined;
  /** The code of the owner in your own system. */
  ownerCode?: StringFilter | null | undefined;
  /** The id of the owner. */
  ownerId?: IdFilter | null | undefined;
  /** The type of the owner, such as a driver or a truck. */
  ownerType?: StringFilter | null | undefined;
  /** Each word of this text is in one of `externalId`, `expirationCode`, `description`, `ownerCode`, in any order and case, with or without accents. A word of four letters or more without digits is also found with a typo. Words of one or two characters are found where a word begins. It has 2 to 255 characters and at most 10 words. Of each field, the first 1,000 characters are searched. */
  search?: string | null | undefined;
  /** The current version number. Every change increases it by one. Pass it as `expectedVersion`. */
  version?: IntFilter | null | undefined;
  /** The date of the first warning. */
  warningDate?: DateFilter | null | undefined;
};

/** Conditions on the related records that the token may see. */
export type ExpirationListFilter = {
  /** All of them match, or there are none. */
  every?: ExpirationFilter | null | undefined;
  /** None of them matches. */
  none?: ExpirationFilter | null | undefined;
  /** One of them matches. */
  some?: ExpirationFilter | null | undefined;
};

/** A column of an order. Records that are equal in all columns are sorted by their ids. */
export type ExpirationOrder = {
  /** The direction. */
  direction: OrderDirection;
  /** What to sort by. */
  field: ExpirationOrderField;
  /** Where records without a value come. Omit it for what an index has, and a fast list. */
  nulls?: OrderNulls | null | undefined;
};

/** What to sort by. Where `nulls` does not say it, null is the least text, number or truth, and the latest time, unless its field says another place. Only the fields that docs/reading.md names are read from an index. */
export type ExpirationOrderField =
  /** By `companyId`. */
  | 'COMPANY_ID'
  /** By `dateModified`. */
  | 'DATE_MODIFIED'
  /** By `description`. */
  | 'DESCRIPTION'
  /** By `expirationCode`. */
  | 'EXPIRATION_CODE'
  /** By `expirationDate`. */
  | 'EXPIRATION_DATE'
  /** By `expirationTypeId`. */
  | 'EXPIRATION_TYPE_ID'
  /** By `externalId`. */
  | 'EXTERNAL_ID'
  /** By `id`. */
  | 'ID'
  /** By the time of creation or last change. A record that changes several times within ten minutes may keep the place of the first change. */
  | 'LAST_MODIFIED'
  /** By `ownerCode`. */
  | 'OWNER_CODE'
  /** By `ownerId`. */
  | 'OWNER_ID'
  /** By `ownerType`. */
  | 'OWNER_TYPE'
  /** By `version`. */
  | 'VERSION'
  /** By `warningDate`. */
  | 'WARNING_DATE';

/** Conditions on a value of the type `Float`. All must hold. */
export type FloatFilter = {
  /** Equal to this value. Null: without a value. */
  equals?: number | null | undefined;
  /** Greater than this value, or later. */
  gt?: number | null | undefined;
  /** At least this value, or at this time or later. */
  gte?: number | null | undefined;
  /** One of these values, at most 200. An empty list matches nothing. */
  in?: Array<number> | null | undefined;
  /** Less than this value, or earlier. */
  lt?: number | null | undefined;
  /** At most this value, or at this time or earlier. */
  lte?: number | null | undefined;
  /** None of these conditions holds. `{ equals: null }`: with a value. */
  not?: FloatFilter | null | undefined;
  /** With a value that is none of these, at most 200. An empty list matches all. */
  notIn?: Array<number> | null | undefined;
};

/** Conditions on a value of the type `ID`. All must hold. */
export type IdFilter = {
  /** Contains this text. */
  contains?: string | number | null | undefined;
  /** Ends with this text. */
  endsWith?: string | number | null | undefined;
  /** Equal to this value. Null: without a value. */
  equals?: string | number | null | undefined;
  /** Greater than this value, or later. */
  gt?: string | number | null | undefined;
  /** At least this value, or at this time or later. */
  gte?: string | number | null | undefined;
  /** One of these values, at most 200. An empty list matches nothing. */
  in?: Array<string | number> | null | undefined;
  /** Less than this value, or earlier. */
  lt?: string | number | null | undefined;
  /** At most this value, or at this time or earlier. */
  lte?: string | number | null | undefined;
  /** Whether upper and lower case differ; by default they do. */
  mode?: StringFilterMode | null | undefined;
  /** None of these conditions holds. `{ equals: null }`: with a value. */
  not?: IdFilter | null | undefined;
  /** With a value that is none of these, at most 200. An empty list matches all. */
  notIn?: Array<string | number> | null | undefined;
  /** Begins with this text. */
  startsWith?: string | number | null | undefined;
};

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

/** Conditions on a value of the type `Int`. All must hold. */
export type IntFilter = {
  /** Equal to this value. Null: without a value. */
  equals?: number | null | undefined;
  /** Greater than this value, or later. */
  gt?: number | null | undefined;
  /** At least this value, or at this time or later. */
  gte?: number | null | undefined;
  /** One of these values, at most 200. An empty list matches nothing. */
  in?: Array<number> | null | undefined;
  /** Less than this value, or earlier. */
  lt?: number | null | undefined;
  /** At most this value, or at this time or earlier. */
  lte?: number | null | undefined;
  /** None of these conditions holds. `{ equals: null }`: with a value. */
  not?: IntFilter | null | undefined;
  /** With a value that is none of these, at most 200. An empty list matches all. */
  notIn?: Array<number> | null | undefined;
};

/** Sort direction. */
export type OrderDirection =
  /** Ascending: smallest, earliest or A first. */
  | 'ASC'
  /** Descending: largest, latest or Z first. */
  | 'DESC';

/** Where records without a value come. */
export type OrderNulls =
  /** Before all others. */
  | 'FIRST'
  /** Behind all others. */
  | 'LAST';

/** All conditions must hold. It has at most 100 conditions, 10 of them on relations, nested at most 5 levels deep. */
export type QuickOrderFilter = {
  /** All of these hold. */
  AND?: Array<QuickOrderFilter> | null | undefined;
  /** This does not hold. */
  NOT?: QuickOrderFilter | null | undefined;
  /** One of these holds. An empty list matches nothing. */
  OR?: Array<QuickOrderFilter> | null | undefined;
  /** The id of the company that owns the record. */
  companyId?: IdFilter | null | undefined;
  /** When the order was placed. Set by the server. */
  createdDate?: DateTimeFilter | null | undefined;
  /** The id in your own system. */
  externalId?: IdFilter | null | undefined;
  /** The id of the order. It never changes. */
  id?: IdFilter | null | undefined;
  /** Records that were created or changed at this time or later. Select `modifiedThrough` on each page of this read, and pass that of the first page to the next read. Null finds all records, as for a first read. Deleted records are reported by `deletions`. */
  modifiedSince?: string | null | undefined;
  /** The requested date, in the format of your own systems. */
  orderDate?: StringFilter | null | undefined;
  /** Each word of this text is in one of `externalId`, in any order and case, with or without accents. A word of four letters or more without digits is also found with a typo. Words of one or two characters are found where a word begins. It has 2 to 255 characters and at most 10 words. Of each field, the first 1,000 characters are searched. */
  search?: string | null | undefined;
  /** The status, in your company’s own terms. */
  status?: StringFilter | null | undefined;
  /** The id of the user who placed the order. */
  userId?: IdFilter | null | undefined;
  /** The current version number. Every change increases it by one. Pass it as `expectedVersion`. */
  version?: IntFilter | null | undefined;
};

/** A column of an order. Records that are equal in all columns are sorted by their ids. */
export type QuickOrderOrder = {
  /** The direction. */
  direction: OrderDirection;
  /** What to sort by. */
  field: QuickOrderOrderField;
  /** Where records without a value come. Omit it for what an index has, and a fast list. */
  nulls?: OrderNulls | null | undefined;
};

/** What to sort by. Where `nulls` does not say it, null is the least text, number or truth, and the latest time, unless its field says another place. Only the fields that docs/reading.md names are read from an index. */
export type QuickOrderOrderField =
  /** By `companyId`. */
  | 'COMPANY_ID'
  /** By `createdDate`, where null is the least. */
  | 'CREATED_DATE'
  /** By `externalId`. */
  | 'EXTERNAL_ID'
  /** By `id`. */
  | 'ID'
  /** By the time of creation or last change. A record that changes several times within ten minutes may keep the place of the first change. */
  | 'LAST_MODIFIED'
  /** By `orderDate`. */
  | 'ORDER_DATE'
  /** By `status`. */
  | 'STATUS'
  /** By `userId`. */
  | 'USER_ID'
  /** By `version`. */
  | 'VERSION';

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

/** Conditions on a value of the type `SafeInt`. All must hold. */
export type SafeIntFilter = {
  /** Equal to this value. Null: without a value. */
  equals?: number | null | undefined;
  /** Greater than this value, or later. */
  gt?: number | null | undefined;
  /** At least this value, or at this time or later. */
  gte?: number | null | undefined;
  /** One of these values, at most 200. An empty list matches nothing. */
  in?: Array<number> | null | undefined;
  /** Less than this value, or earlier. */
  lt?: number | null | undefined;
  /** At most this value, or at this time or earlier. */
  lte?: number | null | undefined;
  /** None of these conditions holds. `{ equals: null }`: with a value. */
  not?: SafeIntFilter | null | undefined;
  /** With a value that is none of these, at most 200. An empty list matches all. */
  notIn?: Array<number> | null | undefined;
};

/** All conditions must hold. It has at most 100 conditions, 10 of them on relations, nested at most 5 levels deep. */
export type ShipToFilter = {
  /** All of these hold. */
  AND?: Array<ShipToFilter> | null | undefined;
  /** This does not hold. */
  NOT?: ShipToFilter | null | undefined;
  /** One of these holds. An empty list matches nothing. */
  OR?: Array<ShipToFilter> | null | undefined;
  /** Archived ship-tos are kept for their history only. */
  archived?: BooleanFilter | null | undefined;
  /** The area, as free text. */
  area?: StringFilter | null | undefined;
  /** The id of the billing profile. */
  billingProfileId?: IdFilter | null | undefined;
  /** The closing time, in the format of your own systems. */
  closeTime?: StringFilter | null | undefined;
  /** The id of the company that owns the record. */
  companyId?: IdFilter | null | undefined;
  /** The id of the customer who receives the deliveries. */
  customerId?: IdFilter | null | undefined;
  /** The id in your own system, such as an ERP. */
  externalId?: IdFilter | null | undefined;
  /** The id of the freight rate. */
  freightId?: IdFilter | null | undefined;
  /** Whether the ship-to receives fuel deliveries. */
  fuelShipTo?: BooleanFilter | null | undefined;
  /** Whether the ship-to receives transport loads. */
  fuelTransport?: BooleanFilter | null | undefined;
  /** Whether the ship-to has tanks of its own. */
  hasTanks?: BooleanFilter | null | undefined;
  /** The id of the ship-to. It never changes. */
  id?: IdFilter | null | undefined;
  /** When a value last changed. Set by the server. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** The id of the location. */
  locationId?: IdFilter | null | undefined;
  /** Records that were created or changed at this time or later. Select `modifiedThrough` on each page of this read, and pass that of the first page to the next read. Null finds all records, as for a first read. Deleted records are reported by `deletions`. */
  modifiedSince?: string | null | undefined;
  /** The display name. */
  name?: StringFilter | null | undefined;
  /** A note for the driver. */
  note?: StringFilter | null | undefined;
  /** The opening time, in the format of your own systems. */
  openTime?: StringFilter | null | undefined;
  /** The id of the organization within the company. */
  organizationId?: IdFilter | null | undefined;
  /** The end of the preferred delivery time. */
  preferredEndTime?: StringFilter | null | undefined;
  /** The start of the preferred delivery time. */
  preferredStartTime?: StringFilter | null | undefined;
  /** The id of the terminal to load at. */
  primaryTerminalId?: IdFilter | null | undefined;
  /** The delivery route. */
  routeCode?: StringFilter | null | undefined;
  /** The id of the responsible sales representative. */
  salesRepId?: IdFilter | null | undefined;
  /** Each word of this text is in one of `externalId`, `customerId`, `name`, `area`, `routeCode`, in any order and case, with or without accents. A word of four letters or more without digits is also found with a typo. Words of one or two characters are found where a word begins. It has 2 to 255 characters and at most 10 words. Of each field, the first 1,000 characters are searched. */
  search?: string | null | undefined;
  /** The id of the terminal to load at when the primary terminal cannot serve. */
  secondaryTerminalId?: IdFilter | null | undefined;
  /** The id of the service area. */
  serviceAreaId?: IdFilter | null | undefined;
  /** The tanks at this ship-to. Needs the scope `tanks:read`. */
  tanks?: TankListFilter | null | undefined;
  /** The tasks whose `entity` is this ship-to. Needs the scope `tasks:read`. */
  tasks?: TaskListFilter | null | undefined;
  /** The id in the transport system. */
  transportSystemId?: IdFilter | null | undefined;
  /** The id of the business unit that serves the site. */
  unitId?: IdFilter | null | undefined;
  /** The units that serve the ship-to. */
  units?: StringListFilter | null | undefined;
  /** The current version number. Every change increases it by one. Pass it as `expectedVersion`. */
  version?: IntFilter | null | undefined;
};

/** A column of an order. Records that are equal in all columns are sorted by their ids. */
export type ShipToOrder = {
  /** The direction. */
  direction: OrderDirection;
  /** What to sort by. */
  field: ShipToOrderField;
  /** Where records without a value come. Omit it for what an index has, and a fast list. */
  nulls?: OrderNulls | null | undefined;
};

/** What to sort by. Where `nulls` does not say it, null is the least text, number or truth, and the latest time, unless its field says another place. Only the fields that docs/reading.md names are read from an index. */
export type ShipToOrderField =
  /** By `archived`. */
  | 'ARCHIVED'
  /** By `area`. */
  | 'AREA'
  /** By `billingProfileId`. */
  | 'BILLING_PROFILE_ID'
  /** By `closeTime`. */
  | 'CLOSE_TIME'
  /** By `companyId`. */
  | 'COMPANY_ID'
  /** By `customerId`. */
  | 'CUSTOMER_ID'
  /** By `externalId`. */
  | 'EXTERNAL_ID'
  /** By `freightId`. */
  | 'FREIGHT_ID'
  /** By `fuelShipTo`. */
  | 'FUEL_SHIP_TO'
  /** By `fuelTransport`. */
  | 'FUEL_TRANSPORT'
  /** By `hasTanks`. */
  | 'HAS_TANKS'
  /** By `id`. */
  | 'ID'
  /** By the time of creation or last change. A record that changes several times within ten minutes may keep the place of the first change. */
  | 'LAST_MODIFIED'
  /** By `lastModifiedDate`. */
  | 'LAST_MODIFIED_DATE'
  /** By `locationId`. */
  | 'LOCATION_ID'
  /** By `name`. */
  | 'NAME'
  /** By `note`. */
  | 'NOTE'
  /** By `openTime`. */
  | 'OPEN_TIME'
  /** By `organizationId`. */
  | 'ORGANIZATION_ID'
  /** By `preferredEndTime`. */
  | 'PREFERRED_END_TIME'
  /** By `preferredStartTime`. */
  | 'PREFERRED_START_TIME'
  /** By `primaryTerminalId`. */
  | 'PRIMARY_TERMINAL_ID'
  /** By `routeCode`. */
  | 'ROUTE_CODE'
  /** By `salesRepId`. */
  | 'SALES_REP_ID'
  /** By `secondaryTerminalId`. */
  | 'SECONDARY_TERMINAL_ID'
  /** By `serviceAreaId`. */
  | 'SERVICE_AREA_ID'
  /** By `transportSystemId`. */
  | 'TRANSPORT_SYSTEM_ID'
  /** By `unitId`. */
  | 'UNIT_ID'
  /** By `version`. */
  | 'VERSION';

/** Conditions on the related record, as far as the token may see it. */
export type ShipToRelationFilter = {
  /** There is one, and it matches. Null: there is none. */
  is?: ShipToFilter | null | undefined;
  /** There is none, or it does not match. Null: there is one. */
  isNot?: ShipToFilter | null | undefined;
};

/** Conditions on a value of the type `String`. All must hold. */
export type StringFilter = {
  /** Contains this text. */
  contains?: string | null | undefined;
  /** Ends with this text. */
  endsWith?: string | null | undefined;
  /** Equal to this value. Null: without a value. */
  equals?: string | null | undefined;
  /** Greater than this value, or later. */
  gt?: string | null | undefined;
  /** At least this value, or at this time or later. */
  gte?: string | null | undefined;
  /** One of these values, at most 200. An empty list matches nothing. */
  in?: Array<string> | null | undefined;
  /** Less than this value, or earlier. */
  lt?: string | null | undefined;
  /** At most this value, or at this time or earlier. */
  lte?: string | null | undefined;
  /** Whether upper and lower case differ; by default they do. */
  mode?: StringFilterMode | null | undefined;
  /** None of these conditions holds. `{ equals: null }`: with a value. */
  not?: StringFilter | null | undefined;
  /** With a value that is none of these, at most 200. An empty list matches all. */
  notIn?: Array<string> | null | undefined;
  /** Begins with this text. */
  startsWith?: string | null | undefined;
};

/** How texts are compared. */
export type StringFilterMode =
  /** Upper and lower case differ. */
  | 'Default'
  /** Upper and lower case are the same. */
  | 'Insensitive';

/** Conditions on a value of the type `String`. All must hold. */
export type StringListFilter = {
  /** Has this item. */
  has?: string | null | undefined;
  /** Has all of these items, at most 200. */
  hasEvery?: Array<string> | null | undefined;
  /** Has one of these items, at most 200. */
  hasSome?: Array<string> | null | undefined;
  /** True: has no items. False: has some. */
  isEmpty?: boolean | null | undefined;
};

/** All conditions must hold. It has at most 100 conditions, 10 of them on relations, nested at most 5 levels deep. */
export type TankFilter = {
  /** All of these hold. */
  AND?: Array<TankFilter> | null | undefined;
  /** This does not hold. */
  NOT?: TankFilter | null | undefined;
  /** One of these holds. An empty list matches nothing. */
  OR?: Array<TankFilter> | null | undefined;
  /** The active alerts. */
  alerts?: StringListFilter | null | undefined;
  /** The remaining capacity, as a decimal string in the tank’s volume unit, if known. */
  availableCapacity?: StringFilter | null | undefined;
  /** The average usage per day, as a decimal string. */
  averageDailyUsage?: StringFilter | null | undefined;
  /** The brand of the fuel or of the owner. */
  brand?: StringFilter | null | undefined;
  /** The id of the company that owns the record. */
  companyId?: IdFilter | null | undefined;
  /** The id of the customer who uses the tank. */
  customerId?: IdFilter | null | undefined;
  /** The usage on the last measured day, as a decimal string. */
  dailyUsage?: StringFilter | null | undefined;
  /** Days until the tank is empty at the average usage, if known. */
  daysToEmpty?: FloatFilter | null | undefined;
  /** The expirations whose `owner` is this tank. Needs the scope `expirations:read`. */
  expirations?: ExpirationListFilter | null | undefined;
  /** The id in your own system, such as an ERP. */
  externalId?: IdFilter | null | undefined;
  /** The fill level in percent, from 0 to 100; null if unknown. */
  fillPercentage?: FloatFilter | null | undefined;
  /** The delivery urgency, in your company’s own terms. */
  fillStatus?: StringFilter | null | undefined;
  /** The id of the fuel in the tank. */
  fuelId?: IdFilter | null | undefined;
  /** The id of the tank. It never changes. */
  id?: IdFilter | null | undefined;
  /** Whether to include the tank in delivery jobs. */
  includeInJob?: BooleanFilter | null | undefined;
  /** When a value last changed. Set by the server. */
  lastModifiedDate?: DateTimeFilter | null | undefined;
  /** The time of the last reading. */
  lastReadingDate?: DateTimeFilter | null | undefined;
  /** The id of the reading that the volumes come from. */
  lastReadingId?: IdFilter | null | undefined;
  /** The latitude in degrees, as a decimal string from -90 to 90. */
  latitude?: StringFilter | null | undefined;
  /** The id of the location. */
  locationId?: IdFilter | null | undefined;
  /** The name of the location. */
  locationName?: StringFilter | null | undefined;
  /** The longitude in degrees, as a decimal string from -180 to 180. */
  longitude?: StringFilter | null | undefined;
  /** Records that were created or changed at this time or later. Select `modifiedThrough` on each page of this read, and pass that of the first page to the next read. Null finds all records, as for a first read. Deleted records are reported by `deletions`. */
  modifiedSince?: string | null | undefined;
  /** The display name. */
  name?: StringFilter | null | undefined;
  /** A note for the driver. */
  note?: StringFilter | null | undefined;
  /** The id of the organization within the company. */
  organizationId?: IdFilter | null | undefined;
  /** The id of the product in the tank. */
  productId?: IdFilter | null | undefined;
  /** The name of the product in the tank. */
  productName?: StringFilter | null | undefined;
  /** The SKU of the product in the tank. */
  productSku?: StringFilter | null | undefined;
  /** The volume at the last reading, if known. */
  readingVolume?: FloatFilter | null | undefined;
  /** The id of the resource group that serves the tank. */
  resourceGroupId?: IdFilter | null | undefined;
  /** The id of the responsible sales representative. */
  salesRepId?: IdFilter | null | undefined;
  /** Each word of this text is in one of `externalId`, `customerId`, `name`, `productName`, `shipToCode`, `tankAddress`, `locationName`, in any order and case, with or without accents. A word of four letters or more without digits is also found with a typo. Words of one or two characters are found where a word begins. It has 2 to 255 characters and at most 10 words. Of each field, the first 1,000 characters are searched. */
  search?: string | null | undefined;
  /** The id of the service area. */
  serviceAreaId?: IdFilter | null | undefined;
  /** The ship-to where the tank stands; null if it names none of your company. Needs the scope `ship-tos:read`. */
  shipTo?: ShipToRelationFilter | null | undefined;
  /** The code of the ship-to in your own system. */
  shipToCode?: StringFilter | null | undefined;
  /** The id of the ship-to where the tank stands. `shipTo` returns the record. */
  shipToId?: IdFilter | null | undefined;
  /** The service status, in your company’s own terms. */
  status?: StringFilter | null | undefined;
  /** The postal address of the tank. */
  tankAddress?: StringFilter | null | undefined;
  /** The id of the tank monitor. */
  tankMonitorId?: IdFilter | null | undefined;
  /** The volume of the full tank. */
  tankSize?: FloatFilter | null | undefined;
  /** The tasks whose `entity` is this tank. Needs the scope `tasks:read`. */
  tasks?: TaskListFilter | null | undefined;
  /** The id of the business unit that serves the site. */
  unitId?: IdFilter | null | undefined;
  /** The id of the vendor who supplies the fuel. */
  vendorId?: IdFilter | null | undefined;
  /** The current version number. Every change increases it by one. Pass it as `expectedVersion`. */
  version?: IntFilter | null | undefined;
};

/** Conditions on the related records that the token may see. */
export type TankListFilter = {
  /** All of them match, or there are none. */
  every?: TankFilter | null | undefined;
  /** None of them matches. */
  none?: TankFilter | null | undefined;
  /** One of them matches. */
  some?: TankFilter | null | undefined;
};

/** A column of an order. Records that are equal in all columns are sorted by their ids. */
export type TankOrder = {
  /** The direction. */
  direction: OrderDirection;
  /** What to sort by. */
  field: TankOrderField;
  /** Where records without a value come. Omit it for what an index has, and a fast list. */
  nulls?: OrderNulls | null | undefined;
};

/** What to sort by. Where `nulls` does not say it, null is the least text, number or truth, and the latest time, unless its field says another place. Only the fields that docs/reading.md names are read from an index. */
export type TankOrderField =
  /** By `availableCapacity`. */
  | 'AVAILABLE_CAPACITY'
  /** By `averageDailyUsage`. */
  | 'AVERAGE_DAILY_USAGE'
  /** By `brand`. */
  | 'BRAND'
  /** By `companyId`. */
  | 'COMPANY_ID'
  /** By `customerId`. */
  | 'CUSTOMER_ID'
  /** By `dailyUsage`. */
  | 'DAILY_USAGE'
  /** By `daysToEmpty`, where null is the greatest. */
  | 'DAYS_TO_EMPTY'
  /** By `externalId`. */
  | 'EXTERNAL_ID'
  /** By `fillPercentage`. */
  | 'FILL_PERCENTAGE'
  /** By `fillStatus`. */
  | 'FILL_STATUS'
  /** By `fuelId`. */
  | 'FUEL_ID'
  /** By `id`. */
  | 'ID'
  /** By `includeInJob`. */
  | 'INCLUDE_IN_JOB'
  /** By the time of creation or last change. A record that changes several times within ten minutes may keep the place of the first change. */
  | 'LAST_MODIFIED'
  /** By `lastModifiedDate`. */
  | 'LAST_MODIFIED_DATE'
  /** By `lastReadingDate`. */
  | 'LAST_READING_DATE'
  /** By `lastReadingId`. */
  | 'LAST_READING_ID'
  /** By `latitude`. */
  | 'LATITUDE'
  /** By `locationId`. */
  | 'LOCATION_ID'
  /** By `locationName`. */
  | 'LOCATION_NAME'
  /** By `longitude`. */
  | 'LONGITUDE'
  /** By `name`. */
  | 'NAME'
  /** By `note`. */
  | 'NOTE'
  /** By `organizationId`. */
  | 'ORGANIZATION_ID'
  /** By `productId`. */
  | 'PRODUCT_ID'
  /** By `productName`. */
  | 'PRODUCT_NAME'
  /** By `productSku`. */
  | 'PRODUCT_SKU'
  /** By `readingVolume`. */
  | 'READING_VOLUME'
  /** By `resourceGroupId`. */
  | 'RESOURCE_GROUP_ID'
  /** By `salesRepId`. */
  | 'SALES_REP_ID'
  /** By `serviceAreaId`. */
  | 'SERVICE_AREA_ID'
  /** By `shipToCode`. */
  | 'SHIP_TO_CODE'
  /** By `shipToId`. */
  | 'SHIP_TO_ID'
  /** By `status`. */
  | 'STATUS'
  /** By `tankAddress`. */
  | 'TANK_ADDRESS'
  /** By `tankMonitorId`. */
  | 'TANK_MONITOR_ID'
  /** By `tankSize`. */
  | 'TANK_SIZE'
  /** By `unitId`. */
  | 'UNIT_ID'
  /** By `vendorId`. */
  | 'VENDOR_ID'
  /** By `version`. */
  | 'VERSION';

/** All conditions must hold. It has at most 100 conditions, 10 of them on relations, nested at most 5 levels deep. */
export type TaskFilter = {
  /** All of these hold. */
  AND?: Array<TaskFilter> | null | undefined;
  /** This does not hold. */
  NOT?: TaskFilter | null | undefined;
  /** One of these holds. An empty list matches nothing. */
  OR?: Array<TaskFilter> | null | undefined;
  /** The actual hours, as a decimal string. */
  actualHours?: StringFilter | null | undefined;
  /** When the task was assigned. Set by the server, and cleared with the assignee. */
  assignedAt?: DateTimeFilter | null | undefined;
  /** The id of the assigned user; null if unassigned. */
  assigneeId?: IdFilter | null | undefined;
  /** The id of the company that owns the record. */
  companyId?: IdFilter | null | undefined;
  /** When the task was completed. */
  completedAt?: DateTimeFilter | null | undefined;
  /** When the record was created. Set by the server. */
  createdAt?: DateTimeFilter | null | undefined;
  /** The id of the user who created the task. */
  creatorId?: IdFilter | null | undefined;
  /** The full description. */
  description?: StringFilter | null | undefined;
  /** The deadline. */
  dueDate?: DateTimeFilter | null | undefined;
  /** The id of the related record. */
  entityId?: IdFilter | null | undefined;
  /** The type of the related record, such as `tank`. */
  entityType?: StringFilter | null | undefined;
  /** The estimated hours, as a decimal string. */
  estimatedHours?: StringFilter | null | undefined;
  /** The latitude in degrees, as a decimal string from -90 to 90. */
  geoLat?: StringFilter | null | undefined;
  /** The longitude in degrees, as a decimal string from -180 to 180. */
  geoLon?: StringFilter | null | undefined;
  /** The id of the task. It never changes. */
  id?: IdFilter | null | undefined;
  /** Archived tasks are kept for their history only. */
  isArchived?: BooleanFilter | null | undefined;
  /** The place of the work. */
  location?: StringFilter | null | undefined;
  /** Records that were created or changed at this time or later. Select `modifiedThrough` on each page of this read, and pass that of the first page to the next read. Null finds all records, as for a first read. Deleted records are reported by `deletions`. */
  modifiedSince?: string | null | undefined;
  /** The id of the organization within the company. */
  organizationId?: IdFilter | null | undefined;
  /** The id of the user who is responsible for the task. */
  ownerId?: IdFilter | null | undefined;
  /** The id of the parent task. */
  parentId?: IdFilter | null | undefined;
  /** The priority, in your company’s own terms. */
  priority?: StringFilter | null | undefined;
  /** The ids of the reminders. */
  reminderIds?: StringListFilter | null | undefined;
  /** The planned end. */
  scheduledEnd?: DateTimeFilter | null | undefined;
  /** The planned start. */
  scheduledStart?: DateTimeFilter | null | undefined;
  /** Each word of this text is in one of `title`, `location`, `taskNumber`, in any order and case, with or without accents. A word of four letters or more without digits is also found with a typo. Words of one or two characters are found where a word begins. It has 2 to 255 characters and at most 10 words. Of each field, the first 1,000 characters are searched. */
  search?: string | null | undefined;
  /** The id of the status in the workflow. */
  statusId?: IdFilter | null | undefined;
  /** The current step of the workflow. */
  step?: StringFilter | null | undefined;
  /** The number shown to users. */
  taskNumber?: IntFilter | null | undefined;
  /** The id of the task type. */
  taskTypeId?: IdFilter | null | undefined;
  /** The id of the team that owns the task. */
  teamId?: IdFilter | null | undefined;
  /** The title, in one line. */
  title?: StringFilter | null | undefined;
  /** When a value last changed. Set by the server. */
  updatedAt?: DateTimeFilter | null | undefined;
  /** The current version number. Every change increases it by one. Pass it as `expectedVersion`. */
  version?: IntFilter | null | undefined;
  /** When the assignee first viewed the task. */
  viewedAt?: DateTimeFilter | null | undefined;
  /** The id of the workflow that the task belongs to. */
  workflowId?: IdFilter | null | undefined;
};

/** Conditions on the related records that the token may see. */
export type TaskListFilter = {
  /** All of them match, or there are none. */
  every?: TaskFilter | null | undefined;
  /** None of them matches. */
  none?: TaskFilter | null | undefined;
  /** One of them matches. */
  some?: TaskFilter | null | undefined;
};

/** A column of an order. Records that are equal in all columns are sorted by their ids. */
export type TaskOrder = {
  /** The direction. */
  direction: OrderDirection;
  /** What to sort by. */
  field: TaskOrderField;
  /** Where records without a value come. Omit it for what an index has, and a fast list. */
  nulls?: OrderNulls | null | undefined;
};

/** What to sort by. Where `nulls` does not say it, null is the least text, number or truth, and the latest time, unless its field says another place. Only the fields that docs/reading.md names are read from an index. */
export type TaskOrderField =
  /** By `actualHours`. */
  | 'ACTUAL_HOURS'
  /** By `assignedAt`. */
  | 'ASSIGNED_AT'
  /** By `assigneeId`. */
  | 'ASSIGNEE_ID'
  /** By `companyId`. */
  | 'COMPANY_ID'
  /** By `completedAt`. */
  | 'COMPLETED_AT'
  /** By `createdAt`. */
  | 'CREATED_AT'
  /** By `creatorId`. */
  | 'CREATOR_ID'
  /** By `description`. */
  | 'DESCRIPTION'
  /** By `dueDate`. */
  | 'DUE_DATE'
  /** By `entityId`. */
  | 'ENTITY_ID'
  /** By `entityType`. */
  | 'ENTITY_TYPE'
  /** By `estimatedHours`. */
  | 'ESTIMATED_HOURS'
  /** By `geoLat`. */
  | 'GEO_LAT'
  /** By `geoLon`. */
  | 'GEO_LON'
  /** By `id`. */
  | 'ID'
  /** By `isArchived`. */
  | 'IS_ARCHIVED'
  /** By the time of creation or last change. A record that changes several times within ten minutes may keep the place of the first change. */
  | 'LAST_MODIFIED'
  /** By `location`. */
  | 'LOCATION'
  /** By `organizationId`. */
  | 'ORGANIZATION_ID'
  /** By `ownerId`. */
  | 'OWNER_ID'
  /** By `parentId`. */
  | 'PARENT_ID'
  /** By `priority`. */
  | 'PRIORITY'
  /** By `scheduledEnd`. */
  | 'SCHEDULED_END'
  /** By `scheduledStart`. */
  | 'SCHEDULED_START'
  /** By `statusId`. */
  | 'STATUS_ID'
  /** By `step`. */
  | 'STEP'
  /** By `taskNumber`. */
  | 'TASK_NUMBER'
  /** By `taskTypeId`. */
  | 'TASK_TYPE_ID'
  /** By `teamId`. */
  | 'TEAM_ID'
  /** By `title`. */
  | 'TITLE'
  /** By `updatedAt`. */
  | 'UPDATED_AT'
  /** By `version`. */
  | 'VERSION'
  /** By `viewedAt`. */
  | 'VIEWED_AT'
  /** By `workflowId`. */
  | 'WORKFLOW_ID';

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

/** The changes. An omitted field keeps its value, null clears it. */
export type UpdateTaskInput = {
  /** The actual hours, as a decimal string. */
  actualHours?: string | null | undefined;
  /** The id of the assigned user; null if unassigned. */
  assigneeId?: string | number | null | undefined;
  /** The checklist, in the format of the workflow. */
  checklist?: Record<string, unknown> | null | undefined;
  /** When the task was completed. */
  completedAt?: string | null | undefined;
  /** The full description. */
  description?: string | null | undefined;
  /** The deadline. */
  dueDate?: string | null | undefined;
  /** The estimated hours, as a decimal string. */
  estimatedHours?: string | null | undefined;
  /** The latitude in degrees, as a decimal string from -90 to 90. */
  geoLat?: string | null | undefined;
  /** The longitude in degrees, as a decimal string from -180 to 180. */
  geoLon?: string | null | undefined;
  /** Archived tasks are kept for their history only. It cannot be null. */
  isArchived?: boolean | null | undefined;
  /** The place of the work. */
  location?: string | null | undefined;
  /** The priority, in your company’s own terms. It cannot be null. */
  priority?: string | null | undefined;
  /** The ids of the reminders. */
  reminderIds?: Array<string> | null | undefined;
  /** The planned end. */
  scheduledEnd?: string | null | undefined;
  /** The planned start. */
  scheduledStart?: string | null | undefined;
  /** The id of the status in the workflow. It cannot be null. */
  statusId?: string | number | null | undefined;
  /** The current step of the workflow. */
  step?: string | null | undefined;
  /** Data that the workflow stores with the task. */
  taskData?: Record<string, unknown> | null | undefined;
  /** The title, in one line. It cannot be null. */
  title?: string | null | undefined;
};

/** The changes of one record. */
export type UpdateTaskPatch = {
  /** The `version` that you last read. If the record has changed since, it stays as it is and the result is its `ConflictError`. */
  expectedVersion?: number | null | undefined;
  /** The id of the record. */
  id: string | number;
  /** The changes. An omitted field keeps its value, null clears it, objects and lists are replaced whole. */
  input: UpdateTaskInput;
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

/** All conditions must hold. It has at most 100 conditions, 10 of them on relations, nested at most 5 levels deep. */
export type WebhookDeliveryFilter = {
  /** All of these hold. */
  AND?: Array<WebhookDeliveryFilter> | null | undefined;
  /** This does not hold. */
  NOT?: WebhookDeliveryFilter | null | undefined;
  /** One of these holds. An empty list matches nothing. */
  OR?: Array<WebhookDeliveryFilter> | null | undefined;
  /** The number of requests made so far. */
  attemptCount?: IntFilter | null | undefined;
  /** When the delivery succeeded or was given up. */
  finishedAt?: DateTimeFilter | null | undefined;
  /** The id of the delivery, sent as the `webhook-id` header. */
  id?: IdFilter | null | undefined;
  /** Why the last attempt that failed did so; null if none has failed. A delivery that succeeded later keeps it. */
  lastError?: StringFilter | null | undefined;
  /** The earliest time of the next attempt; null if there is none, or if it waits for an earlier event of its record. A time in the past means that the request is under way, or that sending to the address is suspended after failures. */
  nextAttemptAt?: DateTimeFilter | null | undefined;
  /** When the change happened. */
  occurredAt?: DateTimeFilter | null | undefined;
  /** Why the delivery was given up without a request; null otherwise. */
  reason?: StringFilter | null | undefined;
  /** The id of the record that changed. */
  resourceId?: IdFilter | null | undefined;
  /** The version of the record in `data`. */
  resourceVersion?: IntFilter | null | undefined;
  /** Rises with each change of a record, over deletion and re-creation: of two events of one record, the one with the higher sequence is the newer. */
  sequence?: SafeIntFilter | null | undefined;
  /** Deliveries with this status. */
  status?: WebhookDeliveryStatus | null | undefined;
  /** The id of the subscription that receives the event. */
  subscriptionId?: IdFilter | null | undefined;
  /** The event type, such as `tank.updated`. */
  type?: StringFilter | null | undefined;
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

/** All conditions must hold. It has at most 100 conditions, 10 of them on relations, nested at most 5 levels deep. */
export type WebhookSubscriptionFilter = {
  /** All of these hold. */
  AND?: Array<WebhookSubscriptionFilter> | null | undefined;
  /** This does not hold. */
  NOT?: WebhookSubscriptionFilter | null | undefined;
  /** One of these holds. An empty list matches nothing. */
  OR?: Array<WebhookSubscriptionFilter> | null | undefined;
  /** The id of the company whose records are watched. */
  companyId?: IdFilter | null | undefined;
  /** When the record was created. Set by the server. */
  createdAt?: DateTimeFilter | null | undefined;
  /** Why the subscription was disabled; null unless it is. */
  disabledReason?: StringFilter | null | undefined;
  /** When the receiver became unwell: the first timeout, broken connection, 408, 429 or 5xx since it last accepted a message; null without one. Five days of them, with at least one every two days, disable the subscription. */
  failingSince?: DateTimeFilter | null | undefined;
  /** The id of the subscription. It never changes. */
  id?: IdFilter | null | undefined;
  /** The number of requests that each gateway or worker sends to the address at the same time, 1 to 100. The default is 8. */
  maxInFlight?: IntFilter | null | undefined;
  /** The number of requests a second, 0.01 to 1000, that all gateways and workers together send to the address, retries included. After a pause, those of one second may leave at once. Null for no limit. */
  maxPerSecond?: FloatFilter | null | undefined;
  /** Records that were created or changed at this time or later. Select `modifiedThrough` on each page of this read, and pass that of the first page to the next read. Null finds all records, as for a first read. Deleted records are reported by `deletions`. */
  modifiedSince?: string | null | undefined;
  /** The id of the node of the workflow that receives the events. */
  nodeId?: IdFilter | null | undefined;
  /** Whether the events of one record are sent one after the other, in their order: each waits until the one before was accepted or given up. Events of other records do not wait. A change holds for events that are queued after it. */
  ordered?: BooleanFilter | null | undefined;
  /** What is watched: a record, such as tank or quick_order; or subscription or delivery, which report on webhooks themselves. `eventTypes` lists all. */
  resource?: StringFilter | null | undefined;
  /** Each word of this text is in one of `workflowName`, in any order and case, with or without accents. A word of four letters or more without digits is also found with a typo. Words of one or two characters are found where a word begins. It has 2 to 255 characters and at most 10 words. Of each field, the first 1,000 characters are searched. */
  search?: string | null | undefined;
  /** The delivery state. Events wait while a subscription is paused and are held while it is disabled. */
  state?: WebhookSubscriptionStateFilter | null | undefined;
  /** When a value last changed. Set by the server. */
  updatedAt?: DateTimeFilter | null | undefined;
  /** The current version number. Every change increases it by one. */
  version?: IntFilter | null | undefined;
  /** The address that receives the events. */
  webhookUrl?: StringFilter | null | undefined;
  /** The id of the workflow that receives the events. */
  workflowId?: IdFilter | null | undefined;
  /** The display name of the workflow. */
  workflowName?: StringFilter | null | undefined;
};

/** The delivery state of a subscription. */
export type WebhookSubscriptionState =
  /** Events are delivered. */
  | 'ACTIVE'
  /** The address has failed for five days or answered 410. Events are held for 14 days by default; `resumeSubscription` delivers them. */
  | 'DISABLED'
  /** Events wait until `resumeSubscription`. */
  | 'PAUSED';

/** Conditions on a value of the type `WebhookSubscriptionState`. All must hold. */
export type WebhookSubscriptionStateFilter = {
  /** Equal to this value. Null: without a value. */
  equals?: WebhookSubscriptionState | null | undefined;
  /** One of these values, at most 200. An empty list matches nothing. */
  in?: Array<WebhookSubscriptionState> | null | undefined;
  /** None of these conditions holds. `{ equals: null }`: with a value. */
  not?: WebhookSubscriptionStateFilter | null | undefined;
  /** With a value that is none of these, at most 200. An empty list matches all. */
  notIn?: Array<WebhookSubscriptionState> | null | undefined;
};

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
  orderBy?: Array<ExpirationOrder> | ExpirationOrder | null | undefined;
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
  orderBy?: Array<QuickOrderOrder> | QuickOrderOrder | null | undefined;
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


export type ShipToWithTanksQuery = { shipTo: { id: string, name: string | null, area: string | null, note: string | null, openTime: string | null, closeTime: string | null, preferredStartTime: string | null, preferredEndTime: string | null, preferences: Record<string, unknown> | null, primaryTerminalId: string | null, secondaryTerminalId: string | null, routeCode: string | null, version: number, tanks: { totalCount: number, edges: Array<{ node: { id: string, name: string | null, productName: string | null, fillPercentage: number | null, daysToEmpty: number, daysToEmptyIsKnown: boolean, availableCapacity: string, version: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type ShipTosQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ShipToFilter | null | undefined;
  orderBy?: Array<ShipToOrder> | ShipToOrder | null | undefined;
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
    | { __typename: 'Tank', id: string, alerts: Array<string> | null, availableCapacity: string, averageDailyUsage: string, brand: string | null, companyId: string | null, customerId: string | null, dailyUsage: string, daysToEmpty: number, daysToEmptyIsKnown: boolean, externalId: string | null, fillPercentage: number | null, fillStatus: string, fuelId: string | null, includeInJob: boolean, lastModifiedDate: string | null, lastReading: Record<string, unknown> | null, lastReadingDate: string | null, lastReadingId: string | null, latitude: string | null, locationId: string | null, locationName: string | null, longitude: string | null, metadata: Record<string, unknown>, name: string | null, note: string | null, organizationId: string | null, productId: string | null, productName: string | null, productSku: string | null, readingVolume: number, resourceGroupId: string | null, salesRepId: string | null, serviceAreaId: string | null, shipToCode: string | null, shipToId: string | null, status: string | null, tankAddress: string | null, tankMonitorId: string | null, tankSize: number, unitId: string | null, vendorId: string | null, version: number }
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


export type TankQuery = { tank: { id: string, name: string | null, externalId: string | null, productName: string | null, productSku: string | null, status: string | null, fillPercentage: number | null, fillStatus: string, readingVolume: number, tankSize: number, availableCapacity: string, averageDailyUsage: string, daysToEmpty: number, daysToEmptyIsKnown: boolean, lastReadingDate: string | null, lastReading: Record<string, unknown> | null, alerts: Array<string> | null, note: string | null, metadata: Record<string, unknown>, version: number, shipTo: { id: string, name: string | null, routeCode: string | null, openTime: string | null, closeTime: string | null } | null } | null };

export type TanksQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: TankFilter | null | undefined;
  orderBy?: Array<TankOrder> | TankOrder | null | undefined;
}>;


export type TanksQuery = { tanks: { totalCount: number, edges: Array<{ node: { id: string, name: string | null, productName: string | null, fillPercentage: number | null, fillStatus: string, daysToEmpty: number, daysToEmptyIsKnown: boolean, availableCapacity: string, locationName: string | null, shipToId: string | null, version: number } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type UpdateTankMutationVariables = Exact<{
  id: string | number;
  input: UpdateTankInput;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateTankMutation = { updateTank:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'Tank', id: string, name: string | null, fillPercentage: number | null, fillStatus: string, status: string | null, daysToEmpty: number, daysToEmptyIsKnown: boolean, note: string | null, alerts: Array<string> | null, includeInJob: boolean, shipToId: string | null, lastModifiedDate: string | null, version: number }
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
  orderBy?: Array<TaskOrder> | TaskOrder | null | undefined;
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

export type UpdateTaskMutationVariables = Exact<{
  id: string | number;
  input: UpdateTaskInput;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateTaskMutation = { updateTask:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'Task', id: string, taskNumber: number, title: string, assigneeId: string | null, assignedAt: string | null, statusId: string, priority: string, dueDate: string | null, completedAt: string | null, actualHours: string | null, updatedAt: string | null, version: number }
    | { __typename: 'TaskConflictError', currentVersion: number, changedFields: Array<string> | null, message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
   | null };

export type UpdateTasksMutationVariables = Exact<{
  patches: Array<UpdateTaskPatch> | UpdateTaskPatch;
}>;


export type UpdateTasksMutation = { updateTasks:
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'UnauthorizedError', reason: UnauthorizedReason, missingScope: string | null, message: string }
    | { __typename: 'UpdateTasksSuccess', results: Array<
        | { __typename: 'InexpressibleValueError', message: string }
        | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, code: InputIssueCode, message: string }> }
        | { __typename: 'NotFoundError', message: string }
        | { __typename: 'Task', id: string, title: string, priority: string, dueDate: string | null, version: number }
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


export const AggregateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Aggregate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tankAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"PRODUCT_NAME"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"productName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"sum"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tankSize"}},{"kind":"Field","name":{"kind":"Name","value":"readingVolume"}}]}},{"kind":"Field","name":{"kind":"Name","value":"avg"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}}]}},{"kind":"Field","name":{"kind":"Name","value":"min"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"lastReadingDate"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"others"}}]}},{"kind":"Field","name":{"kind":"Name","value":"taskAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"DUE_DATE"},{"kind":"EnumValue","value":"STATUS_ID"}]}},{"kind":"Argument","name":{"kind":"Name","value":"dates"},"value":{"kind":"EnumValue","value":"WEEK"}},{"kind":"Argument","name":{"kind":"Name","value":"timeZone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"timeZone"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"isArchived"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"equals"},"value":{"kind":"BooleanValue","value":false}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"expirationAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"OWNER_TYPE"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ownerType"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"min"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"quickOrderAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"STATUS"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"shipToAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"ROUTE_CODE"}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"routeCode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"others"}}]}},{"kind":"Field","name":{"kind":"Name","value":"webhookSubscriptionAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"STATE"}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]} as unknown as DocumentNode<AggregateQuery, AggregateQueryVariables>;
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
export const ExpirationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Expirations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ExpirationFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ExpirationOrder"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expirations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"expirationTypeId"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}},{"kind":"Field","name":{"kind":"Name","value":"warningDate"}},{"kind":"Field","name":{"kind":"Name","value":"ownerType"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ExpirationsQuery, ExpirationsQueryVariables>;
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
export const QuickOrdersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"QuickOrders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"QuickOrderFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"QuickOrderOrder"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quickOrders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"orderDate"}},{"kind":"Field","name":{"kind":"Name","value":"orderItems"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"createdDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<QuickOrdersQuery, QuickOrdersQueryVariables>;
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
export const ShipToWithTanksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ShipToWithTanks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shipTo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"area"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"preferredStartTime"}},{"kind":"Field","name":{"kind":"Name","value":"preferredEndTime"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"}},{"kind":"Field","name":{"kind":"Name","value":"primaryTerminalId"}},{"kind":"Field","name":{"kind":"Name","value":"secondaryTerminalId"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"tanks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"FILL_PERCENTAGE"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"ASC"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"productName"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmptyIsKnown"}},{"kind":"Field","name":{"kind":"Name","value":"availableCapacity"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ShipToWithTanksQuery, ShipToWithTanksQueryVariables>;
export const ShipTosDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ShipTos"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ShipToFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ShipToOrder"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shipTos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"area"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"primaryTerminalId"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"hasTanks"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ShipTosQuery, ShipTosQueryVariables>;
export const UpdateShipToDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateShipTo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateShipToInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateShipTo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ShipTo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"archived"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"lastModifiedDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateShipToMutation, UpdateShipToMutationVariables>;
export const UpdateShipTosDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateShipTos"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patches"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateShipToPatch"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateShipTos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"patches"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patches"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateShipTosSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ShipTo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateShipTosMutation, UpdateShipTosMutationVariables>;
export const WatchShipToDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"WatchShipTo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shipToChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resync"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ShipToChange"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"shipTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]}}]}}]} as unknown as DocumentNode<WatchShipToSubscription, WatchShipToSubscriptionVariables>;
export const CreateTankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTankInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"tankSize"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"shipToId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateTankMutation, CreateTankMutationVariables>;
export const CreateTanksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTanks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTankInput"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTanks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"inputs"},"value":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTanksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateTanksMutation, CreateTanksMutationVariables>;
export const DeleteTankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteTank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedTank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"alerts"}},{"kind":"Field","name":{"kind":"Name","value":"brand"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"fuelId"}},{"kind":"Field","name":{"kind":"Name","value":"includeInJob"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"locationId"}},{"kind":"Field","name":{"kind":"Name","value":"locationName"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"organizationId"}},{"kind":"Field","name":{"kind":"Name","value":"productId"}},{"kind":"Field","name":{"kind":"Name","value":"productName"}},{"kind":"Field","name":{"kind":"Name","value":"productSku"}},{"kind":"Field","name":{"kind":"Name","value":"resourceGroupId"}},{"kind":"Field","name":{"kind":"Name","value":"salesRepId"}},{"kind":"Field","name":{"kind":"Name","value":"serviceAreaId"}},{"kind":"Field","name":{"kind":"Name","value":"shipToCode"}},{"kind":"Field","name":{"kind":"Name","value":"shipToId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tankAddress"}},{"kind":"Field","name":{"kind":"Name","value":"tankMonitorId"}},{"kind":"Field","name":{"kind":"Name","value":"tankSize"}},{"kind":"Field","name":{"kind":"Name","value":"unitId"}},{"kind":"Field","name":{"kind":"Name","value":"vendorId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteTankMutation, DeleteTankMutationVariables>;
export const DeleteTanksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteTanks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"records"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecordToDelete"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteTanks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"records"},"value":{"kind":"Variable","name":{"kind":"Name","value":"records"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteTanksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedTank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteTanksMutation, DeleteTanksMutationVariables>;
export const LifeOfATankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LifeOfATank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"created"},"name":{"kind":"Name","value":"createTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"StringValue","value":"Yard 7","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"changed"},"name":{"kind":"Name","value":"updateTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"name"},"value":{"kind":"StringValue","value":"Yard 7 East","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"deleted"},"name":{"kind":"Name","value":"deleteTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"undone"},"name":{"kind":"Name","value":"restoreTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"IntValue","value":"2"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"4"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<LifeOfATankMutation, LifeOfATankMutationVariables>;
export const RestoreTankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreTank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"alerts"}},{"kind":"Field","name":{"kind":"Name","value":"availableCapacity"}},{"kind":"Field","name":{"kind":"Name","value":"averageDailyUsage"}},{"kind":"Field","name":{"kind":"Name","value":"brand"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"dailyUsage"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmptyIsKnown"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"fillStatus"}},{"kind":"Field","name":{"kind":"Name","value":"fuelId"}},{"kind":"Field","name":{"kind":"Name","value":"includeInJob"}},{"kind":"Field","name":{"kind":"Name","value":"lastModifiedDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastReading"}},{"kind":"Field","name":{"kind":"Name","value":"lastReadingDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastReadingId"}},{"kind":"Field","name":{"kind":"Name","value":"latitude"}},{"kind":"Field","name":{"kind":"Name","value":"locationId"}},{"kind":"Field","name":{"kind":"Name","value":"locationName"}},{"kind":"Field","name":{"kind":"Name","value":"longitude"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"organizationId"}},{"kind":"Field","name":{"kind":"Name","value":"productId"}},{"kind":"Field","name":{"kind":"Name","value":"productName"}},{"kind":"Field","name":{"kind":"Name","value":"productSku"}},{"kind":"Field","name":{"kind":"Name","value":"readingVolume"}},{"kind":"Field","name":{"kind":"Name","value":"resourceGroupId"}},{"kind":"Field","name":{"kind":"Name","value":"salesRepId"}},{"kind":"Field","name":{"kind":"Name","value":"serviceAreaId"}},{"kind":"Field","name":{"kind":"Name","value":"shipToCode"}},{"kind":"Field","name":{"kind":"Name","value":"shipToId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"tankAddress"}},{"kind":"Field","name":{"kind":"Name","value":"tankMonitorId"}},{"kind":"Field","name":{"kind":"Name","value":"tankSize"}},{"kind":"Field","name":{"kind":"Name","value":"unitId"}},{"kind":"Field","name":{"kind":"Name","value":"vendorId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreTankMutation, RestoreTankMutationVariables>;
export const RestoreTanksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreTanks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"records"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecordToRestore"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreTanks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"records"},"value":{"kind":"Variable","name":{"kind":"Name","value":"records"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreTanksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreTanksMutation, RestoreTanksMutationVariables>;
export const TankHistoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TankHistory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"history"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}}]}}]}}]}}]} as unknown as DocumentNode<TankHistoryQuery, TankHistoryQueryVariables>;
export const TankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Tank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"productName"}},{"kind":"Field","name":{"kind":"Name","value":"productSku"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"fillStatus"}},{"kind":"Field","name":{"kind":"Name","value":"readingVolume"}},{"kind":"Field","name":{"kind":"Name","value":"tankSize"}},{"kind":"Field","name":{"kind":"Name","value":"availableCapacity"}},{"kind":"Field","name":{"kind":"Name","value":"averageDailyUsage"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmptyIsKnown"}},{"kind":"Field","name":{"kind":"Name","value":"lastReadingDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastReading"}},{"kind":"Field","name":{"kind":"Name","value":"alerts"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"shipTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}}]}}]}}]}}]} as unknown as DocumentNode<TankQuery, TankQueryVariables>;
export const TanksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Tanks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TankFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TankOrder"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tanks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"productName"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"fillStatus"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmptyIsKnown"}},{"kind":"Field","name":{"kind":"Name","value":"availableCapacity"}},{"kind":"Field","name":{"kind":"Name","value":"locationName"}},{"kind":"Field","name":{"kind":"Name","value":"shipToId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<TanksQuery, TanksQueryVariables>;
export const UpdateTankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTankInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"fillStatus"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmptyIsKnown"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"alerts"}},{"kind":"Field","name":{"kind":"Name","value":"includeInJob"}},{"kind":"Field","name":{"kind":"Name","value":"shipToId"}},{"kind":"Field","name":{"kind":"Name","value":"lastModifiedDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateTankMutation, UpdateTankMutationVariables>;
export const UpdateTanksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTanks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patches"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTankPatch"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTanks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"patches"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patches"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTanksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"includeInJob"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateTanksMutation, UpdateTanksMutationVariables>;
export const WatchTankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"WatchTank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tankChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Resync"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TankChange"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"tank"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]}}]}}]} as unknown as DocumentNode<WatchTankSubscription, WatchTankSubscriptionVariables>;
export const CreateTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTaskInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateTaskMutation, CreateTaskMutationVariables>;
export const CreateTasksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTasks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTaskInput"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTasks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"inputs"},"value":{"kind":"Variable","name":{"kind":"Name","value":"inputs"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTasksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateTasksMutation, CreateTasksMutationVariables>;
export const DeleteTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedTask"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}},{"kind":"Field","name":{"kind":"Name","value":"record"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"checklist"}},{"kind":"Field","name":{"kind":"Name","value":"creatorId"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"entityData"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"entityType"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedHours"}},{"kind":"Field","name":{"kind":"Name","value":"geoLat"}},{"kind":"Field","name":{"kind":"Name","value":"geoLon"}},{"kind":"Field","name":{"kind":"Name","value":"location"}},{"kind":"Field","name":{"kind":"Name","value":"organizationId"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"parentId"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"reminderIds"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledEnd"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledStart"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}},{"kind":"Field","name":{"kind":"Name","value":"step"}},{"kind":"Field","name":{"kind":"Name","value":"taskData"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"taskTypeId"}},{"kind":"Field","name":{"kind":"Name","value":"teamId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"workflowId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteTaskMutation, DeleteTaskMutationVariables>;
export const DeleteTasksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteTasks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"records"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecordToDelete"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteTasks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"records"},"value":{"kind":"Variable","name":{"kind":"Name","value":"records"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteTasksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DeletedTask"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recordId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<DeleteTasksMutation, DeleteTasksMutationVariables>;
export const RestoreTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"version"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"version"},"value":{"kind":"Variable","name":{"kind":"Name","value":"version"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"actualHours"}},{"kind":"Field","name":{"kind":"Name","value":"assignedAt"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"checklist"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"computedData"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"creatorId"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"entityData"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"entityType"}},{"kind":"Field","name":{"kind":"Name","value":"estimatedHours"}},{"kind":"Field","name":{"kind":"Name","value":"geoLat"}},{"kind":"Field","name":{"kind":"Name","value":"geoLon"}},{"kind":"Field","name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","name":{"kind":"Name","value":"location"}},{"kind":"Field","name":{"kind":"Name","value":"organizationId"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"parentId"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"reminderIds"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledEnd"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledStart"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}},{"kind":"Field","name":{"kind":"Name","value":"step"}},{"kind":"Field","name":{"kind":"Name","value":"taskData"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"taskTypeId"}},{"kind":"Field","name":{"kind":"Name","value":"teamId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"viewedAt"}},{"kind":"Field","name":{"kind":"Name","value":"workflowId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreTaskMutation, RestoreTaskMutationVariables>;
export const RestoreTasksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestoreTasks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"records"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecordToRestore"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"restoreTasks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"records"},"value":{"kind":"Variable","name":{"kind":"Name","value":"records"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RestoreTasksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<RestoreTasksMutation, RestoreTasksMutationVariables>;
export const TaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Task"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"task"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"assignedAt"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledStart"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledEnd"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"location"}},{"kind":"Field","name":{"kind":"Name","value":"entityType"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"checklist"}},{"kind":"Field","name":{"kind":"Name","value":"isArchived"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]} as unknown as DocumentNode<TaskQuery, TaskQueryVariables>;
export const TasksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Tasks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TaskFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TaskOrder"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tasks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"assignedAt"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledStart"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"entityType"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"checklist"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<TasksQuery, TasksQueryVariables>;
export const UpdateTaskAssigneeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTaskAssignee"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTaskAssigneeInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTaskAssignee"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"assignedAt"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateTaskAssigneeMutation, UpdateTaskAssigneeMutationVariables>;
export const UpdateTaskAssigneesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTaskAssignees"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patches"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTaskAssigneePatch"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTaskAssignees"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"patches"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patches"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTaskAssigneesSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"assignedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateTaskAssigneesMutation, UpdateTaskAssigneesMutationVariables>;
export const UpdateTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTaskInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"assignedAt"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"completedAt"}},{"kind":"Field","name":{"kind":"Name","value":"actualHours"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateTaskMutation, UpdateTaskMutationVariables>;
export const UpdateTasksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTasks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"patches"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTaskPatch"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTasks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"patches"},"value":{"kind":"Variable","name":{"kind":"Name","value":"patches"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTasksSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}},{"kind":"Field","name":{"kind":"Name","value":"changedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UnauthorizedError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"missingScope"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateTasksMutation, UpdateTasksMutationVariables>;
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