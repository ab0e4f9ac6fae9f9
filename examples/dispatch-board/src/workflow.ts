import type { TaskFilter } from './gql/graphql';

// The gateway takes any values. Put those of your own workflow here.

/** What every new task needs. */
export const OTHER = { taskTypeId: 'other', statusId: 'open', workflowId: 'wf-other', teamId: 'team-service' };

/** What a delivery into a tank needs. */
export const FILL = {
  taskTypeId: 'fill',
  statusId: 'open',
  workflowId: 'wf-fill',
  teamId: 'team-delivery',
  checklist: { items: ['Load', 'Drive', 'Fill', 'Sign off'].map((text) => ({ text, done: false })) },
};

/** The status of a task that is completed. */
export const DONE = 'done';
/** That of one that is done no more. */
export const UNDONE = 'assigned';

export const PRIORITIES = ['low', 'normal', 'high', 'urgent'];

/** Tasks that are still to be done. */
export const OPEN: TaskFilter = { completedAt: null, isArchived: { equals: false } };

/** Those that fill a tank. */
export const OPEN_FILL: TaskFilter = { ...OPEN, taskTypeId: { equals: FILL.taskTypeId } };

/** How much a task brings, and in which unit. */
export interface Amount {
  quantity: number;
  unit: string;
}

/** What is ordered. Undefined if the task brings nothing. */
export function orderedOf(taskData: Record<string, unknown> | null | undefined): Amount | undefined {
  const { quantity, unit } = taskData ?? {};
  return typeof quantity === 'number' ? { quantity, unit: typeof unit === 'string' ? unit : '' } : undefined;
}

export const textOfAmount = ({ quantity, unit }: Amount): string => `${quantity.toLocaleString()} ${unit}`.trim();
