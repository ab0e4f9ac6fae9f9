/** Stands where the first answer is still to come. */
export const Loading = () => <p className="empty">Loading…</p>;

/** Says that there are more tasks than were read. */
export const Cut = ({ tasks, total }: { tasks?: readonly unknown[] | undefined; total: number }) =>
  tasks &&
  tasks.length < total && (
    <p className="soft">
      Of {total} tasks, these are the {tasks.length} due first.
    </p>
  );

export const isLate = (time: string | null | undefined): boolean => Boolean(time && new Date(time) < new Date());

export const dueOf = (time: string | null | undefined): string =>
  time ? `due ${new Date(time).toLocaleDateString(undefined, { dateStyle: 'medium' })}` : 'no due date';
