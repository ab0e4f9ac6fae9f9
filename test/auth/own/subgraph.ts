import { getNamedType, isAbstractType, isLeafType, isObjectType } from 'graphql';
import { subgraphOf } from '../../../src/graphql/federation/subgraph.ts';
import { schema } from '../../../src/schema.ts';
import type { Data } from '../../gateway.ts';
import { COLUMNS, camel, OWNED } from './narrowed.ts';

export const subgraph = subgraphOf(schema);

export const TYPES = new Map(OWNED.map(({ type, table }) => [type, table]));
export const fieldsOf = (name: string) => {
  const type = subgraph.getType(name);
  return isObjectType(type) ? Object.values(type.getFields()) : [];
};
/** The records to which a type leads: itself, its members, or the nodes of its pages. */
export function recordsIn(name: string): string[] {
  const type = subgraph.getType(name);
  const members = isAbstractType(type) ? subgraph.getPossibleTypes(type).map((each) => each.name) : [name];
  return members.flatMap((each) => {
    if (TYPES.has(each)) return [each];
    const nodes = fieldsOf(each).find((field) => field.name === 'nodes');
    return nodes ? recordsIn(getNamedType(nodes.type).name) : [];
  });
}

export const keyOf = (type: string): string =>
  `... on ${type} { id ${(COLUMNS[TYPES.get(type) ?? ''] ?? []).map(camel).join(' ')} }`;
/** Relations that do not lead to records: a token that sees only its own does not get them. */
export const REFUSED = new Set(OWNED.map(({ type }) => `${type}.history`));
/** All relations of a record, with the columns that rules name, as deep as wanted. */
function relationsOf(type: string, depth: number): string {
  return fieldsOf(type)
    .filter((field) => !isLeafType(getNamedType(field.type)) && !REFUSED.has(`${type}.${field.name}`))
    .map((field) => {
      const to = getNamedType(field.type).name;
      const inside = recordsIn(to)
        .map(
          (each) =>
            `${keyOf(each)} ${depth > 1 ? `... on ${each} { __typename ${relationsOf(each, depth - 1)} }` : ''}`,
        )
        .join(' ');
      const isPage = fieldsOf(to).some(({ name }) => name === 'nodes');
      return isPage
        ? `${field.name}(first: ${depth > 1 ? 40 : 31}) { totalCount nodes { __typename ${inside} } edges { node { __typename ${inside} } } }`
        : `${field.name} { __typename ${inside} }`;
    })
    .join(' ');
}
export const wholeOf = (type: string, depth = 2): string => `__typename ${keyOf(type)} ${relationsOf(type, depth)}`;

/** A company's answer, without what a token does not see: null in place of a record, and lists without it. */
export function filtered(answer: unknown, sees: (name: string, row: Data) => boolean): unknown {
  if (Array.isArray(answer)) return answer.map((each) => filtered(each, sees));
  if (typeof answer !== 'object' || answer === null) return answer;
  const { __typename: type } = answer as Data;
  const table = TYPES.get(type);
  if (table !== undefined && !sees(table, answer)) return null;
  const found = Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, filtered(value, sees)])) as Data;
  if (found.nodes === undefined) return found;
  const nodes = found.nodes.filter((node: unknown) => node !== null);
  const edges = found.edges?.filter(({ node }: Data) => node !== null);
  return { ...found, nodes, ...(edges && { edges }), totalCount: nodes.length };
}

export const records = OWNED.map(({ type, one, many, table }) => ({ type, one, many, table }));
