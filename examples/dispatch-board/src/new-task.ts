import type { CreateTaskInput, TankRowFragment, TankToFillFragment } from './gql/graphql';
import { urgencyOf } from './urgency';
import { FILL, OTHER } from './workflow';

/** What the form of a task has, as it is typed. */
export const EMPTY = {
  title: '',
  taskNumber: '',
  priority: 'normal',
  dueDate: '',
  tank: '',
  quantity: '',
  assigneeId: '',
};
export type Draft = typeof EMPTY;

const digits = (part: number): string => `${part}`.padStart(2, '0');

/** The day of a time, here: 2026-01-31. */
export const dayOf = (time: Date): string =>
  `${time.getFullYear()}-${digits(time.getMonth() + 1)}-${digits(time.getDate())}`;

/** What fits into a tank now. */
const roomOf = ({ availableCapacity, tankSize }: TankToFillFragment): string =>
  tankSize > 0 ? `${Math.floor(Number(availableCapacity))}` : '';

const nameOf = ({ id, name }: TankToFillFragment): string => name ?? id;
/** The unit in which a tank is measured; empty if nobody has said. */
export const unitOf = ({ metadata }: TankToFillFragment): string =>
  typeof metadata.unit === 'string' ? metadata.unit : '';

/** A task that fills a tank up. One that is empty soon is filled today. */
export function draftToFill(tank: TankRowFragment): Draft {
  const isUrgent = urgencyOf(tank) === 'now';
  return {
    ...EMPTY,
    title: `Fill ${nameOf(tank)}`,
    priority: isUrgent ? 'urgent' : EMPTY.priority,
    dueDate: isUrgent ? dayOf(new Date()) : '',
    tank: tank.id,
    quantity: roomOf(tank),
  };
}

/** The fields that the form does not have. */
interface Own {
  id: string;
  taskNumber: number;
  creatorId: string;
  /** Whether it is a delivery. */
  isFill: boolean;
}

/** The task of a draft. A driver who is offline has what the task takes over from its tank. */
export function inputOf(draft: Draft, tank: TankToFillFragment | undefined, { isFill, ...own }: Own): CreateTaskInput {
  const { title, priority, dueDate, quantity, assigneeId } = draft;
  return {
    ...(isFill ? FILL : OTHER),
    ...own,
    title,
    priority,
    dueDate: dueDate === '' ? null : new Date(`${dueDate}T17:00`).toISOString(),
    assigneeId: assigneeId.trim() || null,
    ...(tank && {
      entityType: 'tank',
      entityId: tank.id,
      entityData: { name: tank.name ?? null, product: tank.productName ?? null, ship_to_id: tank.shipToId ?? null },
      location: tank.locationName ?? null,
      geoLat: tank.latitude ?? null,
      geoLon: tank.longitude ?? null,
      ...(isFill && quantity !== '' && { taskData: { quantity: Number(quantity), unit: unitOf(tank) } }),
    }),
  };
}
