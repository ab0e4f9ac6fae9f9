import { type Field, isLeaf, isList, nameOf, type Type, type Value } from './introspection.ts';

export interface Viewer {
  companyId: string | null;
  actor: { kind: string; id: string | null } | null;
  scopes: string[];
}
export interface SchemaData {
  /** Null for a token that is refused. */
  viewer: Viewer | null;
  __schema: { queryType: { name: string }; mutationType: { name: string } | null; types: Type[] };
}

/** A field that has a value: of a record, of an input, or of a filter. */
export interface Column {
  name: string;
  label: string;
  description: string;
  /** The name of its scalar or enum. */
  type: string;
  isList: boolean;
  isRequired: boolean;
  /** The field that says whether its value is known; undefined if it always is. */
  known?: string;
  /** Of an enum. */
  values: string[];
  /** Of an id that leads to a record. */
  relation?: Relation | undefined;
}

/** What the id in a column leads to. */
export interface Relation {
  /** The column that says which type of record it is; undefined where there is only one. */
  kind: string | undefined;
  /** The types of records, with what `kind` holds for each. */
  targets: readonly { kind: string; record: RecordModel }[];
}

/** A field that leads to one or to many records of these types. */
export interface Link {
  name: string;
  types: readonly string[];
  isMany: boolean;
}

/** The records that lead to one. */
export interface RelatedList {
  /** The field of the record that has them. */
  field: string;
  record: RecordModel;
  /** What finds them in their own list. */
  filterOf: (id: string) => Readonly<Record<string, unknown>>;
}

interface Writing {
  field: string;
  input: string;
  columns: Column[];
}

/** A mutation of many records, and the type of what names one. */
interface Many {
  field: string;
  input: string;
}

/** A value of the enum that records are grouped by, and its column. */
export interface Facet {
  by: string;
  column: string;
}

/** A type of record, and the fields of the API that read and write it. */
export interface RecordModel {
  name: string;
  /** In the address, and the first half of its scopes. */
  slug: string;
  label: string;
  noun: string;
  /** The column that names a record to a person. */
  title: string;
  columns: Column[];
  list: string;
  one: string;
  filter: string;
  filters: Column[];
  /** The fields of each input of the schema: the operators of a filter's, say. */
  inputs: ReadonlyMap<string, Column[]>;
  order: string;
  /** The value of the order by each column that has one. */
  orders: Map<string, string>;
  aggregate: string | undefined;
  /** What records may be counted by. */
  facets: Facet[];
  /** The numbers of which there are sums and averages. */
  numbers: string[];
  update: Writing | undefined;
  updateMany: { field: string; patch: string } | undefined;
  create: Writing | undefined;
  remove: string | undefined;
  removeMany: Many | undefined;
  restoreMany: Many | undefined;
  /** Its name in `WatchedRecord`; undefined if its changes are not reported. */
  watched: string | undefined;
  links: readonly Link[];
  related: readonly RelatedList[];
}

const wordsOf = (name: string): string[] => name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').split(' ');
const ACRONYMS = ['Id', 'Url', 'Sku'];
/** `fillPercentage` and `fill_percentage` as `Fill percentage`. */
export const labelOf = (name: string): string => {
  const text = wordsOf(name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase()))
    .map((word) => (ACRONYMS.includes(word) ? word.toUpperCase() : word.toLowerCase()))
    .join(' ')
    .replace(/\bship to/, 'ship-to');
  return text === 'id' ? 'ID' : text.charAt(0).toUpperCase() + text.slice(1);
};
const enumOf = (name: string): string => wordsOf(name).join('_').toUpperCase();
const slugOf = (name: string): string => wordsOf(name).join('-').toLowerCase();

/** What names a record to a person, where it has one of these. */
const TITLES = ['name', 'title', 'code', 'orderNumber', 'externalId'];

/** Whether many records may have the same value: it names none of them, and is no number and no time. */
const isFacet = ({ name, type, values }: Column): boolean =>
  !TITLES.includes(name) && (values.length > 0 || ['Boolean', 'ID', 'String'].includes(type));

/** What people come for first. Records that are not named follow, in the order of the schema. */
const FIRST = ['Tank', 'Task', 'Expiration', 'QuickOrder', 'ShipTo'];
const placeOf = ({ name }: RecordModel): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

/** The records of a schema. */
export function recordsOf({ __schema: schema }: SchemaData): RecordModel[] {
  const types = new Map(schema.types.map((type) => [type.name, type]));
  const fieldsOf = (name = ''): Field[] => types.get(name)?.fields ?? [];
  const columnOf = ({ name, description, type }: Value): Column => ({
    name,
    label: labelOf(name),
    description: description ?? '',
    type: nameOf(type),
    isList: isList(type),
    isRequired: type.kind === 'NON_NULL',
    values: types.get(nameOf(type))?.enumValues?.map(({ name }) => name) ?? [],
  });
  const inputs = new Map(
    schema.types.flatMap(({ name, inputFields }) => (inputFields ? [[name, inputFields.map(columnOf)]] : [])),
  );
  const queries = fieldsOf(schema.queryType.name);
  const mutations = fieldsOf(schema.mutationType?.name);
  const watched = types.get('WatchedRecord')?.enumValues?.map(({ name }) => name) ?? [];
  const below = (fields: readonly Field[], name: string): Field[] => {
    const found = fields.find((each) => each.name === name);
    return found ? fieldsOf(nameOf(found.type)) : [];
  };
  const linkOf = ({ name, type }: Field): Link => {
    const node = fieldsOf(nameOf(type)).find((each) => each.name === 'nodes');
    const to = nameOf(node?.type ?? type);
    const possible = types.get(to)?.possibleTypes?.map((each) => each.name);
    return { name, types: possible ?? [to], isMany: node !== undefined };
  };
  const argument = (field: Field | undefined, name: string): string => {
    const found = field?.args.find((each) => each.name === name);
    return found ? nameOf(found.type) : '';
  };
  const mutation = (name: string): Field | undefined => mutations.find((each) => each.name === name);
  /** The mutation whose results are each that of the one for a single record. */
  const manyOf = (single: Field | undefined): Many | undefined => {
    const many = mutations.find(({ type }) =>
      types
        .get(nameOf(type))
        ?.possibleTypes?.some(({ name }) =>
          fieldsOf(name).some((each) => each.name === 'results' && single && nameOf(each.type) === nameOf(single.type)),
        ),
    );
    return many && { field: many.name, input: argument(many, 'records') };
  };
  const writing = (field: Field | undefined): Writing | undefined => {
    if (field === undefined) return undefined;
    const input = argument(field, 'input');
    return { field: field.name, input, columns: inputs.get(input) ?? [] };
  };

  const records = queries.flatMap((list): RecordModel[] => {
    const node = fieldsOf(nameOf(list.type)).find(({ name }) => name === 'nodes');
    const name = node ? nameOf(node.type) : '';
    const remove = mutation(`delete${name}`);
    const one = queries.find((each) => nameOf(each.type) === name && each.args.some((each) => each.name === 'id'));
    // What cannot be deleted as a record is none: a delivery, say.
    if (remove === undefined || one === undefined) return [];
    const filter = argument(list, 'filter');
    const order = argument(list, 'orderBy');
    const aggregate = queries.find((each) => argument(each, 'groupBy') !== '' && argument(each, 'filter') === filter);
    const leaves = fieldsOf(name).filter(({ type }) => isLeaf(type));
    const flagOf = (name: string): string | undefined => leaves.find((each) => each.name === `${name}IsKnown`)?.name;
    const flags = leaves.flatMap(({ name }) => flagOf(name) ?? []);
    const columns = leaves
      .filter(({ name }) => !flags.includes(name))
      .map((leaf): Column => {
        const known = flagOf(leaf.name);
        return known === undefined ? columnOf(leaf) : { ...columnOf(leaf), known, isRequired: false };
      });
    const columnNamed = (value: string): string => columns.find(({ name }) => enumOf(name) === value)?.name ?? '';
    const valuesOf = (type: string): [string, string][] =>
      (types.get(type)?.enumValues ?? []).map(({ name }): [string, string] => [columnNamed(name), name]);
    const orderField = inputs.get(order)?.find(({ name }) => name === 'field');
    const change = mutations.find(
      (each) =>
        argument(each, 'expectedVersion') !== '' &&
        argument(each, 'input') !== '' &&
        types.get(nameOf(each.type))?.possibleTypes?.some((each) => each.name === name),
    );
    const changeMany = mutations.find(
      (each) =>
        change !== undefined &&
        inputs
          .get(argument(each, 'patches'))
          ?.some((field) => field.name === 'input' && field.type === argument(change, 'input')),
    );
    return [
      {
        name,
        slug: slugOf(list.name),
        label: labelOf(list.name),
        noun: labelOf(name).toLowerCase(),
        title: TITLES.find((title) => columns.some((column) => column.name === title)) ?? 'id',
        columns,
        list: list.name,
        one: one.name,
        filter,
        filters: inputs.get(filter) ?? [],
        inputs,
        order,
        orders: new Map(valuesOf(orderField?.type ?? '').filter(([column]) => column !== '')),
        aggregate: aggregate?.name,
        facets: valuesOf(argument(aggregate, 'groupBy')).flatMap(([column, by]) =>
          columns.some((each) => each.name === column && isFacet(each)) ? { by, column } : [],
        ),
        numbers: below(below(fieldsOf(aggregate && nameOf(aggregate.type)), 'groups'), 'sum').map(({ name }) => name),
        update: writing(change),
        updateMany: changeMany && { field: changeMany.name, patch: argument(changeMany, 'patches') },
        create: writing(mutation(`create${name}`)),
        remove: remove.name,
        removeMany: manyOf(remove),
        restoreMany: manyOf(mutation(`restore${name}`)),
        watched: watched.find((value) => value === enumOf(name)),
        links: fieldsOf(name)
          .filter(({ type }) => !isLeaf(type))
          .map(linkOf),
        related: [],
      },
    ];
  });
  return records.toSorted((a, b) => placeOf(a) - placeOf(b));
}

export const labelsOf = (columns: readonly Column[]): string => columns.map(({ label }) => label).join(', ');

/** What a viewer may do with a record. A narrowed scope is on some of the records, and the API decides which. */
export function rightsOf({ slug }: RecordModel, { scopes, companyId }: Viewer) {
  const has = (verb: string): boolean => scopes.includes(`${slug}:${verb}`) || scopes.includes(`${slug}:${verb}:own`);
  return {
    reads: has('read'),
    /** Whether it sees all records of the type: nobody knows whose a deleted one was. */
    readsAll: scopes.includes(`${slug}:read`),
    writes: has('write'),
    creates: has('create'),
    /** Whether a deletion can be undone: only a token of one company creates and restores. */
    restores: has('create') && companyId !== null,
    deletes: has('delete'),
    history: scopes.includes('history:read'),
  };
}
export type Rights = ReturnType<typeof rightsOf>;
