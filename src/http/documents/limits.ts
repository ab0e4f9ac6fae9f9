import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  NoSchemaIntrospectionCustomRule,
  type SelectionSetNode,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { NoServiceRule, noteRoom } from '../../graphql/federation/subgraph.ts';
import { DEFAULT_PAGE, LARGEST_PAGE } from '../../graphql/schema/builder.ts';

/** Of a document, and of its variables. A document can have an error at each token. */
export const MOST_DOCUMENT_ERRORS = 5;
const MOST_ROOT_FIELDS = 100;
/** Of `__schema`, its `types`, and `__type`. A whole description of the schema has two of them and takes some 10 ms. */
const MOST_INTROSPECTIONS = 10;
const MOST_DEPTH = 15;
const MOST_RECORDS = 50_000;
const MOST_FIELDS = 2_000;
/** Of one field in one object, under aliases. */
const MOST_REPEATS = 20;
const MOST_JSON_FIELDS = 100;
const MOST_VALUES = 250_000;
/** Of a key of the response, which every record repeats. */
const LONGEST_KEY = 128;
/** Validation compares the fields of any two. */
const MOST_FRAGMENTS = 200;

export const tooLarge = (message: string, node?: FieldNode): GraphQLError =>
  new GraphQLError(message, { nodes: node ? [node] : [], extensions: { code: 'DOCUMENT_TOO_LARGE' } });

/** The largest page that this connection field can return. A variable counts as the maximum. */
function pageSize(field: FieldNode): number {
  const sizes = (field.arguments ?? [])
    .filter(({ name, value }) => (name.value === 'first' || name.value === 'last') && value.kind !== Kind.NULL)
    .map(({ value }) =>
      value.kind === Kind.INT ? Math.max(0, Math.min(Number(value.value), LARGEST_PAGE)) : LARGEST_PAGE,
    );
  return sizes.length > 0 ? Math.max(...sizes) : DEFAULT_PAGE;
}

const fieldOf = (parent: GraphQLNamedType | undefined, { name }: FieldNode) =>
  isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name.value] : undefined;

/** The largest number of records that this list can return; undefined unless its definition has one. */
const listSize = (field: ReturnType<typeof fieldOf>): number | undefined => {
  const { mostItems } = field?.extensions ?? {};
  return typeof mostItems === 'number' ? mostItems : undefined;
};

/** What all selections of an object have together: fragments and equal fields merge. */
class Level {
  readonly #keys = new Map<string, Set<string>>();
  readonly #below = new Map<string, Level>();

  /** Notes a key under which a field is selected. Returns how many it has. */
  note(field: string, key: string): number {
    const keys = this.#keys.get(field) ?? new Set();
    this.#keys.set(field, keys.add(key));
    return keys.size;
  }

  below(key: string): Level {
    const level = this.#below.get(key) ?? new Level();
    this.#below.set(key, level);
    return level;
  }
}

/** Rejects a document that could select more than one response may hold. It depends on the document alone. */
const limitsRule: ValidationRule = (context) => ({
  Document({ definitions }) {
    const schema = context.getSchema();
    const live = schema.getSubscriptionType() ?? null;
    const typeNamed = (node: NamedTypeNode | undefined) => node && schema.getType(node.name.value);
    let steps = 0;
    let rootFields = 0;
    let introspections = 0;
    let records = 0;
    let values = 0;
    let jsonFields = 0;

    /**
     * `multiplier` is the number of objects that may have this selection, `level` what they have from all selections,
     * and `open` names the fragments around it.
     */
    const measure = (
      { selections }: SelectionSetNode,
      parent: GraphQLNamedType | undefined,
      depth: number,
      multiplier: number,
      level: Level,
      open: readonly string[],
    ): void => {
      const repeats = new Map<string, number>();
      for (const selection of selections) {
        steps += 1;
        if (steps > MOST_FIELDS) throw tooLarge(`The document unfolds to more than ${MOST_FIELDS} fields.`);
        // A live operation has exactly one root field. The rule of graphql-js for that throws at a condition.
        if (parent === live && selection.directives?.length)
          throw new GraphQLError('The root field of a subscription cannot have a condition.', { nodes: selection });
        if (selection.kind === Kind.INLINE_FRAGMENT) {
          measure(selection.selectionSet, typeNamed(selection.typeCondition) ?? parent, depth, multiplier, level, open);
          continue;
        }
        const name = selection.name.value;
        if (selection.kind === Kind.FRAGMENT_SPREAD) {
          const fragment = open.includes(name) ? undefined : context.getFragment(name);
          if (fragment)
            measure(fragment.selectionSet, typeNamed(fragment.typeCondition), depth, multiplier, level, [
              ...open,
              name,
            ]);
          continue;
        }
        if (depth > MOST_DEPTH) throw tooLarge(`The document is nested deeper than ${MOST_DEPTH} levels.`, selection);
        const repeated = (repeats.get(name) ?? 0) + 1;
        repeats.set(name, repeated);
        const key = (selection.alias ?? selection.name).value;
        const keys = level.note(`${parent?.name} ${name}`, key);
        if (name === '__schema' || name === '__type' || (name === 'types' && parent?.name === '__Schema'))
          introspections += 1;
        if (introspections > MOST_INTROSPECTIONS)
          throw tooLarge(`A document may describe the schema at most ${MOST_INTROSPECTIONS} times.`, selection);
        if (depth === 1) rootFields += 1;
        else if (Math.max(repeated, keys) > MOST_REPEATS)
          throw tooLarge(`An object may have the same field at most ${MOST_REPEATS} times.`, selection);
        if (key.length > LONGEST_KEY)
          throw tooLarge(`A field or an alias may have at most ${LONGEST_KEY} characters.`, selection);
        values += multiplier;
        if (values > MOST_VALUES)
          throw tooLarge(`The document could return more than ${MOST_VALUES} values.`, selection);
        const field = fieldOf(parent, selection);
        const type = getNamedType(field?.type);
        if (type?.name === 'JSONObject') jsonFields += 1;
        if (jsonFields > MOST_JSON_FIELDS)
          throw tooLarge(`The document selects more than ${MOST_JSON_FIELDS} JSON values.`, selection);
        if (selection.selectionSet === undefined) continue;
        const isConnection = isObjectType(type) && 'pageInfo' in type.getFields();
        const size = isConnection ? pageSize(selection) : listSize(field);
        const each = multiplier * (size ?? 1);
        if (size !== undefined) records += each;
        if (records > MOST_RECORDS)
          throw tooLarge(`The document could return more than ${MOST_RECORDS} records.`, selection);
        measure(selection.selectionSet, type, depth + 1, each, level.below(key), open);
      }
    };

    const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
    if (fragments.length > MOST_FRAGMENTS)
      return context.reportError(tooLarge(`A document may have at most ${MOST_FRAGMENTS} fragments.`));
    for (const node of definitions) {
      if (node.kind !== Kind.OPERATION_DEFINITION) continue;
      rootFields = 0;
      try {
        measure(node.selectionSet, schema.getRootType(node.operation) ?? undefined, 1, 1, new Level(), []);
        if (rootFields > MOST_ROOT_FIELDS)
          throw tooLarge(`An operation may have at most ${MOST_ROOT_FIELDS} root fields.`);
        noteRoom(node, Math.min(MOST_RECORDS / records, MOST_VALUES / values));
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        context.reportError(error);
      }
    }
  },
});

/** graphql-js keeps the values of variables in an object, where this name is the prototype's. */
const NoPrototypeRule: ValidationRule = (context) => ({
  Variable(node) {
    if (node.name.value !== '__proto__') return;
    context.reportError(new GraphQLError('A variable cannot have the name "__proto__".', { nodes: node }));
  },
});

/**
 * Validates a document. The other rules run only within the limits, because some take a time quadratic in the
 * document's length. Without `introspection`, the schema is not described: neither to a query that asks, nor in
 * suggestions.
 */
export function validateWithinLimits(
  schema: GraphQLSchema,
  document: DocumentNode,
  introspection: boolean,
): readonly GraphQLError[] {
  const hiding = introspection ? [] : [NoSchemaIntrospectionCustomRule, NoServiceRule];
  const [refused] = validate(schema, document, [limitsRule, NoPrototypeRule, ...hiding]);
  if (refused) return [refused];
  const options = { maxErrors: MOST_DOCUMENT_ERRORS, hideSuggestions: !introspection };
  return validate(schema, document, specifiedRules, options);
}
