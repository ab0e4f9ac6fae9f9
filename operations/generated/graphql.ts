/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Who is told of what. */
export type CreateSubscriptionInput = {
  /** One or more of created, updated, deleted. */
  actions: Array<string>;
  /** Only records that contain this are told of; its keys are snake_case, such as `{"ship_to_id": "…"}`. */
  filter?: Record<string, unknown> | null | undefined;
  /** The node of the workflow that is told. */
  nodeId: string | number;
  /** The kind of record: tank, task, expiration, quick_order or ship_to. */
  resource: string;
  /** Signs each event after Standard Webhooks. Text of up to 256 characters, or `whsec_` and base64. Without it, events are unsigned. */
  secret?: string | null | undefined;
  /** The address that each event is sent to: absolute, http or https, without a user name or password. */
  webhookUrl: string;
  /** The workflow that is told. */
  workflowId: string | number;
  /** The workflow’s name, for people. */
  workflowName?: string | null | undefined;
};

/** Which expirations to list: all conditions must hold. Null finds those without a value. */
export type ExpirationFilter = {
  /** What kind of thing runs out. */
  expirationTypeId?: string | number | null | undefined;
  /** Those that run out before this day. */
  expiresBefore?: string | null | undefined;
  /** Its id in your own system. */
  externalId?: string | number | null | undefined;
  /** Whose it is. */
  ownerId?: string | number | null | undefined;
  /** The kind of record its owner is, such as a driver or a truck. */
  ownerType?: string | null | undefined;
  /** Those whose warning begins before this day. */
  warnsBefore?: string | null | undefined;
};

/** How to sort the list. */
export type ExpirationOrder = {
  /** Which end comes first. */
  direction: OrderDirection;
  /** What to sort by. */
  field: ExpirationOrderField;
};

/** What the list can be sorted by. Records that compare equal follow each other by id. */
export type ExpirationOrderField =
  /** By the day on which they run out; those that never do come last. */
  | 'EXPIRATION_DATE'
  /** By id. */
  | 'ID'
  /** By the day from which to warn; those without one come last. */
  | 'WARNING_DATE';

/** Which end of an order comes first. */
export type OrderDirection =
  /** The smallest, the earliest, or A first. */
  | 'ASC'
  /** The largest, the latest, or Z first. */
  | 'DESC';

/** Which quick orders to list: all conditions must hold. Null finds those without a value. */
export type QuickOrderFilter = {
  /** Its id in your own system. */
  externalId?: string | number | null | undefined;
  /** How far it has come, in your company’s own words. */
  status?: string | null | undefined;
  /** Who placed it. */
  userId?: string | number | null | undefined;
};

/** How to sort the list. */
export type QuickOrderOrder = {
  /** Which end comes first. */
  direction: OrderDirection;
  /** What to sort by. */
  field: QuickOrderOrderField;
};

/** What the list can be sorted by. Records that compare equal follow each other by id. */
export type QuickOrderOrderField =
  /** By when they were placed. */
  | 'CREATED_DATE'
  /** By id. */
  | 'ID';

/** Which ship-tos to list: all conditions must hold. Null finds those without a value. */
export type ShipToFilter = {
  /** Whether it is out of use and kept for its history. */
  archived?: boolean | null | undefined;
  /** The customer who is delivered to. */
  customerId?: string | number | null | undefined;
  /** Its id in your own system, such as the ERP it came from. */
  externalId?: string | number | null | undefined;
  /** The location on the map. */
  locationId?: string | number | null | undefined;
  /** The route it is served on. */
  routeCode?: string | null | undefined;
  /** The service area it belongs to. */
  serviceAreaId?: string | number | null | undefined;
};

/** How to sort the list. */
export type ShipToOrder = {
  /** Which end comes first. */
  direction: OrderDirection;
  /** What to sort by. */
  field: ShipToOrderField;
};

/** What the list can be sorted by. Records that compare equal follow each other by id. */
export type ShipToOrderField =
  /** By id. */
  | 'ID'
  /** By name; those without one come first. */
  | 'NAME';

/** Which tanks to list: all conditions must hold. Null finds those without a value. */
export type TankFilter = {
  /** The customer whose tank it is. */
  customerId?: string | number | null | undefined;
  /** Those that run dry within so many days. */
  daysToEmptyAtMost?: number | null | undefined;
  /** Its id in your own system, such as the ERP it came from. */
  externalId?: string | number | null | undefined;
  /** Those that are at most so full, in percent; unknown counts as empty. */
  fillPercentageAtMost?: number | null | undefined;
  /** How urgent a delivery is, in your company’s own words. */
  fillStatus?: string | null | undefined;
  /** The location on the map. */
  locationId?: string | number | null | undefined;
  /** The ship-to it stands at. See `shipTo` for the record itself. */
  shipToId?: string | number | null | undefined;
  /** Whether it is in service, in your company’s own words. */
  status?: string | null | undefined;
};

/** How to sort the list. */
export type TankOrder = {
  /** Which end comes first. */
  direction: OrderDirection;
  /** What to sort by. */
  field: TankOrderField;
};

/** What the list can be sorted by. Records that compare equal follow each other by id. */
export type TankOrderField =
  /** By the days until they run dry. */
  | 'DAYS_TO_EMPTY'
  /** By how full they are; those of unknown filling come first. */
  | 'FILL_PERCENTAGE'
  /** By id. */
  | 'ID'
  /** By name; those without one come first. */
  | 'NAME';

/** Which tasks to list: all conditions must hold. Null finds those without a value. */
export type TaskFilter = {
  /** Who is to do it; null when nobody is. */
  assigneeId?: string | number | null | undefined;
  /** Those due before this moment. */
  dueBefore?: string | null | undefined;
  /** The record it is about. */
  entityId?: string | number | null | undefined;
  /** The kind of record it is about, such as a tank. */
  entityType?: string | null | undefined;
  /** Its status in the workflow. */
  statusId?: string | number | null | undefined;
  /** The number that people call it by. */
  taskNumber?: number | null | undefined;
  /** The team it belongs to. */
  teamId?: string | number | null | undefined;
  /** The workflow it is a step of. */
  workflowId?: string | number | null | undefined;
};

/** How to sort the list. */
export type TaskOrder = {
  /** Which end comes first. */
  direction: OrderDirection;
  /** What to sort by. */
  field: TaskOrderField;
};

/** What the list can be sorted by. Records that compare equal follow each other by id. */
export type TaskOrderField =
  /** By when they are due; those that are never due come last. */
  | 'DUE_DATE'
  /** By id. */
  | 'ID'
  /** By the number that people call them by. */
  | 'TASK_NUMBER';

/** What to change on an expiration. A field left out keeps its value, null clears it. */
export type UpdateExpirationInput = {
  /** What runs out, in words. */
  description?: string | null | undefined;
  /** The code of that kind in your own system. */
  expirationCode?: string | null | undefined;
  /** The day on which it runs out. */
  expirationDate?: string | null | undefined;
  /** What kind of thing runs out. */
  expirationTypeId?: string | number | null | undefined;
  /** Its id in your own system. */
  externalId?: string | number | null | undefined;
  /** The code of its owner in your own system. */
  ownerCode?: string | null | undefined;
  /** Whose it is. */
  ownerId?: string | number | null | undefined;
  /** The kind of record its owner is, such as a driver or a truck. */
  ownerType?: string | null | undefined;
  /** The day from which to warn. */
  warningDate?: string | null | undefined;
};

/** What to change on a quick order. A field left out keeps its value, null clears it. */
export type UpdateQuickOrderInput = {
  /** Its id in your own system. */
  externalId?: string | number | null | undefined;
  /** Anything your systems keep with it, with keys of your own. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The day it is for, in the form that your own systems use. */
  orderDate?: string | null | undefined;
  /** What is ordered, with keys of your own. */
  orderItems?: Record<string, unknown> | null | undefined;
  /** How far it has come, in your company’s own words. */
  status?: string | null | undefined;
  /** Who placed it. */
  userId?: string | number | null | undefined;
};

/** What to change on a ship-to. A field left out keeps its value, null clears it. */
export type UpdateShipToInput = {
  /** Whether it is out of use and kept for its history. It cannot be null. */
  archived?: boolean | null | undefined;
  /** The area it lies in, in free words. */
  area?: string | null | undefined;
  /** The billing profile that applies. */
  billingProfileId?: string | number | null | undefined;
  /** When it closes, in the form that your own systems use. */
  closeTime?: string | null | undefined;
  /** The customer who is delivered to. */
  customerId?: string | number | null | undefined;
  /** Its id in your own system, such as the ERP it came from. */
  externalId?: string | number | null | undefined;
  /** The freight rate that applies. */
  freightId?: string | number | null | undefined;
  /** Whether fuel is delivered here. */
  fuelShipTo?: boolean | null | undefined;
  /** Whether it is served by transport loads. */
  fuelTransport?: boolean | null | undefined;
  /** Whether it is marked as having tanks of its own. It cannot be null. */
  hasTanks?: boolean | null | undefined;
  /** The location on the map. */
  locationId?: string | number | null | undefined;
  /** Anything your systems keep with it, with keys of your own. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The name that drivers and dispatchers know it by. */
  name?: string | null | undefined;
  /** A note for those who deliver. */
  note?: string | null | undefined;
  /** When it opens, in the form that your own systems use. */
  openTime?: string | null | undefined;
  /** The organization within the company. */
  organizationId?: string | number | null | undefined;
  /** Delivery preferences with keys of your own. */
  preferences?: Record<string, unknown> | null | undefined;
  /** Until when deliveries are liked. */
  preferredEndTime?: string | null | undefined;
  /** From when deliveries are liked. */
  preferredStartTime?: string | null | undefined;
  /** The terminal to load at. */
  primaryTerminalId?: string | number | null | undefined;
  /** The route it is served on. */
  routeCode?: string | null | undefined;
  /** The sales representative in charge. */
  salesRepId?: string | number | null | undefined;
  /** The terminal to load at when the first cannot serve. */
  secondaryTerminalId?: string | number | null | undefined;
  /** The service area it belongs to. */
  serviceAreaId?: string | number | null | undefined;
  /** Its id in the transport system. */
  transportSystemId?: string | number | null | undefined;
  /** The business unit that serves it. */
  unitId?: string | number | null | undefined;
  /** The units it is served by. */
  units?: Array<string> | null | undefined;
};

/** What to change on a tank. A field left out keeps its value, null clears it. */
export type UpdateTankInput = {
  /** Alerts that are raised for it now. */
  alerts?: Array<string> | null | undefined;
  /** The brand of its fuel or of its owner. */
  brand?: string | null | undefined;
  /** The customer whose tank it is. */
  customerId?: string | number | null | undefined;
  /** Its id in your own system, such as the ERP it came from. */
  externalId?: string | number | null | undefined;
  /** How full it is, in percent; null when unknown. */
  fillPercentage?: number | string | null | undefined;
  /** The fuel in it. */
  fuelId?: string | number | null | undefined;
  /** Whether delivery jobs take it along. It cannot be null. */
  includeInJob?: boolean | null | undefined;
  /** Latitude in degrees, as decimal text. */
  latitude?: string | null | undefined;
  /** The location on the map. */
  locationId?: string | number | null | undefined;
  /** The name of its location. */
  locationName?: string | null | undefined;
  /** Longitude in degrees, as decimal text. */
  longitude?: string | null | undefined;
  /** Anything your systems keep with it, with keys of your own. It cannot be null. */
  metadata?: Record<string, unknown> | null | undefined;
  /** The name that drivers and dispatchers know it by. */
  name?: string | null | undefined;
  /** The organization within the company. */
  organizationId?: string | number | null | undefined;
  /** The product in it. */
  productId?: string | number | null | undefined;
  /** The product in it, as people call it. */
  productName?: string | null | undefined;
  /** The stock-keeping unit of the product in it. */
  productSku?: string | null | undefined;
  /** The resource group that serves it. */
  resourceGroupId?: string | number | null | undefined;
  /** The sales representative in charge. */
  salesRepId?: string | number | null | undefined;
  /** The service area it belongs to. */
  serviceAreaId?: string | number | null | undefined;
  /** The code of its ship-to in your own system. */
  shipToCode?: string | null | undefined;
  /** The ship-to it stands at. See `shipTo` for the record itself. */
  shipToId?: string | number | null | undefined;
  /** Whether it is in service, in your company’s own words. */
  status?: string | null | undefined;
  /** Where it stands, as a postal address. */
  tankAddress?: string | null | undefined;
  /** The monitor that reads it. */
  tankMonitorId?: string | number | null | undefined;
  /** The business unit that serves it. */
  unitId?: string | number | null | undefined;
  /** The vendor who supplies it. */
  vendorId?: string | number | null | undefined;
};

/** Who is to do the task. */
export type UpdateTaskAssigneeInput = {
  /** Who is to do it. Null takes it from its assignee; left out, nothing changes. */
  assigneeId?: string | number | null | undefined;
};

/** Which subscriptions to list: all conditions must hold. */
export type WebhookSubscriptionFilter = {
  /** The kind of record: tank, task, expiration, quick_order or ship_to. */
  resource?: string | null | undefined;
  /** Those in this state. */
  state?: WebhookSubscriptionState | null | undefined;
  /** The workflow that is told. */
  workflowId?: string | number | null | undefined;
};

/** Whether a subscription’s events are delivered. */
export type WebhookSubscriptionState =
  /** They are. */
  | 'ACTIVE'
  /** They are held, for 30 days unless the operator says otherwise: the address has failed for five days, or answered 410. `resumeSubscription` delivers them. */
  | 'DISABLED'
  /** They wait until the owner resumes it. */
  | 'PAUSED';

export type CreateSubscriptionMutationVariables = Exact<{
  input: CreateSubscriptionInput;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateSubscriptionMutation = { createSubscription:
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'UnauthorizedError', message: string }
    | { __typename: 'WebhookSubscription', id: string, workflowId: string, workflowName: string | null, nodeId: string, webhookUrl: string, resource: string, actions: Array<string>, filter: Record<string, unknown> | null, secret: string | null, createdAt: string | null, version: number }
   | null };

export type ExpirationsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ExpirationFilter | null | undefined;
  orderBy?: ExpirationOrder | null | undefined;
}>;


export type ExpirationsQuery = { expirations: { totalCount: number, nodes: Array<{ id: string, description: string | null, expirationTypeId: string | null, expirationDate: string | null, warningDate: string | null, ownerType: string | null, ownerId: string | null, version: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type QuickOrdersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: QuickOrderFilter | null | undefined;
  orderBy?: QuickOrderOrder | null | undefined;
}>;


export type QuickOrdersQuery = { quickOrders: { totalCount: number, nodes: Array<{ id: string, status: string | null, orderDate: string | null, orderItems: Record<string, unknown> | null, error: Record<string, unknown> | null, userId: string | null, createdDate: string | null, version: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ShipToWithTanksQueryVariables = Exact<{
  id: string | number;
  first?: number | null | undefined;
}>;


export type ShipToWithTanksQuery = { shipTo: { id: string, name: string | null, area: string | null, note: string | null, openTime: string | null, closeTime: string | null, preferredStartTime: string | null, preferredEndTime: string | null, preferences: Record<string, unknown> | null, primaryTerminalId: string | null, secondaryTerminalId: string | null, routeCode: string | null, version: number, tanks: { totalCount: number, nodes: Array<{ id: string, name: string | null, productName: string | null, fillPercentage: number | null, daysToEmpty: number, availableCapacity: string, version: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type ShipTosQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ShipToFilter | null | undefined;
  orderBy?: ShipToOrder | null | undefined;
}>;


export type ShipTosQuery = { shipTos: { totalCount: number, nodes: Array<{ id: string, name: string | null, customerId: string | null, area: string | null, routeCode: string | null, primaryTerminalId: string | null, openTime: string | null, closeTime: string | null, hasTanks: boolean, version: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

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


export type TanksQuery = { tanks: { totalCount: number, nodes: Array<{ id: string, name: string | null, productName: string | null, fillPercentage: number | null, fillStatus: string, daysToEmpty: number, availableCapacity: string, locationName: string | null, shipToId: string | null, version: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type TasksQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: TaskFilter | null | undefined;
  orderBy?: TaskOrder | null | undefined;
}>;


export type TasksQuery = { tasks: { totalCount: number, nodes: Array<{ id: string, taskNumber: number, title: string, statusId: string, priority: string, assigneeId: string | null, assignedAt: string | null, scheduledStart: string | null, dueDate: string | null, entityType: string | null, entityId: string | null, checklist: Record<string, unknown> | null, version: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type UpdateExpirationMutationVariables = Exact<{
  id: string | number;
  input: UpdateExpirationInput;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateExpirationMutation = { updateExpiration:
    | { __typename: 'ConflictError', currentVersion: number, message: string }
    | { __typename: 'Expiration', id: string, description: string | null, expirationTypeId: string | null, expirationDate: string | null, warningDate: string | null, ownerType: string | null, ownerId: string | null, dateModified: string | null, version: number }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'UnauthorizedError', message: string }
   | null };

export type UpdateQuickOrderMutationVariables = Exact<{
  id: string | number;
  input: UpdateQuickOrderInput;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateQuickOrderMutation = { updateQuickOrder:
    | { __typename: 'ConflictError', currentVersion: number, message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'QuickOrder', id: string, status: string | null, orderDate: string | null, orderItems: Record<string, unknown> | null, metadata: Record<string, unknown> | null, userId: string | null, error: Record<string, unknown> | null, createdDate: string | null, version: number }
    | { __typename: 'UnauthorizedError', message: string }
   | null };

export type UpdateShipToMutationVariables = Exact<{
  id: string | number;
  input: UpdateShipToInput;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateShipToMutation = { updateShipTo:
    | { __typename: 'ConflictError', currentVersion: number, message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'ShipTo', id: string, name: string | null, archived: boolean, openTime: string | null, closeTime: string | null, routeCode: string | null, units: Array<string> | null, preferences: Record<string, unknown> | null, note: string | null, lastModifiedDate: string | null, version: number }
    | { __typename: 'UnauthorizedError', message: string }
   | null };

export type UpdateTankMutationVariables = Exact<{
  id: string | number;
  input: UpdateTankInput;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateTankMutation = { updateTank:
    | { __typename: 'ConflictError', currentVersion: number, message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'Tank', id: string, name: string | null, fillPercentage: number | null, fillStatus: string, status: string | null, daysToEmpty: number, note: string | null, alerts: Array<string> | null, includeInJob: boolean, shipToId: string | null, lastModifiedDate: string | null, version: number }
    | { __typename: 'UnauthorizedError', message: string }
   | null };

export type UpdateTaskAssigneeMutationVariables = Exact<{
  id: string | number;
  input: UpdateTaskAssigneeInput;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateTaskAssigneeMutation = { updateTaskAssignee:
    | { __typename: 'ConflictError', currentVersion: number, message: string }
    | { __typename: 'InvalidRequestError', message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundError', message: string }
    | { __typename: 'Task', id: string, taskNumber: number, title: string, assigneeId: string | null, assignedAt: string | null, statusId: string, priority: string, dueDate: string | null, updatedAt: string | null, version: number }
    | { __typename: 'UnauthorizedError', message: string }
   | null };

export type WebhookSubscriptionsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: WebhookSubscriptionFilter | null | undefined;
}>;


export type WebhookSubscriptionsQuery = { webhookSubscriptions: { totalCount: number, nodes: Array<{ id: string, workflowId: string, workflowName: string | null, nodeId: string, webhookUrl: string, resource: string, actions: Array<string>, filter: Record<string, unknown> | null, createdAt: string | null, version: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };


export const CreateSubscriptionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateSubscriptionInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookSubscription"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"workflowId"}},{"kind":"Field","name":{"kind":"Name","value":"workflowName"}},{"kind":"Field","name":{"kind":"Name","value":"nodeId"}},{"kind":"Field","name":{"kind":"Name","value":"webhookUrl"}},{"kind":"Field","name":{"kind":"Name","value":"resource"}},{"kind":"Field","name":{"kind":"Name","value":"actions"}},{"kind":"Field","name":{"kind":"Name","value":"filter"}},{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateSubscriptionMutation, CreateSubscriptionMutationVariables>;
export const ExpirationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Expirations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ExpirationFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ExpirationOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expirations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"expirationTypeId"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}},{"kind":"Field","name":{"kind":"Name","value":"warningDate"}},{"kind":"Field","name":{"kind":"Name","value":"ownerType"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ExpirationsQuery, ExpirationsQueryVariables>;
export const QuickOrdersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"QuickOrders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"QuickOrderFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"QuickOrderOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quickOrders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"orderDate"}},{"kind":"Field","name":{"kind":"Name","value":"orderItems"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"createdDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<QuickOrdersQuery, QuickOrdersQueryVariables>;
export const ShipToWithTanksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ShipToWithTanks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shipTo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"area"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"preferredStartTime"}},{"kind":"Field","name":{"kind":"Name","value":"preferredEndTime"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"}},{"kind":"Field","name":{"kind":"Name","value":"primaryTerminalId"}},{"kind":"Field","name":{"kind":"Name","value":"secondaryTerminalId"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"tanks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"FILL_PERCENTAGE"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"ASC"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"productName"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"availableCapacity"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ShipToWithTanksQuery, ShipToWithTanksQueryVariables>;
export const ShipTosDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ShipTos"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ShipToFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ShipToOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shipTos"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"customerId"}},{"kind":"Field","name":{"kind":"Name","value":"area"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"primaryTerminalId"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"hasTanks"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ShipTosQuery, ShipTosQueryVariables>;
export const TankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Tank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"externalId"}},{"kind":"Field","name":{"kind":"Name","value":"productName"}},{"kind":"Field","name":{"kind":"Name","value":"productSku"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"fillStatus"}},{"kind":"Field","name":{"kind":"Name","value":"readingVolume"}},{"kind":"Field","name":{"kind":"Name","value":"tankSize"}},{"kind":"Field","name":{"kind":"Name","value":"availableCapacity"}},{"kind":"Field","name":{"kind":"Name","value":"averageDailyUsage"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"lastReadingDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastReading"}},{"kind":"Field","name":{"kind":"Name","value":"alerts"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"shipTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}}]}}]}}]}}]} as unknown as DocumentNode<TankQuery, TankQueryVariables>;
export const TanksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Tanks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TankFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TankOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tanks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"productName"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"fillStatus"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"availableCapacity"}},{"kind":"Field","name":{"kind":"Name","value":"locationName"}},{"kind":"Field","name":{"kind":"Name","value":"shipToId"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<TanksQuery, TanksQueryVariables>;
export const TasksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Tasks"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TaskFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TaskOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tasks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"assignedAt"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledStart"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"entityType"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"checklist"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<TasksQuery, TasksQueryVariables>;
export const UpdateExpirationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateExpiration"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateExpirationInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateExpiration"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Expiration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"expirationTypeId"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}},{"kind":"Field","name":{"kind":"Name","value":"warningDate"}},{"kind":"Field","name":{"kind":"Name","value":"ownerType"}},{"kind":"Field","name":{"kind":"Name","value":"ownerId"}},{"kind":"Field","name":{"kind":"Name","value":"dateModified"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateExpirationMutation, UpdateExpirationMutationVariables>;
export const UpdateQuickOrderDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateQuickOrder"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateQuickOrderInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateQuickOrder"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"QuickOrder"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"orderDate"}},{"kind":"Field","name":{"kind":"Name","value":"orderItems"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"createdDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateQuickOrderMutation, UpdateQuickOrderMutationVariables>;
export const UpdateShipToDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateShipTo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateShipToInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateShipTo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ShipTo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"archived"}},{"kind":"Field","name":{"kind":"Name","value":"openTime"}},{"kind":"Field","name":{"kind":"Name","value":"closeTime"}},{"kind":"Field","name":{"kind":"Name","value":"routeCode"}},{"kind":"Field","name":{"kind":"Name","value":"units"}},{"kind":"Field","name":{"kind":"Name","value":"preferences"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"lastModifiedDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateShipToMutation, UpdateShipToMutationVariables>;
export const UpdateTankDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTank"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTankInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTank"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Tank"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"fillPercentage"}},{"kind":"Field","name":{"kind":"Name","value":"fillStatus"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"daysToEmpty"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"alerts"}},{"kind":"Field","name":{"kind":"Name","value":"includeInJob"}},{"kind":"Field","name":{"kind":"Name","value":"shipToId"}},{"kind":"Field","name":{"kind":"Name","value":"lastModifiedDate"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateTankMutation, UpdateTankMutationVariables>;
export const UpdateTaskAssigneeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTaskAssignee"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTaskAssigneeInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTaskAssignee"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"taskNumber"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"assigneeId"}},{"kind":"Field","name":{"kind":"Name","value":"assignedAt"}},{"kind":"Field","name":{"kind":"Name","value":"statusId"}},{"kind":"Field","name":{"kind":"Name","value":"priority"}},{"kind":"Field","name":{"kind":"Name","value":"dueDate"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidRequestError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConflictError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentVersion"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Error"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateTaskAssigneeMutation, UpdateTaskAssigneeMutationVariables>;
export const WebhookSubscriptionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WebhookSubscriptions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookSubscriptionFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookSubscriptions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"workflowId"}},{"kind":"Field","name":{"kind":"Name","value":"workflowName"}},{"kind":"Field","name":{"kind":"Name","value":"nodeId"}},{"kind":"Field","name":{"kind":"Name","value":"webhookUrl"}},{"kind":"Field","name":{"kind":"Name","value":"resource"}},{"kind":"Field","name":{"kind":"Name","value":"actions"}},{"kind":"Field","name":{"kind":"Name","value":"filter"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<WebhookSubscriptionsQuery, WebhookSubscriptionsQueryVariables>;