import {
  __Type,
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
  type OperationDefinitionNode,
  type SelectionSetNode,
  specifiedRules,
  TypeInfo,
  ValidationContext,
  type ValidationRule,
  validate,
} from 'graphql';
import { DEFAULT_PAGE, LARGEST_PAGE } from '../graphql/schema/builder.ts';

/** The most errors of a document, and of its variables. A document can have one at each token. */
export const MOST_DOCUMENT_ERRORS = 5;
const MOST_ROOT_FIELDS = 100;
/** The most `__schema`, `types` and `__type`. A whole description of the schema has two, and takes some 10 ms. */
const MOST_INTROSPECTIONS = 10;
const MOST_DEPTH = 15;
const MOST_RECORDS = 50_000;
const MOST_FIELDS = 2_000;
/** The most aliases of one field in one object. */
const MOST_REPEATS = 20;
const MOST_JSON_FIELDS = 100;
const MOST_VALUES = 250_000;
/** The most characters of a key of the response, which every record repeats. */
const LONGEST_KEY = 128;
/** Validation compares the fields of any two. */
const MOST_FRAGMENTS = 200;

export const tooLarge = (message: string, node?: FieldNode): GraphQLError =>
  new GraphQLError(message, { nodes: node ? [node] : [], extensions: { code: 'DOCUMENT_TOO_LARGE' } });

/** The largest page that this field can return. A variable counts as the maximum. */
function pageSize(field: FieldNode, most = LARGEST_PAGE, usual = DEFAULT_PAGE): number {
  const sizes = (field.arguments ?? [])
    .filter(({ name, value }) => (name.value === 'first' || name.value === 'last') && value.kind !== Kind.NULL)
    .map(({ value }) => (value.kind === Kind.INT ? Math.max(0, Math.min(Number(value.value), most)) : most));
  return sizes.length > 0 ? Math.max(...sizes) : usual;
}

const fieldOf = (parent: GraphQLNamedType | undefined, { name }: FieldNode) =>
  isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name.value] : undefined;

/** The largest number of records that this list can return; undefined unless its definition has one. */
const listSize = (node: FieldNode, field: ReturnType<typeof fieldOf>): number | undefined => {
  const { mostItems } = field?.extensions ?? {};
  if (typeof mostItems !== 'number') return undefined;
  const first = field?.args.find(({ name }) => name === 'first');
  return first === undefined ? mostItems : pageSize(node, mostItems, Number(first.defaultValue ?? mostItems));
};

/** What all selections of an object have together: fragments and equal fields merge. */
class Level {
  readonly #keys = new Map<string, Set<string>>();
  readonly #below = new Map<string, Level>();

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

/** Where a selection stands: how deep, on how many objects at most, and in which fragments. */
interface Position {
  parent: GraphQLNamedType | undefined;
  depth: number;
  multiplier: number;
  level: Level;
  open: readonly string[];
}

/** Adds up what the operations of a document may select. Throws at the first limit that is passed. */
class Measure {
  readonly #context: ValidationContext;
  readonly #live: GraphQLNamedType | undefined;
  #steps = 0;
  #rootFields = 0;
  #introspections = 0;
  #records = 0;
  #values = 0;
  #jsonFields = 0;

  constructor(context: ValidationContext) {
    this.#context = context;
    this.#live = context.getSchema().getSubscriptionType() ?? undefined;
  }

  /** Returns how many times the answer of the document so far could be returned. */
  add({ operation, selectionSet }: OperationDefinitionNode): number {
    const parent = this.#context.getSchema().getRootType(operation) ?? undefined;
    this.#rootFields = 0;
    this.#addAll(selectionSet, { parent, depth: 1, multiplier: 1, level: new Level(), open: [] });
    return Math.min(MOST_RECORDS / this.#records, MOST_VALUES / this.#values);
  }

  #addAll({ selections }: SelectionSetNode, position: Position): void {
    const repeats = new Map<string, number>();
    for (const selection of selections) {
      this.#steps += 1;
      if (this.#steps > MOST_FIELDS) throw tooLarge(`The document unfolds to more than ${MOST_FIELDS} fields.`);
      // A live operation has exactly one root field. The rule of graphql-js for that throws at a condition.
      if (position.parent !== undefined && position.parent === this.#live && selection.directives?.length)
        throw new GraphQLError('The root field of a subscription cannot have a condition.', { nodes: selection });
      if (selection.kind === Kind.FIELD) this.#addField(selection, position, repeats);
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        this.#addAll(selection.selectionSet, {
          ...position,
          parent: this.#typeNamed(selection.typeCondition) ?? position.parent,
        });
      else this.#addFragment(selection.name.value, position);
    }
  }

  #addFragment(name: string, position: Position): void {
    const fragment = position.open.includes(name) ? undefined : this.#context.getFragment(name);
    if (!fragment) return;
    const parent = this.#typeNamed(fragment.typeCondition);
    this.#addAll(fragment.selectionSet, { ...position, parent, open: [...position.open, name] });
  }

  #addField(node: FieldNode, { parent, depth, multiplier, level, open }: Position, repeats: Map<string, number>): void {
    const name = node.name.value;
    if (depth > MOST_DEPTH) throw tooLarge(`The document is nested deeper than ${MOST_DEPTH} levels.`, node);
    const repeated = (repeats.get(name) ?? 0) + 1;
    repeats.set(name, repeated);
    const key = (node.alias ?? node.name).value;
    const keys = level.note(`${parent?.name} ${name}`, key);
    if (name === '__schema' || name === '__type' || (name === 'types' && parent?.name === '__Schema'))
      this.#introspections += 1;
    if (this.#introspections > MOST_INTROSPECTIONS)
      throw tooLarge(`A document may describe the schema at most ${MOST_INTROSPECTIONS} times.`, node);
    if (depth === 1) this.#rootFields += 1;
    else if (Math.max(repeated, keys) > MOST_REPEATS)
      throw tooLarge(`An object may have the same field at most ${MOST_REPEATS} times.`, node);
    if (this.#rootFields > MOST_ROOT_FIELDS)
      throw tooLarge(`An operation may have at most ${MOST_ROOT_FIELDS} root fields.`);
    if (key.length > LONGEST_KEY)
      throw tooLarge(`A field or an alias may have at most ${LONGEST_KEY} characters.`, node);
    this.#values += multiplier;
    if (this.#values > MOST_VALUES) throw tooLarge(`The document could return more than ${MOST_VALUES} values.`, node);
    const field = fieldOf(parent, node);
    const type = getNamedType(field?.type);
    if (type?.name === 'JSONObject') this.#jsonFields += 1;
    if (this.#jsonFields > MOST_JSON_FIELDS)
      throw tooLarge(`The document selects more than ${MOST_JSON_FIELDS} JSON values.`, node);
    if (node.selectionSet === undefined) return;
    const isConnection = isObjectType(type) && 'pageInfo' in type.getFields();
    const size = isConnection ? pageSize(node) : listSize(node, field);
    const each = multiplier * (size ?? 1);
    // Tools ask for more levels of it than any type has, and get nothing for them.
    const isWrapped = name === 'ofType' && (parent === undefined || parent === __Type);
    if (size !== undefined) this.#records += each;
    if (this.#records > MOST_RECORDS)
      throw tooLarge(`The document could return more than ${MOST_RECORDS} records.`, node);
    this.#addAll(node.selectionSet, {
      parent: type,
      depth: isWrapped ? depth : depth + 1,
      multiplier: each,
      level: level.below(key),
      open,
    });
  }

  #typeNamed(node: NamedTypeNode | undefined): GraphQLNamedType | undefined {
    return node && this.#context.getSchema().getType(node.name.value);
  }
}

/** How many times as much each operation of a document could select within the limits. */
export type Rooms = ReadonlyMap<OperationDefinitionNode, number>;

/** Throws if a document could select more than one response may hold. It depends on the document alone. */
function measure(schema: GraphQLSchema, document: DocumentNode): Rooms {
  const { definitions } = document;
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  if (fragments.length > MOST_FRAGMENTS) throw tooLarge(`A document may have at most ${MOST_FRAGMENTS} fragments.`);
  const rooms = new Map<OperationDefinitionNode, number>();
  const sum = new Measure(new ValidationContext(schema, document, new TypeInfo(schema), () => {}));
  for (const node of definitions) if (node.kind === Kind.OPERATION_DEFINITION) rooms.set(node, sum.add(node));
  return rooms;
}

/** graphql-js keeps the values of variables in an object, where this name is the prototype's. */
const NoPrototypeRule: ValidationRule = (context) => ({
  Variable(node) {
    if (node.name.value !== '__proto__') return;
    context.reportError(new GraphQLError('A variable cannot have the name "__proto__".', { nodes: node }));
  },
});

/** Forbids fields that describe the schema in another way than introspection. */
const NoDescriptionRule: ValidationRule = (context) => ({
  Field(node) {
    if (context.getFieldDef()?.extensions.describesSchema === true)
      context.reportError(
        new GraphQLError(`Introspection is off, and with it \`${node.name.value}\`.`, { nodes: node }),
      );
  },
});

/**
 * Validates a document. Throws before if it exceeds the limits: to measure it takes a tenth of the time, and some rules
 * take one that is quadratic in its length. Without `introspection`, the schema is not described: neither to a query
 * that asks, nor in suggestions.
 */
export function validateWithinLimits(
  schema: GraphQLSchema,
  document: DocumentNode,
  introspection: boolean,
): { errors: readonly GraphQLError[]; rooms: Rooms } {
  const hiding = introspection ? [] : [NoSchemaIntrospectionCustomRule, NoDescriptionRule];
  const rooms = measure(schema, document);
  const [refused] = validate(schema, document, [NoPrototypeRule, ...hiding]);
  if (refused) return { errors: [refused], rooms };
  const options = { maxErrors: MOST_DOCUMENT_ERRORS, hideSuggestions: !introspection };
  return { errors: validate(schema, document, specifiedRules, options), rooms };
}
