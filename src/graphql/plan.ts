import {
  type DocumentNode,
  defaultFieldResolver,
  type FieldNode,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isLeafType,
  visit,
} from 'graphql';
import { type Complete, type Planner, planCompletion, serialize } from './completion.ts';
import type { Context } from './context.ts';
import { executeRoot, guard, isPromise, type Path, type PlannedField } from './execute.ts';
import { FieldErrors } from './field-errors.ts';
import { collectFields } from './selection.ts';

type Place = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'operation' | 'parentType'> & {
  fieldNodes: [FieldNode, ...FieldNode[]];
};

export interface ExecutionPlan {
  operationName: string | undefined;
  kind: 'query' | 'mutation';
  /** The number of its fields; each takes about 1 KB of memory. */
  size: number;
  /** Executes the operation. Returns undefined and executes nothing if the variables are invalid. */
  execute: (context: Context, variables: object) => Promise<{ data: object | null; errors: FieldErrors }> | undefined;
}

const MOST_FIELDS = 1_000;
/** Each error prints the whole input, so reporting all of them would take quadratic time. */
const ONE_ERROR = { maxErrors: 1 };
const unplannable = (): Error => new Error('The document needs a full executor.');
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Plans the operation of a valid document: it finds the fields of each object, their resolvers and the completion of their values once and
 * keeps them as closures. Executing the plan gives the data and errors that graphql-js gives.
 *
 * Throws for a document that needs a full executor: several operations, a subscription, a directive, introspection, or more than 1,000
 * fields.
 */
export function planExecution(schema: GraphQLSchema, document: DocumentNode): ExecutionPlan {
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!root || operation.operation === 'subscription') throw unplannable();
  const fragments: GraphQLResolveInfo['fragments'] = {};
  visit(document, {
    FragmentDefinition(node) {
      fragments[node.name.value] = node;
    },
    Directive() {
      throw unplannable();
    },
  });
  let size = 0;
  const planFields: Planner['planFields'] = (parentType, selecting) =>
    Array.from(collectFields(parentType, selecting, { schema, fragments }), ([key, fieldNodes]) => {
      size += 1;
      const name = fieldNodes[0].name.value;
      if (name === '__typename') return { key, execute: () => parentType.name };
      const field = parentType.getFields()[name];
      if (field === undefined || parentType.isTypeOf || size > MOST_FIELDS) throw unplannable();
      const complete = planCompletion({ schema, planFields }, field.type, fieldNodes);
      return {
        key,
        execute: planField(field, key, { schema, fragments, operation, parentType, fieldNodes }, complete),
      };
    });
  const fields = planFields(root, [operation]);
  return {
    operationName: operation.name?.value,
    kind: operation.operation,
    size,
    execute: (context, given) => {
      const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], { ...given }, ONE_ERROR);
      if (coerced === undefined) return undefined;
      return executeRoot(
        fields,
        { context, variables: coerced, errors: new FieldErrors() },
        operation.operation === 'mutation',
      );
    },
  };
}

function planField(
  field: GraphQLField<unknown, unknown>,
  key: string,
  { schema, fragments, operation, parentType, fieldNodes }: Place,
  complete: Complete,
): PlannedField['execute'] {
  const { name, type, resolve = defaultFieldResolver } = field;
  // Arguments without variables are the same in every execution.
  const isFixed = field.args.length === 0 || !operation.variableDefinitions?.length;
  const fixed = isFixed ? getArgumentValues(field, fieldNodes[0]) : undefined;
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
      rootValue: undefined,
      operation,
      variableValues: execution.variables,
    };
    return guard(execution, type, fieldNodes, path, () => {
      const args = fixed ?? getArgumentValues(field, fieldNodes[0], execution.variables);
      const value: unknown = resolve(source, args, execution.context, info);
      return isPromise(value)
        ? value.then((settled) => complete(execution, settled, info, path))
        : complete(execution, value, info, path);
    });
  };
  const leaf = getNullableType(type);
  if (field.resolve !== undefined || !isLeafType(leaf)) return execute;
  // Most fields are a property with a plain value. They need no path and no info, unless the value is faulty.
  return (execution, source, above) => {
    const value = isRecord(source) ? source[name] : undefined;
    if (value === null && leaf === type) return null;
    if (value instanceof Error || isPromise(value)) return execute(execution, source, above);
    try {
      return serialize(leaf, value);
    } catch {
      return execute(execution, source, above);
    }
  };
}
