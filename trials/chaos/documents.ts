// The mutations that the clients of the chaos run send, for one record or for several.
import type { Action, TABLES } from './ledger.ts';

const TYPES: Record<(typeof TABLES)[number], string> = { tank: 'Tank', ship_to: 'ShipTo' };

/** Writes items to a table: patches, inputs of new records, or records to delete. */
export function writeDocument(table: (typeof TABLES)[number], action: Action, items: { id: string }[]) {
  const type = TYPES[table];
  const { verb, one, many } = {
    updated: { verb: 'update', one: `id: ID!, input: Update${type}Input!`, many: `patches: [Update${type}Patch!]!` },
    created: { verb: 'create', one: `input: Create${type}Input!`, many: `inputs: [Create${type}Input!]!` },
    deleted: { verb: 'delete', one: 'id: ID!', many: 'records: [RecordToDelete!]!' },
  }[action];
  const shown = `__typename ... on ${action === 'deleted' ? `Deleted${type} { record { externalId } }` : `${type} { externalId }`}`;
  const names = (list: string): string => list.replace(/(\w+): [^,]+/g, '$1: $$$1');
  const declared = (list: string): string => list.replace(/(\w+):/g, '$$$1:');
  if (items.length === 1) {
    const query = `mutation (${declared(one)}) { result: ${verb}${type}(${names(one)}) { ${shown} } }`;
    return { query, variables: action === 'created' ? { input: items[0] } : { ...items[0] } };
  }
  const success = `... on ${verb.charAt(0).toUpperCase()}${verb.slice(1)}${type}sSuccess { results { ${shown} } }`;
  const query = `mutation (${declared(many)}) { result: ${verb}${type}s(${names(many)}) { ${success} } }`;
  return { query, variables: { [many.split(':')[0] ?? '']: items } };
}
