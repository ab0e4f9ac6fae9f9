import {
  type DocumentNode,
  defaultFieldResolver,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNullableType,
  isLeafType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';
import { ClientError, InexpressibleValueError } from '../base/errors.ts';
import { collectFields, isIncluded } from '../graphql/schema/selection.ts';
import type { DocumentFacts, Operation } from '../operation/operation.ts';
import { argumentsOf } from './coercion.ts';
import {
  bytesOfKeys,
  type Complete,
  NULL_BYTES,
  type Planner,
  planCompletion,
  serialize,
  whenResolved,
} from './completion.ts';
import {
  type Executed,
  type Execution,
  executeRoot,
  isPromise,
  type Path,
  type PlannedField,
  withFieldErrors,
} from './execute.ts';

type SelectedField = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'operation' | 'parentType'> & {
  fieldNodes: [FieldNode, ...FieldNode[]];
};

export interface ExecutionPlan {
  /** The number of its fields; each takes about 1 KB of memory. */
  size: number;
  roots: NonNullable<DocumentFacts['roots']>;
  /** Executes the operation with coerced variables. `source` is the item of a subscription. */
  execute: (context: Operation, variables: Record<string, unknown>, source?: unknown) => Promise<Executed>;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Plans an operation of a valid document: the fields of each object, their resolvers and the completion of their values
 * become closures, which give the data and errors that graphql-js gives. `variables` decide @skip and @include: the
 * plan is for executions that have the same in their conditions.
 */
export function planExecution(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): ExecutionPlan {
  const root = schema.getRootType(operation.operation);
  if (!root) throw new Error(`The schema has no ${operation.operation}.`);
  const fragments: GraphQLResolveInfo['fragments'] = {};
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;
  const includes = isIncluded(variables);
  let size = 0;
  const planFields: Planner['planFields'] = (parentType, selecting) =>
    Array.from(collectFields(parentType, selecting, { schema, fragments }, includes), ([key, fieldNodes]) => {
      size += 1;
      const name = fieldNodes[0].name.value;
      if (name === '__typename') return { key, field: name, execute: (execution) => nameOf(parentType, execution) };
      const field = META_FIELDS.get(name) ?? parentType.getFields()[name];
      if (field === undefined) throw new Error(`${parentType.name} has no field ${name}.`);
      const complete = planCompletion({ schema, planFields }, field.type, fieldNodes);
      return {
        key,
        field: name,
        execute: planField(field, key, { schema, fragments, operation, parentType, fieldNodes }, complete),
      };
    });
  const fields = planFields(root, [operation]);
  const kind = operation.operation;
  return {
    size,
    roots: fields.filter(({ field }) => !field.startsWith('__')).map(({ key, field }) => ({ key, field })),
    execute: (context, coerced, source) => {
      const bytes = bytesOfKeys(fields);
      return executeRoot(fields, { context, variables: coerced, kind, root: source, errors: undefined, bytes });
    },
  };
}

function nameOf({ name }: GraphQLObjectType, execution: Execution): string {
  execution.bytes += name.length + 2;
  return name;
}

/** The fields with which a query asks for the schema. */
const META_FIELDS: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);

function planField(
  field: GraphQLField<unknown, unknown>,
  key: string,
  { schema, fragments, operation, parentType, fieldNodes }: SelectedField,
  complete: Complete,
): PlannedField['execute'] {
  const { name, type, resolve = defaultFieldResolver } = field;
  const execute: PlannedField['execute'] = (execution, source, above) => {
    const path: Path = { prev: above, key, typename: parentType.name };
    const info: GraphQLResolveInfo = {
      fieldName: name,
      fieldNodes,
      returnType: type,
      parentType,
      path,
      schema,
      fragments,
      rootValue: execution.root,
      operation,
      variableValues: execution.variables,
    };
    return withFieldErrors(execution, type, fieldNodes, path, () => {
      try {
        const value: unknown = resolve(
          source,
          argumentsOf(field, fieldNodes[0], execution.variables),
          execution.context,
          info,
        );
        return whenResolved(execution, value, (found) => complete(execution, found, info, path));
      } catch (error) {
        throw inRecord(error, source, info);
      }
    });
  };
  const leaf = getNullableType(type);
  if (field.resolve !== undefined || !isLeafType(leaf)) return execute;
  // Most fields are a property with a plain value. They need no path and no info, unless the value is another one.
  return (execution, source, above) => {
    let value: unknown;
    try {
      value = isRecord(source) ? source[name] : undefined;
    } catch {
      // A getter throws, which it does again.
      return execute(execution, source, above);
    }
    if (typeof value === 'function' || value instanceof Error || isPromise(value))
      return execute(execution, source, above);
    if (value === null && leaf === type) {
      execution.bytes += NULL_BYTES;
      return null;
    }
    try {
      return serialize(execution, leaf, value);
    } catch {
      const id = value === undefined || !isRecord(source) ? undefined : source.id;
      if (typeof id !== 'string') return execute(execution, source, above);
      return withFieldErrors(execution, type, fieldNodes, { prev: above, key, typename: parentType.name }, () => {
        throw new InexpressibleValueError(parentType.name, id, name);
      });
    }
  };
}

/** What a field has thrown at once, without a statement: if it is unexpected, a value of its record is the cause. */
const inRecord = (
  error: unknown,
  source: unknown,
  { parentType: { name: type }, fieldName }: Pick<GraphQLResolveInfo, 'parentType' | 'fieldName'>,
): unknown =>
  isRecord(source) && typeof source.id === 'string' && !(error instanceof ClientError || error instanceof GraphQLError)
    ? new InexpressibleValueError(type, source.id, fieldName, { cause: error })
    : error;
