import { randomUUID } from 'node:crypto';
import { type Data, type TestGateway, tokenOf } from '../../gateway.ts';
import { tank, task } from '../../records.ts';
import { create } from '../../rows.ts';
import { narrowed, type Own } from './narrowed.ts';

export const driver: Own = { task: { assignee_id: 'd-9' }, tank: { tasks: true } };
export const SCOPE = 'tasks:read:own tasks:write:own tasks:create:own tanks:read:own';

export const TANKS = '{ tanks { totalCount nodes { id name tasks { nodes { id } } } } }';

/** A company with two tanks, each with a task; the first is the driver's. */
export async function openSite(gateway: TestGateway) {
  const companyId = randomUUID();
  const tanks = [
    await create(gateway, tank, { companyId, name: 'mine' }),
    await create(gateway, tank, { companyId, name: 'secret' }),
  ] as const;
  const of = (assigneeId: string | null, entityId: string, more: Data = {}) =>
    create(gateway, task, { companyId, entityType: 'tank', entityId, assigneeId, teamId: 't', ...more });
  const tasks = [await of('d-9', tanks[0].id), await of('d-1', tanks[1].id)] as const;
  const token = await narrowed(driver, SCOPE, companyId);
  const names = async (by = token) =>
    (await gateway.ask(TANKS, {}, by)).data.tanks.nodes.map(({ name }: Data) => name).toSorted();
  return { companyId, tanks, tasks, of, token, names, whole: await tokenOf(companyId) };
}
