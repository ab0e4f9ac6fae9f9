import { readdir, readFile } from 'node:fs/promises';
import { OPERATIONS } from '../../paths.ts';
import { RECORDS } from '../../records/records.ts';

/** A document of `operations/`, as it is sent. */
export interface ReadyDocument {
  name: string;
  kind: string;
  group: string;
  query: string;
  /** The variables, as JSON. */
  variables: string;
}

/** The documents that open as tabs on a first visit. The panel at the left has all of them. */
export const FIRST_TABS = [
  ...['Tanks', 'Tank', 'UpdateTank', 'UpdateTanks', 'UpdateTaskAssignee', 'UpdateExpiration', 'UpdateQuickOrder'],
  ...['UpdateShipTo', 'CreateSubscription', 'WatchTank', 'Changes'],
];

const EXTENSION = '.graphql';
const ORDER = [...RECORDS.values()].map(({ scope }) => scope);
/** Folders of other things than records come last. */
const placeOf = (folder: string): number => (ORDER.includes(folder) ? ORDER.indexOf(folder) : ORDER.length);

async function readDocument(group: string, name: string): Promise<ReadyDocument> {
  const read = (extension: string) => readFile(new URL(`${group}/${name}${extension}`, OPERATIONS), 'utf8');
  const [query, variables] = await Promise.all([read(EXTENSION), read('.json')]);
  const [, kind = 'query', operation = name] = /^(query|mutation|subscription) (\w+)/m.exec(query) ?? [];
  return { name: operation, kind, group, query, variables };
}

/** The documents of the folders in `operations/`: those of the records first, in the order of `schema.prisma`. */
export async function readDocuments(): Promise<ReadyDocument[]> {
  const entries = await readdir(OPERATIONS, { withFileTypes: true });
  const folders = entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
  folders.sort((a, b) => placeOf(a) - placeOf(b));
  const groups = folders.map(async (folder) => {
    const files = await readdir(new URL(`${folder}/`, OPERATIONS));
    const names = files.flatMap((file) => (file.endsWith(EXTENSION) ? file.slice(0, -EXTENSION.length) : [])).sort();
    return Promise.all(names.map((name) => readDocument(folder, name)));
  });
  return (await Promise.all(groups)).flat();
}
