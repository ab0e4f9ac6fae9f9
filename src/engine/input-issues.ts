import {
  type ASTNode,
  BREAK,
  type DocumentNode,
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLLeafType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isSpecifiedScalarType,
  Kind,
  typeFromAST,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import { type InputIssue, InvalidRequestError } from '../base/errors.ts';
import { isPlain } from '../records/values.ts';

type Issues = Generator<InputIssue, void>;
type Values = Readonly<Record<string, unknown>>;

/**
 * Gives the errors of an operation's variables `extensions.issues` in the form of InvalidRequestError's. GraphQL
 * reports the errors of a variable in the order in which the generator finds them, each as an error of its own.
 */
export function withVariableIssues(
  errors: readonly GraphQLError[],
  schema: GraphQLSchema,
  document: DocumentNode,
  values: Values,
): GraphQLError[] {
  const found = new Map<ASTNode, Issues>();
  return errors.map((error) => {
    const [node] = error.nodes ?? [];
    if (node?.kind !== Kind.VARIABLE_DEFINITION) return error;
    const issues = found.get(node) ?? issuesOfVariable(schema, document, node, values);
    found.set(node, issues);
    const issue = issues.next().value;
    // The constructor of InvalidRequestError cuts long keys.
    const extensions = { ...error.extensions, ...(issue && { issues: new InvalidRequestError([issue]).issues }) };
    return new GraphQLError(error.message, { nodes: [node], extensions });
  });
}

function* issuesOfVariable(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variable: { name }, type: typeNode, defaultValue }: VariableDefinitionNode,
  values: Values,
): Issues {
  const type = typeFromAST(schema, typeNode);
  const value = Object.hasOwn(values, name.value) ? values[name.value] : undefined;
  if (isInputType(type) && (value !== undefined || defaultValue === undefined))
    yield* issuesIn(value, type, placeOf(name.value, document));
}

/** The path of the first use of a variable: names of arguments and fields, and indices in lists. */
function placeOf(variable: string, document: DocumentNode): string[] {
  let path = [variable];
  visit(document, {
    // Its definition does not count as a use.
    VariableDefinition: () => false,
    Variable(node, _key, parent, _keys, ancestors) {
      if (node.name.value !== variable) return undefined;
      path = pathOf([...ancestors, ...(parent ? [parent] : []), node]);
      return BREAK;
    },
  });
  return path;
}

const pathOf = (way: readonly (ASTNode | readonly ASTNode[])[]): string[] =>
  way.flatMap((step, index) => {
    const [before, next] = [way[index - 1], way[index + 1]];
    if ('kind' in step) return step.kind === Kind.ARGUMENT || step.kind === Kind.OBJECT_FIELD ? [step.name.value] : [];
    const isList = before !== undefined && 'kind' in before && before.kind === Kind.LIST;
    return isList && next !== undefined && 'kind' in next ? [String(step.indexOf(next))] : [];
  });

function* issuesIn(value: unknown, type: GraphQLInputType, path: string[]): Issues {
  if (isNonNullType(type)) {
    if (value !== null && value !== undefined) yield* issuesIn(value, type.ofType, path);
    else yield { path, code: 'REQUIRED', message: value === null ? 'cannot be null' : 'is required' };
  } else if (value === null || value === undefined) return;
  else if (isListType(type)) {
    if (!Array.isArray(value)) yield* issuesIn(value, type.ofType, path);
    else for (const [index, item] of value.entries()) yield* issuesIn(item, type.ofType, [...path, String(index)]);
  } else if (isInputObjectType(type)) yield* issuesInObject(value, type, path);
  else if (!accepts(type, value)) yield wrong(value, type, path);
}

function* issuesInObject(value: unknown, type: GraphQLInputObjectType, path: string[]): Issues {
  if (!isPlain(value)) return yield { path, code: 'WRONG_TYPE', message: 'must be an object' };
  const fields = type.getFields();
  for (const field of Object.values(fields)) {
    const given = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    if (given !== undefined || isRequiredInputField(field)) yield* issuesIn(given, field.type, [...path, field.name]);
  }
  const message = `is not a field of ${type.name}`;
  for (const key of Object.keys(value))
    if (!Object.hasOwn(fields, key)) yield { path: [...path, key], code: 'UNKNOWN_FIELD', message };
}

/** A value that the type refuses. The message names no accepted values: not everybody may read the schema. */
function wrong(value: unknown, type: GraphQLLeafType, path: string[]): InputIssue {
  if (isEnumType(type)) return { path, code: 'UNKNOWN_VALUE', message: `must be a value of ${type.name}` };
  if (type === GraphQLInt && Number.isInteger(value))
    return { path, code: 'OUT_OF_RANGE', message: 'must be between -2,147,483,648 and 2,147,483,647' };
  const code = typeof value === 'string' && !isSpecifiedScalarType(type) ? 'WRONG_FORMAT' : 'WRONG_TYPE';
  const { form = `must be of the type ${type.name}` } = type.extensions;
  return { path, code, message: String(form) };
}

function accepts(type: GraphQLLeafType, value: unknown): boolean {
  try {
    return type.parseValue(value) !== undefined;
  } catch {
    return false;
  }
}
