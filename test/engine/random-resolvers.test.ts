import { setImmediate } from 'node:timers/promises';
import fc, { type Arbitrary } from 'fast-check';
import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { expect, onTestFinished, test } from 'vitest';
import { expectTheSameOutcome, runOwn, runStock } from './run.ts';

/** Makes a value anew for each execution. */
type Make = () => unknown;

const OBJECTS = ['One', 'Two', 'Three'];
const NAMES = [...OBJECTS, 'Any', 'Some', 'String', 'Int', 'Boolean', 'Colour', 'Loose'] as const;
const FIELDS = ['a', 'b', 'c', 'd'];

/** A promise of a resolver, whose rejection may find nobody: what the engine derives from it has to be handled. */
function kept<Kind extends Promise<unknown>>(promise: Kind): Kind {
  promise.catch(() => {});
  return promise;
}

const failing = (): Make[] => [
  () => new Error('returned'),
  () => {
    throw new Error('thrown');
  },
  () => kept(Promise.reject(new Error('rejected'))),
  () => kept(Promise.reject('no error')),
];

/** What a value comes in. */
const anyForm: Arbitrary<(make: Make) => unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constant((make: Make) => make()) },
  fc.constantFrom(
    (make: Make) => kept(Promise.resolve().then(make)),
    (make: Make) => kept(setImmediate().then(make)),
    // A library's own promise, with no more than `then`.
    (make: Make) => ({
      // biome-ignore lint/suspicious/noThenProperty: it is a promise
      then: (done: (value: unknown) => unknown, failed: () => unknown) =>
        kept(Promise.resolve().then(make)).then(done, failed),
    }),
  ),
);

/** What a list comes in. */
const anyIterable: Arbitrary<(items: Make[]) => unknown> = fc.constantFrom(
  (items: Make[]) => items.map((make) => make()),
  (items: Make[]) => items.map((make) => kept(Promise.resolve().then(make))),
  (items: Make[]) => new Set(items.map((make) => make())),
  function* (items: Make[]) {
    for (const make of items) yield make();
  },
);

const anyLeaf: Arbitrary<Make> = fc
  .constantFrom<unknown>('text', '', 'RED', 1, 2 ** 40, 1.5, Number.NaN, true, false, {}, [], new Date(0))
  .map((value) => () => value);

/** Values for a type, which most often fit. Objects are those of any object type: the schema says what they are. */
function valuesFor(type: GraphQLOutputType, objects: (name: string) => Make): Arbitrary<Make> {
  if (isNonNullType(type)) return valuesFor(type.ofType, objects);
  const named = getNamedType(type);
  const fitting = isListType(type)
    ? fc.tuple(fc.array(valuesFor(type.ofType, objects), { maxLength: isLeafType(named) ? 12 : 2 }), anyIterable).map(
        ([items, gather]): Make =>
          () =>
            gather(items),
      )
    : isLeafType(named)
      ? anyLeaf
      : fc.constantFrom(...OBJECTS).map((name) => objects(isAbstractType(named) ? name : named.name));
  const made = fc.oneof(
    { weight: 14, arbitrary: fitting },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Make>(
        () => null,
        () => undefined,
        () => 'text',
        ...failing(),
      ),
    },
  );
  return fc.tuple(made, anyForm).map(
    ([make, form]): Make =>
      () =>
        form(make),
  );
}

type Wrap = 'null' | 'list' | 'no null';
const anyWraps = fc.array(fc.constantFrom<Wrap>('null', 'list', 'no null'), { maxLength: 2 });
const wrapped = (type: GraphQLOutputType, wraps: Wrap[]): GraphQLOutputType =>
  wraps.reduce<GraphQLOutputType>(
    (inner, wrap) =>
      wrap === 'list'
        ? new GraphQLList(inner)
        : wrap === 'no null' && !isNonNullType(inner)
          ? new GraphQLNonNull(inner)
          : inner,
    type,
  );

/** How a type is told: by a name, by asking each type, or wrongly. */
const anyTelling = fc.constantFrom('name', 'later', 'isTypeOf', 'isTypeOf later', 'wrongly', 'never');
/** Where the value of a field is: in its resolver, or in the object. */
const anyPlace = fc.constantFrom('resolver', 'property', 'method', 'getter');

interface Planned {
  name: (typeof NAMES)[number];
  wraps: Wrap[];
  place: string;
  /** Chooses the value. */
  seed: number;
}
const anyField: Arbitrary<Planned> = fc.record({
  name: fc.constantFrom(...NAMES),
  wraps: anyWraps,
  place: anyPlace,
  seed: fc.nat(),
});
const anySchema = fc.record({
  telling: anyTelling,
  types: fc.tuple(...['Query', ...OBJECTS].map(() => fc.array(anyField, { minLength: 1, maxLength: FIELDS.length }))),
});

function schemaOf({ telling, types }: typeof anySchema extends Arbitrary<infer Drawn> ? Drawn : never): GraphQLSchema {
  const known = new Map<string, GraphQLOutputType>();
  const properties = new Map<string, Map<string, { place: string; make: Make }>>();
  const objects =
    (name: string): Make =>
    () => {
      const object = Object.create(null, { kind: { value: name } });
      if (telling === 'name' || telling === 'wrongly') object.__typename = telling === 'name' ? name : 'Nobody';
      for (const [key, { place, make }] of properties.get(name) ?? [])
        if (place === 'property') object[key] = kept(Promise.resolve().then(make));
        else if (place === 'method') object[key] = make;
        else Object.defineProperty(object, key, { get: make });
      return object;
    };
  const kindOf = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  const resolveType = {
    name: undefined,
    wrongly: undefined,
    isTypeOf: undefined,
    'isTypeOf later': undefined,
    later: async (value: unknown) => String(kindOf(value)),
    never: () => undefined,
  }[telling];
  const isTypeOf = (name: string) =>
    telling === 'isTypeOf'
      ? (value: unknown) => kindOf(value) === name
      : telling === 'isTypeOf later'
        ? async (value: unknown) => kindOf(value) === name
        : undefined;
  const told = resolveType && { resolveType };
  const any = new GraphQLInterfaceType({ name: 'Any', fields: { kind: { type: GraphQLString } }, ...told });
  known.set('Any', any);
  for (const type of [GraphQLString, GraphQLInt, GraphQLBoolean]) known.set(type.name, type);
  known.set('Colour', new GraphQLEnumType({ name: 'Colour', values: { RED: {}, BLUE: { value: 1 } } }));
  known.set('Loose', new GraphQLScalarType({ name: 'Loose', serialize: (value) => value }));
  const fieldsOf = (type: string, planned: Planned[]) => (): Record<string, GraphQLFieldConfig<unknown, unknown>> =>
    Object.fromEntries(
      planned.map(({ name, wraps, place, seed }, index) => {
        const key = FIELDS[index] ?? '';
        const output = wrapped(known.get(name) ?? GraphQLString, wraps);
        const [make = () => null] = fc.sample(valuesFor(output, objects), { seed, numRuns: 1 });
        if (type === 'Query' || place === 'resolver') return [key, { type: output, resolve: () => make() }];
        // Objects that contain each other have no end.
        const own = place === 'property' && !isLeafType(getNamedType(output)) ? 'method' : place;
        properties.set(type, (properties.get(type) ?? new Map()).set(key, { place: own, make }));
        return [key, { type: output }];
      }),
    );
  const [query = [], ...rest] = types;
  const objectTypes = OBJECTS.map((name, index) => {
    const fields = fieldsOf(name, rest[index] ?? []);
    return new GraphQLObjectType({
      name,
      interfaces: [any],
      isTypeOf: isTypeOf(name),
      fields: () => ({ kind: { type: GraphQLString }, ...fields() }),
    });
  });
  for (const type of objectTypes) known.set(type.name, type);
  known.set('Some', new GraphQLUnionType({ name: 'Some', types: objectTypes.slice(0, 2), ...told }));
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: fieldsOf('Query', query) }),
    types: objectTypes,
  });
}

/** Selects every field down to a depth; fields of one key have one type in each object. */
function selectionOf(schema: GraphQLSchema, name: string, depth: number): string {
  const type = schema.getType(name);
  if (isAbstractType(type))
    return `{ __typename ${schema
      .getPossibleTypes(type)
      .map((each) => `... on ${each.name} ${selectionOf(schema, each.name, depth)}`)
      .join(' ')} }`;
  if (!(type instanceof GraphQLObjectType)) return '';
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const { name: below } = getNamedType(field.type);
    const isLeaf = isLeafType(getNamedType(field.type));
    if (!isLeaf && depth === 0) return [];
    return [`${name}${field.name}: ${field.name} ${isLeaf ? '' : selectionOf(schema, below, depth - 1)}`];
  });
  return `{ ${['__typename', ...fields].join(' ')} }`;
}

test('random schemas are executed as graphql-js executes them, with resolvers and values of every form', async () => {
  // graphql-js leaves some.
  const unhandled: unknown[] = [];
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', (reason) => unhandled.push(reason));
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  });
  const same = fc.asyncProperty(anySchema, async (drawn) => {
    const schema = schemaOf(drawn);
    const query = selectionOf(schema, 'Query', 2);
    const theirs = await runStock(schema, query);
    await setImmediate();
    unhandled.length = 0;
    expectTheSameOutcome(await runOwn(schema, query), theirs);
    await setImmediate();
    expect(unhandled).toEqual([]);
  });
  await fc.assert(same, { numRuns: 300, seed: 1, endOnFailure: true });
});
