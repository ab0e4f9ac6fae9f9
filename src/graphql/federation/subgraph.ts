import {
  type ConstDirectiveNode,
  GraphQLError,
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isObjectType,
  Kind,
  lexicographicSortSchema,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  printSchema,
  type ValidationRule,
  visit,
} from 'graphql';
import type { Context } from '../schema/context.ts';
import { badInput, type Entities, findEntities } from './entities.ts';

/** How many records a router may ask for in one field. */
const MOST_REPRESENTATIONS = 1_000;

/** Types that other subgraphs may define too, beside the typed errors. */
const SHARED = ['InputIssue', 'PageInfo'];

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.4", import: ["@key", "@shareable"])';
const KEY = directive('key', { fields: 'id' });
const SHAREABLE = directive('shareable');

function directive(name: string, args: Record<string, string> = {}): ConstDirectiveNode {
  const named = (value: string) => ({ kind: Kind.NAME, value }) as const;
  return {
    kind: Kind.DIRECTIVE,
    name: named(name),
    arguments: Object.entries(args).map(([key, value]) => ({
      kind: Kind.ARGUMENT,
      name: named(key),
      value: { kind: Kind.STRING, value },
    })),
  };
}

/** The queries that find a record by its id alone, by the name of its type. */
function entitiesOf(schema: GraphQLSchema): Entities {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  return new Map(
    fields.flatMap((field) => {
      const [id, ...others] = field.args;
      const isById = id?.name === 'id' && getNullableType(id.type) === GraphQLID && others.length === 0;
      return isById && isObjectType(field.type) ? [[field.type.name, field]] : [];
    }),
  );
}

/**
 * The SDL of a schema for a federated graph: sorted, with `@key` on the records and `@shareable` on what other
 * subgraphs may define. Queries that find any type by its id are left out, since only a router could answer them for
 * the whole graph.
 */
export function printSubgraph(schema: GraphQLSchema): string {
  const entities = entitiesOf(schema);
  const error = schema.getType('Error');
  const errors = isInterfaceType(error) ? schema.getPossibleTypes(error).map(({ name }) => name) : [];
  const shared = new Set([...SHARED, ...errors]);
  const query = schema.getQueryType();
  const typeOf = (field: string) => getNamedType(query?.getFields()[field]?.type);
  const marked = visit(parse(printSchema(lexicographicSortSchema(schema))), {
    ObjectTypeDefinition(node): ObjectTypeDefinitionNode {
      const { value: name } = node.name;
      const fields = node.fields?.filter((field) => name !== query?.name || !isInterfaceType(typeOf(field.name.value)));
      return {
        ...node,
        ...(fields && { fields }),
        directives: entities.has(name) ? [KEY] : shared.has(name) ? [SHAREABLE] : [],
      };
    },
  });
  return `${LINK}\n\n${print(marked)}\n`;
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

/** Forbids to ask for the SDL, as graphql-js's rule forbids introspection. */
export const NoServiceRule: ValidationRule = (context) => ({
  Field(node) {
    if (getNamedType(context.getType()) === Service)
      context.reportError(new GraphQLError('Introspection is off, and with it `_service`.', { nodes: node }));
  },
});

/**
 * The schema as a subgraph of Apollo Federation 2, with `_entities` and `_service`. A record is resolved by the query
 * that finds it by its id, so its tenant, its scope and its batch are that query's.
 */
export function subgraphOf(schema: GraphQLSchema): GraphQLSchema {
  const { query, types, ...config } = schema.toConfig();
  if (!query) throw new Error('A subgraph needs queries.');
  const entities = entitiesOf(schema);
  const sdl = printSubgraph(schema);
  const Entity = new GraphQLUnionType({
    name: '_Entity',
    description: 'The records that other subgraphs can refer to.',
    types: [...entities.values()].map(({ type }) => type).filter(isObjectType),
  });
  const _entities: GraphQLFieldConfig<unknown, Context, { representations: unknown[] }> = {
    type: new GraphQLNonNull(new GraphQLList(Entity)),
    description: 'Records by type and id, in the order asked for; null for those that your company does not have.',
    args: {
      representations: {
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Representation))),
        description: `The records, ${MOST_REPRESENTATIONS} at most.`,
      },
    },
    extensions: { mostItems: MOST_REPRESENTATIONS },
    resolve: (_root, { representations }, context, info) => {
      noteRoot(context, info);
      if (representations.length > MOST_REPRESENTATIONS)
        throw badInput(`There may be at most ${MOST_REPRESENTATIONS} representations.`);
      // A failure concerns its own record: an error in a list is the error of that item.
      return findEntities(entities, representations, context, info);
    },
  };
  const _service: GraphQLFieldConfig<unknown, Context> = {
    type: new GraphQLNonNull(Service),
    description: 'This subgraph, for routers and registries.',
    resolve: (_root, _args, context, info) => {
      noteRoot(context, info);
      return { sdl };
    },
  };
  const root = query.toConfig();
  const Query = new GraphQLObjectType({ ...root, fields: { ...root.fields, _entities, _service } });
  return new GraphQLSchema({ ...config, query: Query, types: types.filter((type) => type !== query) });
}

/** Notes a root field, as the builder's fields do by themselves. */
const noteRoot = ({ roots }: Context, { path, fieldName }: GraphQLResolveInfo): void =>
  void roots.push({ key: path.key, field: fieldName, result: undefined });
