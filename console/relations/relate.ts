import { type Column, labelOf, type RecordModel, type RelatedList, type Relation } from '../schema.ts';

type Row = Readonly<Record<string, unknown>>;

/** What a type of record is called beside an id: as in events. */
const kindOf = ({ watched }: RecordModel): string => watched?.toLowerCase() ?? '';

interface Leading {
  column: string;
  label: string;
  relation: Relation;
}

/** The ids of a record that lead to others: `shipToId` of `shipTo`, or `entityId` with `entityType` of `entity`. */
function leadingFrom({ columns, links }: RecordModel, records: readonly RecordModel[]): Leading[] {
  const has = (column: string): boolean => columns.some(({ name }) => name === column);
  return links.flatMap(({ name, types, isMany }): Leading[] => {
    const targets = records
      .filter((record) => types.includes(record.name))
      .map((record) => ({ kind: kindOf(record), record }));
    const [column, kind] = [`${name}Id`, types.length > 1 ? `${name}Type` : undefined];
    if (isMany || targets.length === 0 || !has(column) || (kind !== undefined && !has(kind))) return [];
    return [{ column, label: labelOf(name), relation: { kind, targets } }];
  });
}

/** The lists of records that lead to this one by the same ids. */
function relatedOf(record: RecordModel, records: readonly RecordModel[]): RelatedList[] {
  return record.links.flatMap(({ name, types, isMany }): RelatedList[] => {
    const from = records.find((each) => isMany && types.includes(each.name));
    const ways = from ? leadingFrom(from, [record]) : [];
    const [way] = ways;
    if (from === undefined || way === undefined || ways.length > 1) return [];
    const { column, relation } = way;
    const kind = relation.kind === undefined ? {} : { [relation.kind]: { equals: kindOf(record) } };
    return [{ field: name, record: from, filterOf: (id) => ({ ...kind, [column]: { equals: id } }) }];
  });
}

/** The records with what leads from one to another. They are those that a viewer reads: nothing leads elsewhere. */
export const related = (records: readonly RecordModel[]): RecordModel[] =>
  records.map((record) => {
    const leading = leadingFrom(record, records);
    const mark = (columns: readonly Column[]): Column[] =>
      columns.map((column) => {
        const found = leading.find((each) => each.column === column.name);
        return found ? { ...column, label: found.label, relation: found.relation } : column;
      });
    const { update, create } = record;
    return {
      ...record,
      columns: mark(record.columns),
      update: update && { ...update, columns: mark(update.columns) },
      create: create && { ...create, columns: mark(create.columns) },
      related: relatedOf(record, records),
    };
  });

/** A record that an id leads to. */
export interface Reference {
  record: RecordModel;
  id: string;
}

/** Where the id of a relation leads; undefined for no id, and for one of something that is no record here. */
export function referenceOf({ kind, targets }: Relation, id: unknown, type: unknown): Reference | undefined {
  const target = kind === undefined ? targets[0] : targets.find((each) => each.kind === type);
  return target && typeof id === 'string' && id !== '' ? { record: target.record, id } : undefined;
}

/** The reference in a column of a row. */
export const referenceIn = (row: Row, { name, relation }: Column): Reference | undefined =>
  relation && referenceOf(relation, row[name], relation.kind && row[relation.kind]);

/** The columns of a list with those that say where an id in them leads. */
export const withKinds = ({ columns }: RecordModel, names: readonly string[]): string[] =>
  names.flatMap((name) => [name, columns.find((each) => each.name === name)?.relation?.kind ?? []].flat());
