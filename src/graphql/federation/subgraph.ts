import { getTypeBrand } from '@pothos/core';
import {
  GraphQLError,
  type GraphQLFieldConfig,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  getNamedType,
  isInterfaceType,
  isObjectType,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
} from 'graphql';
import { mapInTurns } from '../../load/event-loop.ts';
import type { Operation } from '../../operation/operation.ts';
import { isPlain } from '../../records/values.ts';
import { nodeTypes } from '../schema/node-types.ts';

const COUNTED = 1_000;

/** Types that other subgraphs may define too, beside the typed errors. */
const SHARED = ['Actor', 'InputIssue', 'PageInfo'];

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.4", import: ["@key", "@shareable"])';

/** The SDL for a federated graph, without queries for any type by its id: only a router could answer them for all. */
export function printSubgraph(schema: GraphQLSchema): string {
  const entities = new Set(nodeTypes.map(({ type }) => type));
  const error = schema.getType('Error');
  const errors = isInterfaceType(error) ? schema.getPossibleTypes(error).map(({ name }) => name) : [];
  const shared = new Set([...SHARED, ...errors]);
  const { query, ...config } = schema.toConfig();
  const root = query?.toConfig();
  const fields = Object.entries(root?.fields ?? {}).filter(([, { type }]) => !isInterfaceType(getNamedType(type)));
  const Query = root && new GraphQLObjectType({ ...root, fields: Object.fromEntries(fields) });
  const types = config.types.filter((type) => type !== query);
  const sdl = printSchema(lexicographicSortSchema(new GraphQLSchema({ ...config, query: Query, types })));
  const marked = sdl.replace(/^type (\w+)[^{]*/gm, (head, name) => {
    if (entities.has(name)) return `${head}@key(fields: "id") `;
    return shared.has(name) ? `${head}@shareable ` : head;
  });
  return `${LINK}\n\n${print(parse(marked))}\n`;
}

const Representation = new GraphQLScalarType<unknown, unknown>({
  name: '_Any',
  description: 'The `__typename` and the `id` of a record.',
});

const Service = new GraphQLObjectType({
  name: '_Service',
  description: 'This subgraph.',
  fields: {
    sdl: { type: new GraphQLNonNull(GraphQLString), description: 'Its SDL with the directives of federation.' },
  },
});

const badInput = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });

const NO_TYPE = badInput('A representation must name the type of a record in `__typename`.');
const NO_ID = badInput('A representation must have an `id`: a string, or a whole number up to 9,007,199,254,740,991.');

/** A record, null, or the error of the representation: as an item of a list, it concerns that item alone. */
async function findEntity(representation: unknown, context: Operation, info: GraphQLResolveInfo): Promise<unknown> {
  const { __typename: name, id } = isPlain(representation) ? representation : {};
  const found = nodeTypes.find(({ type }) => type === name);
  if (found === undefined) return NO_TYPE;
  // JSON has rounded a larger number.
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return NO_ID;
  return found.findTyped(found.readableBy(context), String(id), context, info);
}

/** The schema as a subgraph of Apollo Federation 2. `_entities` finds records as `node` does. */
export function subgraphOf(schema: GraphQLSchema): GraphQLSchema {
  const { query, types, ...config } = schema.toConfig();
  if (!query) throw new Error('A subgraph needs queries.');
  const sdl = printSubgraph(schema);
  const Entity = new GraphQLUnionType({
    name: '_Entity',
    description: 'The records that other subgraphs can refer to.',
    types: nodeTypes.map(({ type }) => schema.getType(type)).filter(isObjectType),
    resolveType: (row) => String(getTypeBrand(row)),
  });
  const _entities: GraphQLFieldConfig<unknown, Operation, { representations: unknown[] }> = {
    type: new GraphQLNonNull(new GraphQLList(Entity)),
    description: 'Records by type and id, in the order asked for; null for those that your company does not have.',
    args: {
      representations: {
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Representation))),
        description: 'The records. Lists that are selected below them limit their number.',
      },
    },
    extensions: { mostItems: COUNTED },
    resolve: (_root, { representations }, context, info) => {
      const most = Math.floor(COUNTED * context.room);
      if (representations.length > most)
        throw badInput(`There may be at most ${most} representations in this document.`);
      return mapInTurns(context.budget.company, representations, (each) =>
        findEntity(each, context, info).catch((error: unknown) => error),
      );
    },
  };
  const _service: GraphQLFieldConfig<unknown, Operation> = {
    type: new GraphQLNonNull(Service),
    description: 'This subgraph, for routers and registries.',
    // Without introspection, documents cannot ask for it.
    extensions: { describesSchema: true },
    resolve: () => ({ sdl }),
  };
  const root = query.toConfig();
  const Query = new GraphQLObjectType({ ...root, fields: { ...root.fields, _entities, _service } });
  return new GraphQLSchema({ ...config, query: Query, types: types.filter((type) => type !== query) });
}
