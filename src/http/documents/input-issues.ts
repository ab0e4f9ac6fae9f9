import {
  type ASTNode,
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
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  isSpecifiedScalarType,
  isValueNode,
  Kind,
  ProvidedRequiredArgumentsRule,
  typeFromAST,
  ValuesOfCorrectTypeRule,
  type VariableDefinitionNode,
  validate,
  valueFromASTUntyped,
} from 'graphql';
import { type InputIssue, InvalidRequestError } from '../../errors.ts';
import { isPlain } from '../../values.ts';
import { locate } from './input-path.ts';

type Issues = Generator<InputIssue, void>;
type Values = Readonly<Record<string, unknown>>;

/** Gives the errors of an operation's variables `extensions.issues` in the form of InvalidRequestError's. */
export const withVariableIssues = (
  errors: readonly GraphQLError[],
  schema: GraphQLSchema,
  document: DocumentNode,
  values: Values,
): GraphQLError[] =>
  withIssues(errors, (node) =>
    node.kind === Kind.VARIABLE_DEFINITION ? issuesOfVariable(schema, document, node, values) : undefined,
  );

/** Gives the errors of validation that are about values written in the document, or left out there, their issues. */
export function withLiteralIssues(
  errors: readonly GraphQLError[],
  schema: GraphQLSchema,
  document: DocumentNode,
): GraphQLError[] {
  const rules = [ValuesOfCorrectTypeRule, ProvidedRequiredArgumentsRule];
  const found = validate(schema, document, rules, { maxErrors: errors.length });
  const faulty = new Set(found.map(({ nodes }) => nodes?.[0]));
  return withIssues(errors, (node) => (faulty.has(node) ? issuesOfLiteral(schema, document, node) : undefined));
}

/** GraphQL reports the errors of a node in the order in which the generator finds them, each as an error of its own. */
function withIssues(errors: readonly GraphQLError[], issuesOf: (node: ASTNode) => Issues | undefined): GraphQLError[] {
  const found = new Map<ASTNode, Issues | undefined>();
  return errors.map((error) => {
    const [node] = error.nodes ?? [];
    if (node === undefined) return error;
    if (!found.has(node)) found.set(node, issuesOf(node));
    const issue = found.get(node)?.next().value;
    if (!issue) return error;
    // Its constructor cuts long keys.
    const { issues } = new InvalidRequestError([issue]);
    return new GraphQLError(error.message, { nodes: [node], extensions: { ...error.extensions, issues } });
  });
}

function* issuesOfVariable(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variable: { name }, type: typeNode, defaultValue }: VariableDefinitionNode,
  values: Values,
): Issues {
  const type = typeFromAST(schema, typeNode);
  const isUse = (node: ASTNode, parent: unknown): boolean =>
    node.kind === Kind.VARIABLE &&
    node.name.value === name.value &&
    !(isPlain(parent) && parent.kind === Kind.VARIABLE_DEFINITION);
  const path = locate(schema, document, isUse)?.path ?? [name.value];
  if (isInputType(type) && (Object.hasOwn(values, name.value) || defaultValue === undefined))
    yield* issuesIn(Object.hasOwn(values, name.value) ? values[name.value] : undefined, type, path);
}

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
  for (const key of Object.keys(value)) if (!Object.hasOwn(fields, key)) yield unknownField([...path, key], type.name);
}

function* issuesOfLiteral(schema: GraphQLSchema, document: DocumentNode, wanted: ASTNode): Issues {
  const { path = [], type, object, args = [] } = locate(schema, document, (node) => node === wanted) ?? {};
  if (wanted.kind === Kind.FIELD || wanted.kind === Kind.DIRECTIVE) {
    const given = new Set(wanted.arguments?.map(({ name }) => name.value));
    for (const argument of args)
      if (isRequiredArgument(argument) && !given.has(argument.name))
        yield { path: [...path, argument.name], code: 'REQUIRED', message: 'is required' };
  } else if (wanted.kind === Kind.OBJECT_FIELD) yield unknownField(path, object?.name);
  else if (wanted.kind === Kind.NULL) yield { path, code: 'REQUIRED', message: 'cannot be null' };
  else if (wanted.kind === Kind.OBJECT && isInputObjectType(type)) {
    const given = new Set(wanted.fields.map(({ name }) => name.value));
    for (const field of Object.values(type.getFields()))
      if (isRequiredInputField(field) && !given.has(field.name))
        yield { path: [...path, field.name], code: 'REQUIRED', message: 'is required' };
  } else if (isValueNode(wanted) && isLeafType(type)) yield wrong(valueFromASTUntyped(wanted), type, path);
  else yield { path, code: 'WRONG_TYPE', message: 'must be an object' };
}

const unknownField = (path: string[], type = 'the input'): InputIssue => ({
  path,
  code: 'UNKNOWN_FIELD',
  message: `is not a field of ${type}`,
});

/** A value that the type refuses. The message names no accepted values: not everybody may read the schema. */
function wrong(value: unknown, type: GraphQLLeafType, path: string[]): InputIssue {
  if (isEnumType(type)) return { path, code: 'UNKNOWN_VALUE', message: `must be a value of ${type.name}` };
  if (type === GraphQLInt && Number.isInteger(value))
    return { path, code: 'OUT_OF_RANGE', message: 'must have at most 32 bits' };
  const code = typeof value === 'string' && !isSpecifiedScalarType(type) ? 'WRONG_FORMAT' : 'WRONG_TYPE';
  return { path, code, message: `must be of the type ${type.name}` };
}

function accepts(type: GraphQLLeafType, value: unknown): boolean {
  try {
    return type.parseValue(value) !== undefined;
  } catch {
    return false;
  }
}
