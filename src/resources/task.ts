import { authorize } from '../auth/scopes.ts';
import { builder, required } from '../graphql/builder.ts';
import { connect, through } from '../graphql/connection.ts';
import { among, contains, equal, equalOrNull, is, isNull, matches } from '../graphql/filter.ts';
import { listing } from '../graphql/listing.ts';
import { lastModified, modifiedSince } from '../graphql/modified.ts';
import { Node } from '../graphql/node.ts';
import { selectionOf } from '../graphql/selection.ts';
import { update, updateArguments, updateInput, updateResult } from '../graphql/update.ts';
import { updateMany } from '../graphql/update-many.ts';

export const Task = builder.prismaObject('Task', {
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
  }),
});

const UpdateTaskAssigneeInput = updateInput('UpdateTaskAssigneeInput', 'Task', (t) => ({
  assigneeId: t.id({ description: 'The new assignee. Null clears it; an omitted field changes nothing.' }),
}));

export const TaskListing = listing('Task', {
  filter: {
    idIn: among('ID', 'id'),
    ...equalOrNull('ID', 'assigneeId', 'entityId'),
    ...equal('ID', 'statusId', 'teamId', 'workflowId'),
    entityType: is('String'),
    taskNumber: is('Int'),
    isArchived: is('Boolean'),
    search: contains('title', 'taskNumber'),
    dueFrom: matches('DateTime', 'Tasks due at this time or later.', (time) => ({ dueDate: { gte: time } })),
    dueBefore: matches('DateTime', 'Tasks due before this time.', (time) => ({ dueDate: { lt: time } })),
    dueDateIsNull: isNull('dueDate'),
    scheduledStartFrom: matches('DateTime', 'Tasks planned to start at this time or later.', (time) => ({
      scheduledStart: { gte: time },
    })),
    scheduledStartBefore: matches('DateTime', 'Tasks planned to start before this time.', (time) => ({
      scheduledStart: { lt: time },
    })),
    scheduledStartIsNull: isNull('scheduledStart'),
    modifiedSince,
  },
  order: {
    ID: { by: 'id', description: 'By id.' },
    TASK_NUMBER: { by: 'taskNumber', description: 'By task number.' },
    DUE_DATE: { by: 'dueDate', nulls: 'last', description: 'By deadline; tasks without one are last.' },
    SCHEDULED_START: {
      by: 'scheduledStart',
      nulls: 'last',
      description: 'By planned start; tasks without one are last.',
    },
    LAST_MODIFIED: lastModified,
  },
  counts: {
    STATUS_ID: { by: 'statusId', description: 'By status.' },
    ASSIGNEE_ID: { by: 'assigneeId', description: 'By assignee.' },
    TEAM_ID: { by: 'teamId', description: 'By team.' },
    WORKFLOW_ID: { by: 'workflowId', description: 'By workflow.' },
    ENTITY_TYPE: { by: 'entityType', description: 'By the type of the related record.' },
    IS_ARCHIVED: { by: 'isArchived', description: 'By whether tasks are archived.' },
  },
});

export const TaskEdge = builder.edgeObject({ type: Task, name: 'TaskEdge', description: 'A task with its cursor.' });

export const TaskConnection = builder.connectionObject(
  { type: Task, name: 'TaskConnection', description: 'A page of tasks.', fields: through },
  TaskEdge,
);

builder.queryFields((t) => ({
  task: t.prismaField({
    type: 'Task',
    description: 'A task by id, or null if your company has none with this id. Needs the scope `tasks:read`.',
    args: { id: t.arg.id({ required: true, description: 'The id of the task.' }) },
    resolve: (query, _root, { id }, context) =>
      context.prisma.task.of(authorize(context, 'tasks:read')).lookup({ ...query, where: { id } }),
  }),
  tasks: t.connection(
    {
      type: Task,
      description: 'The tasks of your company. Needs the scope `tasks:read`.',
      args: TaskListing.args(t.arg),
      resolve: (_root, args, context, info) =>
        connect(context.prisma.task.of(authorize(context, 'tasks:read')), TaskListing, args, info),
    },
    TaskConnection,
    TaskEdge,
  ),
  taskCounts: TaskListing.countField(
    t,
    'The tasks of your company, counted by a field. Needs the scope `tasks:read`.',
    (context) => context.prisma.task.of(authorize(context, 'tasks:read')),
  ),
}));

const UpdateTaskAssigneeResult = updateResult('UpdateTaskAssignee', 'Task', Task);
const UpdateTaskAssignees = updateMany(
  'UpdateTaskAssignee',
  'UpdateTaskAssignees',
  UpdateTaskAssigneeInput,
  UpdateTaskAssigneeResult,
);

builder.mutationFields((t) => ({
  updateTaskAssignee: t.field({
    type: UpdateTaskAssigneeResult,
    description: 'Assigns a task, or clears its assignee. Needs the scope `tasks:write`.',
    args: updateArguments(t.arg, UpdateTaskAssigneeInput),
    resolve: (_root, args, context, info) =>
      update(
        context.prisma.task,
        UpdateTaskAssigneeInput,
        { ...args, select: selectionOf('Task', info) },
        context,
        info,
      ),
  }),
  updateTaskAssignees: t.field({
    type: UpdateTaskAssignees.type,
    description:
      'Assigns up to 1,000 tasks at once. Each patch is judged alone and has its result, in the same order; those that are accepted are written together. Needs the scope `tasks:write`.',
    errors: {},
    args: UpdateTaskAssignees.args(t.arg),
    resolve: (_root, args, context, info) => UpdateTaskAssignees.resolve(context.prisma.task, args, context, info),
  }),
}));
