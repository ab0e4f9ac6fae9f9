import { find } from '../db/lookup.ts';
import { patch } from '../db/patch.ts';
import type { Row, Table } from '../db/table.ts';
import type { Task as Model } from '../generated/prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { page } from '../graphql/connection.ts';
import { orderInput } from '../graphql/order.ts';
import { updateArguments, updateErrors } from '../graphql/update.ts';

const tasks: Table<Row<Model>> = {
  name: 'task',
  type: 'Task',
  label: 'Task',
  scope: 'tasks',
  filters: {
    assigneeId: 'assignee_id = $',
    statusId: 'status_id = $',
    teamId: 'team_id = $',
    workflowId: 'workflow_id = $',
    entityType: 'entity_type = $',
    entityId: 'entity_id = $',
    taskNumber: 'task_number = $',
    dueBefore: "coalesce(due_date, 'infinity') < $",
  },
  orders: {
    ID: { by: 'id', type: 'text' },
    TASK_NUMBER: { by: 'task_number', type: 'int' },
    DUE_DATE: { by: "coalesce(due_date, 'infinity')", type: 'timestamptz' },
  },
};

const Task = builder.objectRef<Row<Model>>('Task').implement({
  description: 'A piece of work that somebody is to do, as a step of a workflow.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'The task’s id, the same for its whole life.' }),
    companyId: t.exposeID('companyId', { nullable: false, description: 'The company it belongs to.' }),
    parentId: t.exposeID('parentId', { description: 'The task that this one is a part of.' }),
    taskTypeId: t.exposeID('taskTypeId', { nullable: false, description: 'What kind of task it is.' }),
    creatorId: t.exposeID('creatorId', { nullable: false, description: 'Who made it.' }),
    assigneeId: t.exposeID('assigneeId', { description: 'Who is to do it; null when nobody is.' }),
    statusId: t.exposeID('statusId', { nullable: false, description: 'Its status in the workflow.' }),
    ownerId: t.exposeID('ownerId', { description: 'Who answers for it.' }),
    title: t.exposeString('title', { nullable: false, description: 'What is to be done, in a line.' }),
    description: t.exposeString('description', { description: 'What is to be done, at length.' }),
    priority: t.exposeString('priority', {
      nullable: false,
      description: 'How urgent it is, in your company’s own words.',
    }),
    location: t.exposeString('location', { description: 'Where it is to be done.' }),
    scheduledStart: t.expose('scheduledStart', { type: 'DateTime', description: 'When it is planned to begin.' }),
    scheduledEnd: t.expose('scheduledEnd', { type: 'DateTime', description: 'When it is planned to end.' }),
    dueDate: t.expose('dueDate', { type: 'DateTime', description: 'When it must be done.' }),
    estimatedHours: t.exposeString('estimatedHours', { description: 'Hours it should take, as decimal text.' }),
    actualHours: t.exposeString('actualHours', { description: 'Hours it took, as decimal text.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made. Set by the server.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it last really changed. Set by the server.',
    }),
    completedAt: t.expose('completedAt', { type: 'DateTime', description: 'When it was done.' }),
    isArchived: t.exposeBoolean('isArchived', {
      nullable: false,
      description: 'Whether it is out of sight and kept for its history.',
    }),
    teamId: t.exposeID('teamId', { nullable: false, description: 'The team it belongs to.' }),
    workflowId: t.exposeID('workflowId', { nullable: false, description: 'The workflow it is a step of.' }),
    assignedAt: t.expose('assignedAt', {
      type: 'DateTime',
      description: 'When the assignee got it. Set by the server, and cleared with the assignee.',
    }),
    entityType: t.exposeString('entityType', { description: 'The kind of record it is about, such as a tank.' }),
    entityId: t.exposeID('entityId', { description: 'The record it is about.' }),
    taskNumber: t.exposeInt('taskNumber', { nullable: false, description: 'The number that people call it by.' }),
    entityData: t.expose('entityData', {
      type: 'JSONObject',
      description: 'A copy of the record it is about, from when the task was made.',
    }),
    taskData: t.expose('taskData', { type: 'JSONObject', description: 'What the workflow keeps with it.' }),
    computedData: t.expose('computedData', {
      type: 'JSONObject',
      description: 'What the workflow has worked out for it.',
    }),
    reminderIds: t.exposeStringList('reminderIds', { description: 'The reminders set for it.' }),
    checklist: t.expose('checklist', { type: 'JSONObject', description: 'Its checklist, in the workflow’s own form.' }),
    organizationId: t.exposeID('organizationId', { description: 'The organization within the company.' }),
    viewedAt: t.expose('viewedAt', { type: 'DateTime', description: 'When the assignee first saw it.' }),
    geoLat: t.exposeString('geoLat', { description: 'Latitude in degrees, as decimal text.' }),
    geoLon: t.exposeString('geoLon', { description: 'Longitude in degrees, as decimal text.' }),
    step: t.exposeString('step', { description: 'The step of the workflow it is at.' }),
    version: t.exposeInt('version', {
      nullable: false,
      description: 'Raised by one on each real change. Pass it as `expectedVersion`.',
    }),
  }),
});

const UpdateTaskAssigneeInput = builder.inputType('UpdateTaskAssigneeInput', {
  description: 'Who is to do the task.',
  fields: (t) => ({
    assigneeId: t.id({ description: 'Who is to do it. Null takes it from its assignee; left out, nothing changes.' }),
  }),
});

const TaskFilter = builder.inputType('TaskFilter', {
  description: 'Which tasks to list: all conditions must hold. Null finds those without a value.',
  fields: (t) => ({
    assigneeId: t.id(),
    statusId: t.id(),
    teamId: t.id(),
    workflowId: t.id(),
    entityType: t.string(),
    entityId: t.id(),
    taskNumber: t.int(),
    dueBefore: t.field({ type: 'DateTime', description: 'Those due before this moment.' }),
  }),
});

const TaskOrder = orderInput('Task', {
  ID: 'By id.',
  TASK_NUMBER: 'By the number that people call them by.',
  DUE_DATE: 'By when they are due; those that are never due come last.',
});

builder.queryFields((t) => ({
  task: t.field({
    type: Task,
    description: 'One task, or null when your company has none with this id. Needs the scope `tasks:read`.',
    args: { id: t.arg.id({ required: true, description: 'The task’s id.' }) },
    resolve: (_root, { id }, context, info) => find(tasks, id, context, info),
  }),
  tasks: t.connection(
    {
      type: Task,
      description: 'Your company’s tasks, page by page. Needs the scope `tasks:read`.',
      args: {
        filter: t.arg({ type: TaskFilter, description: 'Which tasks; all when left out.' }),
        orderBy: t.arg({ type: TaskOrder, description: 'The order; by id when left out.' }),
      },
      resolve: (_root, args, context, info) => page(tasks, args, context, info),
    },
    { name: 'TaskConnection', description: 'A page of tasks.' },
    { name: 'TaskEdge', description: 'A task and its place on the list.' },
  ),
}));

builder.mutationField('updateTaskAssignee', (t) =>
  t.field({
    type: Task,
    description: 'Gives a task to somebody, or takes it away. Needs the scope `tasks:write`.',
    errors: updateErrors,
    args: updateArguments(t.arg, UpdateTaskAssigneeInput),
    resolve: (_root, args, context, info) => patch(tasks, args, context, info),
  }),
);
