import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLNamedType,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { DEFAULT_PAGE, LARGEST_PAGE } from '../graphql/builder.ts';

const MOST_ROOT_FIELDS = 100;
const MOST_DEPTH = 15;
const MOST_RECORDS = 50_000;
const MOST_FIELDS = 2_000;
/** How often an object may have one field, under aliases. */
const MOST_REPEATS = 20;
/** How many JSON values a document may select. */
const MOST_JSON_FIELDS = 100;

/** Bounds the cost of parsing: a document with more tokens is refused before its end. */
export const parserOptions = { maxTokens: 10_000 };

const refuse = (message: string, node?: FieldNode): GraphQLError =>
  new GraphQLError(message, { nodes: node ? [node] : [], extensions: { code: 'DOCUMENT_TOO_LARGE' } });

/** The largest number of records on a page of this connection. A variable counts as the largest page. */
function pageSize(field: FieldNode): number {
  const sizes = (field.arguments ?? [])
    .filter(({ name, value }) => (name.value === 'first' || name.value === 'last') && value.kind !== Kind.NULL)
    .map(({ value }) => (value.kind === Kind.INT ? Math.min(Number(value.value), LARGEST_PAGE) : LARGEST_PAGE));
  return sizes.length > 0 ? Math.max(...sizes) : DEFAULT_PAGE;
}

/** The named type of a field on `parent`; undefined for a field that does not exist. */
function typeOf(parent: GraphQLNamedType | undefined, field: FieldNode): GraphQLNamedType | undefined {
  if (!isObjectType(parent) && !isInterfaceType(parent)) return undefined;
  const declared = parent.getFields()[field.name.value];
  return declared && getNamedType(declared.type);
}

/**
 * Refuses a document that could select more than the gateway returns at once: 100 root fields, 15 levels, 50,000 records, 2,000 fields,
 * 100 JSON values, 20 times the same field in one object. It depends on the document alone, so the result is cached with it.
 */
export const limitsRule: ValidationRule = (context) => ({
  Document(document: DocumentNode) {
    const fragments = new Map<string, FragmentDefinitionNode>();
    for (const node of document.definitions)
      if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);

    const on = (condition: NamedTypeNode | undefined) => condition && context.getSchema().getType(condition.name.value);

    let records = 0;
    let steps = 0;
    let jsonFields = 0;
    /** Returns the number of fields in the set itself. Throws when a limit is passed. */
    const measure = (
      set: SelectionSetNode,
      parent: GraphQLNamedType | undefined,
      depth: number,
      multiplier: number,
      open: readonly string[],
    ): number => {
      let fields = 0;
      const repeats = new Map<string, number>();
      for (const selection of set.selections) {
        steps += 1;
        if (steps > MOST_FIELDS) throw refuse(`The document unfolds to more than ${MOST_FIELDS} fields.`);
        if (selection.kind === Kind.FIELD) {
          fields += 1;
          if (depth > MOST_DEPTH) throw refuse(`The document is nested deeper than ${MOST_DEPTH} levels.`, selection);
          const type = typeOf(parent, selection);
          const repeated = (repeats.get(selection.name.value) ?? 0) + 1;
          repeats.set(selection.name.value, repeated);
          if (depth > 1 && repeated > MOST_REPEATS)
            throw refuse(`An object may have the same field at most ${MOST_REPEATS} times.`, selection);
          if (type?.name === 'JSONObject') jsonFields += 1;
          if (jsonFields > MOST_JSON_FIELDS)
            throw refuse(`The document selects more than ${MOST_JSON_FIELDS} JSON values.`, selection);
          if (selection.selectionSet === undefined) continue;
          const isConnection = isObjectType(type) && 'pageInfo' in type.getFields();
          const each = isConnection ? multiplier * pageSize(selection) : multiplier;
          if (isConnection) records += each;
          if (records > MOST_RECORDS)
            throw refuse(`The document could return more than ${MOST_RECORDS} records.`, selection);
          measure(selection.selectionSet, type, depth + 1, each, open);
        } else if (selection.kind === Kind.INLINE_FRAGMENT) {
          fields += measure(selection.selectionSet, on(selection.typeCondition) ?? parent, depth, multiplier, open);
        } else if (!open.includes(selection.name.value)) {
          const fragment = fragments.get(selection.name.value);
          if (fragment)
            fields += measure(fragment.selectionSet, on(fragment.typeCondition), depth, multiplier, [
              ...open,
              selection.name.value,
            ]);
        }
      }
      return fields;
    };

    for (const node of document.definitions) {
      if (node.kind !== Kind.OPERATION_DEFINITION) continue;
      try {
        const root = context.getSchema().getRootType(node.operation) ?? undefined;
        if (measure(node.selectionSet, root, 1, 1, []) > MOST_ROOT_FIELDS)
          context.reportError(refuse(`An operation may have at most ${MOST_ROOT_FIELDS} root fields.`));
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        context.reportError(error);
      }
    }
  },
});

/** Makes parse or validate throw a GraphQLError where deep nesting overflows the stack. */
function withinTheStack<Arguments extends unknown[], Result>(
  read: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  return (...args) => {
    try {
      return read(...args);
    } catch (error) {
      if (error instanceof RangeError) throw refuse('The document is nested too deeply.');
      throw error;
    }
  };
}

/** Applies the limits to every document. */
export const useLimits: Plugin = {
  onParse({ params, parseFn, setParseFn }) {
    Object.assign(params.options ?? {}, parserOptions);
    setParseFn(withinTheStack(parseFn));
  },
  onValidate({ addValidationRule, validateFn, setValidationFn }) {
    addValidationRule(limitsRule);
    setValidationFn(withinTheStack(validateFn));
  },
};
