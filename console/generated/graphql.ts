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

export type CountFragment = { groups: Array<{ count: number }> };

export type ExpirationsFragment = { groups: Array<{ count: number }> };

export type ByAssigneeFragment = { others: number, groups: Array<{ count: number, key: { assigneeId: string | null } }> };

export type ConsoleOverviewQueryVariables = Exact<{
  tanks: boolean;
  empty?: TankFilter | null | undefined;
  low?: TankFilter | null | undefined;
  week?: TankFilter | null | undefined;
  fortnight?: TankFilter | null | undefined;
  later?: TankFilter | null | undefined;
  unknown?: TankFilter | null | undefined;
  tasks: boolean;
  open?: TaskFilter | null | undefined;
  overdue?: TaskFilter | null | undefined;
  expirations: boolean;
  expired?: ExpirationFilter | null | undefined;
  expiringWeek?: ExpirationFilter | null | undefined;
  expiringFortnight?: ExpirationFilter | null | undefined;
  expiringMonth?: ExpirationFilter | null | undefined;
  subscriptions: boolean;
  failing?: WebhookSubscriptionFilter | null | undefined;
}>;


export type ConsoleOverviewQuery = { __typename: 'Query', empty?: { groups: Array<{ count: number }> } | null, low?: { groups: Array<{ count: number }> } | null, week?: { groups: Array<{ count: number }> } | null, fortnight?: { groups: Array<{ count: number }> } | null, later?: { groups: Array<{ count: number }> } | null, unknown?: { groups: Array<{ count: number }> } | null, products?: { others: number, groups: Array<{ count: number, key: { productName: string | null }, sum: { readingVolume: number | null, tankSize: number | null } }> } | null, open?: { others: number, groups: Array<{ count: number, key: { assigneeId: string | null } }> } | null, overdue?: { others: number, groups: Array<{ count: number, key: { assigneeId: string | null } }> } | null, expired?: { groups: Array<{ count: number }> } | null, expiringWeek?: { groups: Array<{ count: number }> } | null, expiringFortnight?: { groups: Array<{ count: number }> } | null, expiringMonth?: { groups: Array<{ count: number }> } | null, subscriptions?: { totalCount: number } | null, failing?: { totalCount: number, nodes: Array<{ id: string, workflowName: string | null, webhookUrl: string, state: WebhookSubscriptionState, disabledReason: string | null, failingSince: string | null }> } | null };

export type ConsoleSubscriptionsQueryVariables = Exact<{
  after?: string | null | undefined;
  filter?: WebhookSubscriptionFilter | null | undefined;
}>;


export type ConsoleSubscriptionsQuery = { webhookSubscriptions: { totalCount: number, nodes: Array<{ id: string, workflowName: string | null, webhookUrl: string, resource: string, actions: Array<string>, state: WebhookSubscriptionState, disabledReason: string | null, figures: { attempts: number, successRate: number | null, p95DurationMs: number | null, waiting: number, waitingSince: string | null, suspendedUntil: string | null, hours: Array<{ since: string, attempts: number, delivered: number, p95DurationMs: number | null }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ConsoleSubscriptionQueryVariables = Exact<{
  id: string | number;
}>;


export type ConsoleSubscriptionQuery = { webhookSubscription: { id: string, workflowId: string, workflowName: string | null, nodeId: string, webhookUrl: string, resource: string, actions: Array<string>, filter: Record<string, unknown> | null, state: WebhookSubscriptionState, disabledReason: string | null, failingSince: string | null, maxInFlight: number, maxPerSecond: number | null, ordered: boolean, ignoreActors: Array<string>, headerNames: Array<string>, createdAt: string | null, version: number, figures: { since: string, attempts: number, successRate: number | null, p95DurationMs: number | null, waiting: number, waitingSince: string | null, suspendedUntil: string | null, hours: Array<{ since: string, attempts: number, delivered: number, p95DurationMs: number | null }> } | null, replays: Array<{ id: string, status: WebhookReplayStatus, since: string, until: string, reached: string, queued: number, matched: number, total: number | null, startedAt: string, finishedAt: string | null }> | null } | null };

export type ConsoleDeliveriesQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
  filter?: WebhookDeliveryFilter | null | undefined;
}>;


export type ConsoleDeliveriesQuery = { webhookSubscription: { id: string, deliveries: { nodes: Array<{ id: string, type: string, resourceId: string, changed: Array<string>, occurredAt: string, status: WebhookDeliveryStatus, reason: string | null, lastError: string | null, attemptCount: number, nextAttemptAt: string | null, finishedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type ConsoleDeliveryQueryVariables = Exact<{
  id: string | number;
}>;


export type ConsoleDeliveryQuery = { node:
    | { __typename: 'Expiration' }
    | { __typename: 'QuickOrder' }
    | { __typename: 'ShipTo' }
    | { __typename: 'Tank' }
    | { __typename: 'Task' }
    | { __typename: 'WebhookDelivery', id: string, subscriptionId: string, type: string, resourceId: string, resourceVersion: number, sequence: number, changed: Array<string>, body: Record<string, unknown> | null, data: Record<string, unknown> | null, occurredAt: string, status: WebhookDeliveryStatus, reason: string | null, nextAttemptAt: string | null, finishedAt: string | null, actor: { kind: ActorKind, id: string | null } | null, attempts: Array<{ number: number, startedAt: string, durationMs: number, httpStatus: number | null, error: string | null, responseHead: string | null, requestHeaders: Array<{ name: string, value: string }> }> }
    | { __typename: 'WebhookReplay' }
    | { __typename: 'WebhookSubscription' }
   | null };

export type ConsoleEventTypesQueryVariables = Exact<{ [key: string]: never; }>;


export type ConsoleEventTypesQuery = { eventTypes: Array<{ name: string, resource: string, action: string, description: string, schema: Record<string, unknown>, example: Record<string, unknown> }> };

export type ConsoleCreateSubscriptionMutationVariables = Exact<{
  input: CreateSubscriptionInput;
  key?: string | null | undefined;
}>;


export type ConsoleCreateSubscriptionMutation = { createSubscription:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookSubscription', id: string }
   | null };

export type ConsoleUpdateSubscriptionMutationVariables = Exact<{
  id: string | number;
  input: UpdateSubscriptionInput;
  expectedVersion?: number | null | undefined;
}>;


export type ConsoleUpdateSubscriptionMutation = { updateSubscription:
    | { __typename: 'InexpressibleValueError', message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookSubscription', id: string, version: number }
    | { __typename: 'WebhookSubscriptionConflictError', message: string }
   | null };

export type ConsolePauseMutationVariables = Exact<{
  id: string | number;
}>;


export type ConsolePauseMutation = { result:
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookSubscription', id: string, state: WebhookSubscriptionState }
    | { __typename: 'WebhookSubscriptionConflictError', message: string }
   | null };

export type ConsoleResumeMutationVariables = Exact<{
  id: string | number;
}>;


export type ConsoleResumeMutation = { result:
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookSubscription', id: string, state: WebhookSubscriptionState }
    | { __typename: 'WebhookSubscriptionConflictError', message: string }
   | null };

export type ConsoleDeleteSubscriptionMutationVariables = Exact<{
  id: string | number;
  expectedVersion?: number | null | undefined;
}>;


export type ConsoleDeleteSubscriptionMutation = { result:
    | { __typename: 'DeletedSubscription' }
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookSubscriptionConflictError', message: string }
   | null };

export type ConsoleRotateMutationVariables = Exact<{
  id: string | number;
}>;


export type ConsoleRotateMutation = { result:
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookSubscription', id: string, secret: string | null }
    | { __typename: 'WebhookSubscriptionConflictError', message: string }
   | null };

export type ConsoleTestEventMutationVariables = Exact<{
  id: string | number;
}>;


export type ConsoleTestEventMutation = { result:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookDelivery', id: string }
   | null };

export type ConsoleRedeliverMutationVariables = Exact<{
  id: string | number;
}>;


export type ConsoleRedeliverMutation = { result:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookDelivery', id: string, status: WebhookDeliveryStatus }
   | null };

export type ConsoleReplayMutationVariables = Exact<{
  id: string | number;
  since: string;
  until?: string | null | undefined;
  filter?: WebhookReplayFilter | null | undefined;
}>;


export type ConsoleReplayMutation = { result:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookReplay', id: string }
   | null };

export type ConsoleCancelReplayMutationVariables = Exact<{
  id: string | number;
}>;


export type ConsoleCancelReplayMutation = { result:
    | { __typename: 'InvalidRequestError', message: string }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookReplay', id: string, status: WebhookReplayStatus }
   | null };

export const CountFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Count"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TankAggregate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<CountFragment, unknown>;
export const ExpirationsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Expirations"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ExpirationAggregate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<ExpirationsFragment, unknown>;
export const ByAssigneeFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ByAssignee"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TaskAggregate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"others"}}]}}]} as unknown as DocumentNode<ByAssigneeFragment, unknown>;
export const ConsoleOverviewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConsoleOverview"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tanks"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"empty"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TankFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"low"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TankFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"week"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TankFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"fortnight"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TankFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"later"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TankFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"unknown"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TankFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tasks"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"open"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TaskFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"overdue"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TaskFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expirations"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expired"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ExpirationFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expiringWeek"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ExpirationFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expiringFortnight"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ExpirationFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expiringMonth"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ExpirationFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"subscriptions"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"failing"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookSubscriptionFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","alias":{"kind":"Name","value":"empty"},"name":{"kind":"Name","value":"tankAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"empty"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tanks"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Count"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"low"},"name":{"kind":"Name","value":"tankAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"low"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tanks"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Count"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"week"},"name":{"kind":"Name","value":"tankAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"week"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tanks"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Count"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"fortnight"},"name":{"kind":"Name","value":"tankAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"fortnight"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tanks"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Count"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"later"},"name":{"kind":"Name","value":"tankAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"later"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tanks"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Count"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"unknown"},"name":{"kind":"Name","value":"tankAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"unknown"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tanks"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Count"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"products"},"name":{"kind":"Name","value":"tankAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"PRODUCT_NAME"}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"8"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tanks"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"productName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"sum"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"readingVolume"}},{"kind":"Field","name":{"kind":"Name","value":"tankSize"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"others"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"open"},"name":{"kind":"Name","value":"taskAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"ASSIGNEE_ID"}]}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"open"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"8"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tasks"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ByAssignee"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"overdue"},"name":{"kind":"Name","value":"taskAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"groupBy"},"value":{"kind":"ListValue","values":[{"kind":"EnumValue","value":"ASSIGNEE_ID"}]}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"overdue"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"500"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tasks"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ByAssignee"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"expired"},"name":{"kind":"Name","value":"expirationAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expired"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expirations"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Expirations"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"expiringWeek"},"name":{"kind":"Name","value":"expirationAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expiringWeek"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expirations"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Expirations"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"expiringFortnight"},"name":{"kind":"Name","value":"expirationAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expiringFortnight"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expirations"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Expirations"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"expiringMonth"},"name":{"kind":"Name","value":"expirationAggregate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expiringMonth"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"1"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expirations"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Expirations"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"subscriptions"},"name":{"kind":"Name","value":"webhookSubscriptions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"0"}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"subscriptions"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"failing"},"name":{"kind":"Name","value":"webhookSubscriptions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"failing"}}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"subscriptions"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"workflowName"}},{"kind":"Field","name":{"kind":"Name","value":"webhookUrl"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Count"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TankAggregate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ByAssignee"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TaskAggregate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"others"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Expirations"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ExpirationAggregate"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]} as unknown as DocumentNode<ConsoleOverviewQuery, ConsoleOverviewQueryVariables>;
export const ConsoleSubscriptionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConsoleSubscriptions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookSubscriptionFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookSubscriptions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"25"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"workflowName"}},{"kind":"Field","name":{"kind":"Name","value":"webhookUrl"}},{"kind":"Field","name":{"kind":"Name","value":"resource"}},{"kind":"Field","name":{"kind":"Name","value":"actions"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"figures"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"period"},"value":{"kind":"EnumValue","value":"DAY"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"successRate"}},{"kind":"Field","name":{"kind":"Name","value":"p95DurationMs"}},{"kind":"Field","name":{"kind":"Name","value":"waiting"}},{"kind":"Field","name":{"kind":"Name","value":"waitingSince"}},{"kind":"Field","name":{"kind":"Name","value":"suspendedUntil"}},{"kind":"Field","name":{"kind":"Name","value":"hours"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"delivered"}},{"kind":"Field","name":{"kind":"Name","value":"p95DurationMs"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleSubscriptionsQuery, ConsoleSubscriptionsQueryVariables>;
export const ConsoleSubscriptionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConsoleSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"workflowId"}},{"kind":"Field","name":{"kind":"Name","value":"workflowName"}},{"kind":"Field","name":{"kind":"Name","value":"nodeId"}},{"kind":"Field","name":{"kind":"Name","value":"webhookUrl"}},{"kind":"Field","name":{"kind":"Name","value":"resource"}},{"kind":"Field","name":{"kind":"Name","value":"actions"}},{"kind":"Field","name":{"kind":"Name","value":"filter"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"disabledReason"}},{"kind":"Field","name":{"kind":"Name","value":"failingSince"}},{"kind":"Field","name":{"kind":"Name","value":"maxInFlight"}},{"kind":"Field","name":{"kind":"Name","value":"maxPerSecond"}},{"kind":"Field","name":{"kind":"Name","value":"ordered"}},{"kind":"Field","name":{"kind":"Name","value":"ignoreActors"}},{"kind":"Field","name":{"kind":"Name","value":"headerNames"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"figures"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"period"},"value":{"kind":"EnumValue","value":"WEEK"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"successRate"}},{"kind":"Field","name":{"kind":"Name","value":"p95DurationMs"}},{"kind":"Field","name":{"kind":"Name","value":"waiting"}},{"kind":"Field","name":{"kind":"Name","value":"waitingSince"}},{"kind":"Field","name":{"kind":"Name","value":"suspendedUntil"}},{"kind":"Field","name":{"kind":"Name","value":"hours"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"delivered"}},{"kind":"Field","name":{"kind":"Name","value":"p95DurationMs"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"replays"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"reached"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"matched"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleSubscriptionQuery, ConsoleSubscriptionQueryVariables>;
export const ConsoleDeliveriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConsoleDeliveries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookDeliveryFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"deliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"resourceId"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}},{"kind":"Field","name":{"kind":"Name","value":"attemptCount"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleDeliveriesQuery, ConsoleDeliveriesQueryVariables>;
export const ConsoleDeliveryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConsoleDelivery"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookDelivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"subscriptionId"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"resourceId"}},{"kind":"Field","name":{"kind":"Name","value":"resourceVersion"}},{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"data"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"requestHeaders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"httpStatus"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"responseHead"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleDeliveryQuery, ConsoleDeliveryQueryVariables>;
export const ConsoleEventTypesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConsoleEventTypes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventTypes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"resource"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"schema"}},{"kind":"Field","name":{"kind":"Name","value":"example"}}]}}]}}]} as unknown as DocumentNode<ConsoleEventTypesQuery, ConsoleEventTypesQueryVariables>;
export const ConsoleCreateSubscriptionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsoleCreateSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateSubscriptionInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleCreateSubscriptionMutation, ConsoleCreateSubscriptionMutationVariables>;
export const ConsoleUpdateSubscriptionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsoleUpdateSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateSubscriptionInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleUpdateSubscriptionMutation, ConsoleUpdateSubscriptionMutationVariables>;
export const ConsolePauseDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsolePause"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"pauseSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ConsolePauseMutation, ConsolePauseMutationVariables>;
export const ConsoleResumeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsoleResume"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"resumeSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleResumeMutation, ConsoleResumeMutationVariables>;
export const ConsoleDeleteSubscriptionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsoleDeleteSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"deleteSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleDeleteSubscriptionMutation, ConsoleDeleteSubscriptionMutationVariables>;
export const ConsoleRotateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsoleRotate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"rotateSubscriptionSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"secret"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleRotateMutation, ConsoleRotateMutationVariables>;
export const ConsoleTestEventDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsoleTestEvent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"sendTestEvent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"subscriptionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookDelivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleTestEventMutation, ConsoleTestEventMutationVariables>;
export const ConsoleRedeliverDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsoleRedeliver"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"redeliver"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"deliveryId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookDelivery"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleRedeliverMutation, ConsoleRedeliverMutationVariables>;
export const ConsoleReplayDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsoleReplay"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"since"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"until"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTime"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookReplayFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"replayDeliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"subscriptionId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"since"},"value":{"kind":"Variable","name":{"kind":"Name","value":"since"}}},{"kind":"Argument","name":{"kind":"Name","value":"until"},"value":{"kind":"Variable","name":{"kind":"Name","value":"until"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookReplay"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleReplayMutation, ConsoleReplayMutationVariables>;
export const ConsoleCancelReplayDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConsoleCancelReplay"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"result"},"name":{"kind":"Name","value":"cancelReplay"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookReplay"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ConsoleCancelReplayMutation, ConsoleCancelReplayMutationVariables>;