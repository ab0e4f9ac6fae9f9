import { EXAMPLE_TIME } from '../changes/types.ts';
import { listing } from '../graphql/lists/listing.ts';
import { builder, required } from '../graphql/schema/builder.ts';
import { Node } from '../graphql/schema/node-types.ts';
import { record } from '../graphql/schema/record.ts';
import { creation } from '../graphql/writes/creation.ts';
import { mutationsOf } from '../graphql/writes/mutations.ts';
import { update, updates } from '../graphql/writes/update.ts';
import type { InputFields } from '../graphql/writes/write-types.ts';
import { entityField } from './entity.ts';

const Task = record('Task', {
  // biome-ignore format: a table
  example: {
    record: {
      id: 'task-4001', companyId: 'c-01', organizationId: 'org-north', teamId: 'team-service', workflowId: 'w-01',
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
});

builder.prismaObject('Task', {
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', required),
    companyId: t.exposeID('companyId', required),
    parentId: t.exposeID('parentId'),
    taskTypeId: t.exposeID('taskTypeId', required),
    creatorId: t.exposeID('creatorId', required),
    assigneeId: t.exposeID('assigneeId'),
    statusId: t.exposeID('statusId', required),
    ownerId: t.exposeID('ownerId'),
    title: t.exposeString('title', required),
    description: t.exposeString('description'),
    priority: t.exposeString('priority', required),
    location: t.exposeString('location'),
    scheduledStart: t.expose('scheduledStart', { type: 'DateTime' }),
    scheduledEnd: t.expose('scheduledEnd', { type: 'DateTime' }),
    dueDate: t.expose('dueDate', { type: 'DateTime' }),
    estimatedHours: t.exposeString('estimatedHours'),
    actualHours: t.exposeString('actualHours'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    completedAt: t.expose('completedAt', { type: 'DateTime' }),
    isArchived: t.exposeBoolean('isArchived', required),
    teamId: t.exposeID('teamId', required),
    workflowId: t.exposeID('workflowId', required),
    assignedAt: t.expose('assignedAt', { type: 'DateTime' }),
    entityType: t.exposeString('entityType'),
    entityId: t.exposeID('entityId'),
    taskNumber: t.exposeInt('taskNumber', required),
    entityData: t.expose('entityData', { type: 'JSONObject' }),
    taskData: t.expose('taskData', { type: 'JSONObject' }),
    computedData: t.expose('computedData', { type: 'JSONObject' }),
    reminderIds: t.exposeStringList('reminderIds'),
    checklist: t.expose('checklist', { type: 'JSONObject' }),
    organizationId: t.exposeID('organizationId'),
    viewedAt: t.expose('viewedAt', { type: 'DateTime' }),
    geoLat: t.exposeString('geoLat'),
    geoLon: t.exposeString('geoLon'),
    step: t.exposeString('step'),
    version: t.exposeInt('version', required),
    entity: t.field(entityField('entityType', 'entityId')),
  }),
});

const UpdateTaskAssignee = update(Task, 'UpdateTaskAssignee', (t) => ({
  assigneeId: t.id({ description: 'The new assignee. Null clears it; an omitted field changes nothing.' }),
}));

/** What is planned for a task, and said about it. */
const planOf: InputFields = (t) => ({
  assigneeId: t.id(),
  description: t.string(),
  location: t.string(),
  geoLat: t.string(),
  geoLon: t.string(),
  scheduledStart: t.field({ type: 'DateTime' }),
  scheduledEnd: t.field({ type: 'DateTime' }),
  dueDate: t.field({ type: 'DateTime' }),
  estimatedHours: t.string(),
  checklist: t.field({ type: 'JSONObject' }),
  taskData: t.field({ type: 'JSONObject' }),
  reminderIds: t.stringList(),
  step: t.string(),
});

const UpdateTask = update(Task, 'UpdateTask', (t) => ({
  title: t.string(),
  priority: t.string(),
  statusId: t.id(),
  ...planOf(t),
  actualHours: t.string(),
  completedAt: t.field({ type: 'DateTime' }),
  isArchived: t.boolean(),
}));

const CreateTask = creation(Task, 'CreateTask', (t) => ({
  title: t.string({ required: true }),
  taskNumber: t.int({ required: true }),
  taskTypeId: t.id({ required: true }),
  statusId: t.id({ required: true }),
  priority: t.string({ required: true }),
  workflowId: t.id({ required: true }),
  teamId: t.id({ required: true }),
  creatorId: t.id({ required: true }),
  ownerId: t.id(),
  parentId: t.id(),
  organizationId: t.id(),
  entityType: t.string(),
  entityId: t.id(),
  entityData: t.field({ type: 'JSONObject' }),
  ...planOf(t),
}));

export const TaskListing = listing(Task);

builder.mutationFields((t) => ({
  ...mutationsOf(t, UpdateTask, CreateTask),
  ...updates(t, UpdateTaskAssignee, {
    one: 'Assigns a task, or clears its assignee.',
    many: 'Assigns up to 1,000 tasks at once.',
  }),
}));
