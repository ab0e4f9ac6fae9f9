import { readFileSync } from 'node:fs';
import { composeServices } from '@apollo/composition';
import { parse } from 'graphql';
import { expect, test } from 'vitest';

const typeDefs = parse(readFileSync(new URL('../schema.subgraph.graphql', import.meta.url), 'utf8'));
const gateway = { name: 'field-operations', url: 'http://field-operations/graphql', typeDefs };

const inspections = {
  name: 'inspections',
  url: 'http://inspections/graphql',
  typeDefs: parse(`
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])
    type Query { inspections: [Inspection!]! }
    type Inspection { id: ID! tank: Tank! }
    type Tank @key(fields: "id") { id: ID! lastInspection: Inspection }
    type PageInfo @shareable { endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String }
  `),
};

test('Apollo composes the gateway alone, and with a subgraph that adds a field to tanks', () => {
  expect(composeServices([gateway]).errors).toBeUndefined();
  const { errors, hints, supergraphSdl } = composeServices([gateway, inspections]);
  expect(errors).toBeUndefined();
  expect(hints?.map(({ message }) => message)).toEqual([]);
  expect(supergraphSdl).toContain('lastInspection');
});
