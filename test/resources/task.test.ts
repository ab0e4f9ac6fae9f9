import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { correctedTask, task } from '../records.ts';
import { create, full, insert } from '../rows.ts';
import { testPatching } from './patch-contract.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const READ = 'query ($id: ID!) { task(id: $id) { assigneeId assignedAt version } }';
const ASSIGN = `mutation ($id: ID!, $input: UpdateTaskAssigneeInput!) {
  updateTaskAssignee(id: $id, input: $input) { __typename ... on Task { assigneeId assignedAt version } }
}`;
const assign = async (id: string, input: object): Promise<Data> =>
  (await gateway.ask(ASSIGN, { id, input })).data.updateTaskAssignee;

test('a task is assigned, reassigned and unassigned, and assignedAt follows', async () => {
  const { id } = await create(gateway, task, { assigneeId: null, assignedAt: null });

  const first = await assign(id, { assigneeId: 'ann' });
  expect(first).toEqual({ __typename: 'Task', assigneeId: 'ann', assignedAt: expect.any(String), version: 2 });

  // The same assignee again, or no assignee given, is no change.
  expect(await assign(id, { assigneeId: 'ann' })).toEqual(first);
  expect(await assign(id, {})).toEqual(first);

  const second = await assign(id, { assigneeId: 'ben' });
  expect(second).toMatchObject({ assigneeId: 'ben', version: 3 });
  expect(Date.parse(second.assignedAt)).toBeGreaterThanOrEqual(Date.parse(first.assignedAt));

  const nobody = { assigneeId: null, assignedAt: null, version: 4 };
  expect(await assign(id, { assigneeId: null })).toEqual({ __typename: 'Task', ...nobody });
  expect((await gateway.ask(READ, { id })).data.task).toEqual(nobody);
});

testPatching(task, () => gateway);
testPatching(correctedTask, () => gateway);

test('a driver completes a task, and a dispatcher opens it again', async () => {
  const { id } = await create(gateway, task, { completedAt: null, isArchived: false, actualHours: null });
  const document = `mutation ($id: ID!, $input: UpdateTaskInput!, $version: Int) {
    updateTask(id: $id, input: $input, expectedVersion: $version) { __typename ... on Task { completedAt actualHours isArchived version } }
  }`;
  const change = async (input: object, version: number): Promise<Data> =>
    (await gateway.ask(document, { id, input, version })).data.updateTask;
  const done = { completedAt: '2026-01-31T16:30:00.000Z', actualHours: '1.5', isArchived: true };
  expect(await change(done, 1)).toEqual({ __typename: 'Task', ...done, version: 2 });
  expect(await change({ isArchived: false }, 1)).toEqual({ __typename: 'TaskConflictError' });
  const open = { completedAt: null, isArchived: false };
  expect(await change(open, 2)).toEqual({ __typename: 'Task', ...done, ...open, version: 3 });
});

test('a task that is created with an assignee was assigned then, unless its writer says when', async () => {
  const { assignedAt: _, ...unsaid } = full(task);
  await insert(gateway, task, unsaid);
  const { data } = await gateway.ask(READ, { id: unsaid.id });
  expect(data.task).toEqual({ assigneeId: unsaid.assigneeId, assignedAt: expect.any(String), version: 1 });
  const { id, assignedAt } = await create(gateway, task);
  expect((await gateway.ask(READ, { id })).data.task.assignedAt).toBe(assignedAt);
  const nobody = await create(gateway, task, { assigneeId: null, assignedAt: null });
  expect((await gateway.ask(READ, { id: nobody.id })).data.task.assignedAt).toBeNull();
});
