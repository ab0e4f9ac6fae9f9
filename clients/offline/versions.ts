/** What a mutation of one record is sent with, and answers. */
export interface Edit {
  id?: string;
  expectedVersion?: number | null;
}

/** Which version one's own write has put in the place of another: an edit that was made on that one goes on from it. */
const replaced = new Map<string, number>();

/** The edit at the version that the answers before have left. */
export function atLatest<Variables extends Edit>(edit: Variables): Variables {
  let { id, expectedVersion: version } = edit;
  while (version != null && replaced.has(`${id} ${version}`)) version = replaced.get(`${id} ${version}`);
  return { ...edit, expectedVersion: version };
}

/** Notes what the answer to an edit says: a record that was written has another version now. */
export function noteAnswer({ id, expectedVersion }: Edit, data: object | null | undefined): void {
  const [written] = Object.values(data ?? {});
  if (written?.id === id && expectedVersion != null) replaced.set(`${id} ${expectedVersion}`, written.version);
}
