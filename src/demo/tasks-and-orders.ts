import type { Prisma } from '../generated/prisma/client.ts';
import { type Demo, type DemoTank, digits, hoursAfter, sparse } from './tanks.ts';

type DemoTask = Demo<Prisma.TaskCreateManyInput>;
type DemoExpiration = Demo<Prisma.ExpirationCreateManyInput>;
type DemoQuickOrder = Demo<Prisma.QuickOrderCreateManyInput>;

const pick = <List extends readonly [unknown, ...unknown[]]>(list: List, n: number): List[number] =>
  list[n % list.length] ?? list[0];

const TASKS = [
  { type: 'fill', title: 'Fill', team: 'delivery', hours: 1.5, steps: ['Load', 'Drive', 'Fill', 'Sign off'] },
  { type: 'inspection', title: 'Inspect', team: 'service', hours: 2, steps: ['Look over', 'Photograph', 'Report'] },
  { type: 'monitor-swap', title: 'New monitor for', team: 'service', hours: 1, steps: ['Unmount', 'Mount', 'Pair'] },
  { type: 'level-check', title: 'Read the level of', team: 'delivery', hours: 0.5, steps: ['Measure', 'Enter'] },
] as const;

/** The stages of a task, and how many items of its checklist are done. */
const STAGES = [
  ['open', 0],
  ['assigned', 0],
  ['in_progress', 1],
  ['done', 4],
] as const;

/** The n-th task, about one tank. Unfinished tasks are due in the days after `now`; a few are late. */
function task(n: number, tank: DemoTank, now: Date): DemoTask {
  const { name, productName, locationName = null, shipToId } = tank;
  const kind = pick(TASKS, n - 1);
  const [statusId, done] = pick(STAGES, n - 1 + Math.floor((n - 1) / 4));
  const isTaken = statusId !== 'open';
  const isDone = statusId === 'done';
  const due = hoursAfter(now, 24 * (isDone ? -n : n / 2 - 2));
  const before = (hours: number): Date => hoursAfter(due, -hours);
  const made = before(24 * 9);
  const work = { taskTypeId: kind.type, teamId: `team-${kind.team}`, workflowId: `wf-${kind.type}` };
  const place = { geoLat: tank.latitude ?? null, geoLon: tank.longitude ?? null, location: sparse(n, 5, locationName) };
  const assignment = isTaken
    ? { assignedAt: before(24 * 3), scheduledStart: before(4 + kind.hours), scheduledEnd: before(4) }
    : { assignedAt: null, scheduledStart: null, scheduledEnd: null };
  const entityData = { name: name ?? null, product: productName ?? null, ship_to_id: shipToId ?? null };
  return {
    ...work,
    ...place,
    ...assignment,
    id: `demo-task-${digits(n)}`,
    parentId: n % 6 === 0 ? `demo-task-${digits(n - 1)}` : null,
    creatorId: pick(['dispatcher-01', 'dispatcher-02', 'workflow'], n),
    assigneeId: isTaken ? pick(['driver-03', 'driver-07', 'technician-02'], n) : null,
    statusId,
    ownerId: sparse(n, 3, pick(['dispatcher-01', 'dispatcher-02'], n)),
    title: `${kind.title} ${name}`,
    description: n % 2 === 1 ? `${productName} at ${locationName}. Report what you find before you leave.` : null,
    priority: pick(['normal', 'high', 'normal', 'low', 'urgent'], n),
    dueDate: sparse(n, 8, due),
    estimatedHours: kind.hours.toFixed(1),
    actualHours: isDone ? (kind.hours * 1.25).toFixed(2) : null,
    createdAt: made,
    updatedAt: isDone ? before(3) : made,
    completedAt: isDone ? before(3) : null,
    isArchived: isDone && n % 4 === 3,
    taskNumber: 1000 + n,
    entityType: 'tank',
    entityId: tank.id,
    ...(n % 3 !== 0 && { entityData }),
    ...(kind.type === 'fill' && {
      taskData: { quantity: 400 * n, unit: 'gal', terminal: 'terminal-central' },
      computedData: { driveMinutes: 20 + n, loads: 1 + (n % 2) },
    }),
    reminderIds: n % 4 === 0 ? [] : [`reminder-${200 + n}`],
    checklist: { items: kind.steps.map((text, index) => ({ text, done: index < done })) },
    organizationId: sparse(n, 4, 'org-north'),
    viewedAt: done > 0 ? before(24 * 2) : null,
    step: isTaken ? (kind.steps[Math.min(done, kind.steps.length - 1)] ?? null) : null,
  };
}

const PAPERS = [
  { type: 'driver-license', code: 'DL', owner: 'driver', text: 'Commercial driver license' },
  { type: 'hazmat-endorsement', code: 'HAZ', owner: 'driver', text: 'Hazardous materials endorsement' },
  { type: 'truck-inspection', code: 'INSP', owner: 'truck', text: 'Annual truck inspection' },
  { type: 'meter-calibration', code: 'CAL', owner: 'truck', text: 'Calibration of the delivery meter' },
  { type: 'pressure-test', code: 'PT', owner: 'tank', text: 'Pressure test' },
] as const;

/** The n-th expiration, one every three weeks; the first was three weeks ago. The warning comes 30 days earlier. */
function expiration(n: number, now: Date): DemoExpiration {
  const paper = pick(PAPERS, n - 1);
  const expires = hoursAfter(now, (n - 2) * 21 * 24);
  const number = digits(n, paper.owner === 'tank' ? 3 : 2);
  return {
    id: `demo-expiration-${digits(n)}`,
    externalId: sparse(n, 4, `ERP-X-${8000 + n}`),
    ownerId: paper.owner === 'tank' ? `demo-tank-${number}` : `${paper.owner}-${number}`,
    expirationTypeId: paper.type,
    expirationCode: paper.code,
    expirationDate: expires,
    warningDate: n % 5 === 3 ? null : hoursAfter(expires, -30 * 24),
    description: paper.text,
    ownerType: paper.owner,
    ownerCode: sparse(n, 3, `${paper.code}-${number}`),
  };
}

/** The n-th quick order; a higher n is older. */
function quickOrder(n: number, now: Date): DemoQuickOrder {
  const status = pick(['new', 'accepted', 'rejected', 'scheduled', 'delivered'], n - 1);
  const placed = hoursAfter(now, (0.5 - n) * 7);
  const wanted = hoursAfter(placed, 2 * 24);
  const metadata = { channel: n % 2 === 0 ? 'driver-app' : 'portal', purchaseOrder: `PO-${600 + n}` };
  const lines = [{ sku: pick(['ULSD-2', 'HO-2', 'LPG-HD5'], n), quantity: 250 * (1 + (n % 6)), unit: 'gal' }];
  if (n % 4 === 0) lines.push({ sku: 'DEF-32', quantity: 55, unit: 'gal' });
  return {
    id: `demo-quick-order-${digits(n)}`,
    userId: pick(['user-21', 'user-34', 'driver-03'], n),
    ...(n % 3 !== 0 && { metadata }),
    externalId: status === 'new' || status === 'rejected' ? null : `SO-${4400 + n}`,
    status,
    ...(status === 'rejected' && { error: { code: 'CREDIT_HOLD', message: 'The customer is on credit hold.' } }),
    orderDate: wanted.toISOString().slice(0, 10),
    orderItems: { lines },
    createdDate: placed,
  };
}

const series = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

/** The demo company's tasks about `tanks`, expirations and quick orders. The last of each has required values only. */
export function demoTasksAndOrders(now: Date, tanks: readonly DemoTank[]) {
  const tasks: DemoTask[] = tanks.slice(0, 24).map((tank, index) => task(index + 1, tank, now));
  tasks.push({
    id: 'demo-task-25',
    taskTypeId: 'other',
    creatorId: 'workflow',
    statusId: 'open',
    title: 'Order new hose gaskets',
    priority: 'low',
    teamId: 'team-service',
    workflowId: 'wf-service',
    taskNumber: 1025,
  });
  const expirations: DemoExpiration[] = series(14, (n) => expiration(n, now));
  const quickOrders: DemoQuickOrder[] = series(14, (n) => quickOrder(n, now));
  return {
    tasks,
    expirations: [...expirations, { id: 'demo-expiration-15' }],
    quickOrders: [...quickOrders, { id: 'demo-quick-order-15' }],
  };
}
