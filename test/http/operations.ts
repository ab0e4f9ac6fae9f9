import fc, { type GeneratorValue } from 'fast-check';
import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  parse,
  validate,
} from 'graphql';
import { schema } from '../../src/schema.ts';
import { literal } from '../literal.ts';
import type { Sent } from './pair.ts';
import type { TOKENS } from './pair-rows.ts';

/** Values by scalar. The first three fit, later ones may not. */
const VALUES: Record<string, unknown[]> = {
  ID: ['s1', 's2', 7, '', '\0', 1.5, true],
  String: ['active', 'truck', 'N', 'boom', '', 'ä€😀\u2028', 'x'.repeat(300), '\0', '\ud800', 5, ['a']],
  Int: [1, 2, 3, 0, -1, 201, 1.5, 2147483648, '1'],
  SafeInt: [0, 1, 9007199254740991, -1, 9007199254740992, 1.5, '1'],
  Float: [0, 2.5, 20, -1, 1e300, '3', true],
  Boolean: [true, false, true, 'true', 0],
  URL: ['https://a.example/hook', 'https://b.example', 'http://c.example:8080', 'x', '', 5],
  Percentage: [0, 42.5, '42.50', '', 'much', [1], true],
  JSONObject: [{}, { a: 1 }, { a: { b: [1, null, { c: 1e300 }] } }, [], 'x', 5],
  Date: ['2026-12-31', '2027-01-02', '9999-12-31', '2027-02-30', '0000-03-04', 'tomorrow', 5],
  DateTime: ['2026-03-03T00:00:00Z', '2026-03-03T02:00:00+02:00', '2026-03-02T12:00:00.5Z', '2026-03-03', 'x', 17],
};
/** Of each type, of another company, and of none. */
const ANY_ID = ['t1', 'k1', 'e1', 'q1', 's1', 's2', 'w1', 'msg_00000000-0000-7000-8000-000000000001_w1', 't9', 's3', 'nan', 'absent']; // biome-ignore format: a table
/** Ids by the field that takes one or several. */
const IDS: Record<string, string[]> = {
  tank: ['t1', 't2', 't3', 't9', 'nan', 'even', 'absent'],
  task: ['k1', 'k2', 'absent'],
  expiration: ['e1', 'e2', 'never', 'absent'],
  quickOrder: ['q1', 'q2', 'absent'],
  shipTo: ['s1', 's2', 's3', 'absent'],
  webhookSubscription: ['w1', 'w2', 'w3', 'absent'],
  webhookDelivery: ['msg_00000000-0000-7000-8000-000000000001_w1', 'absent'],
  node: ANY_ID,
  nodes: ANY_ID,
  updateTank: ['t1', 't2', 't3', 't4', 't9', 'nan', 'even', 'absent'],
  updateTaskAssignee: ['k1', 'k2', 'absent'],
  updateExpiration: ['e1', 'e2', 'never', 'absent'],
  updateQuickOrder: ['q1', 'q2', 'absent'],
  updateShipTo: ['s1', 's2', 's3', 'absent'],
};
/** Ids that a creation may take, and one that is no UUID. What is deleted is mostly among them. */
const NEW_IDS = [...[1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`), 'New'];
const DELETED_IDS = [...NEW_IDS.slice(0, 4), 't5', 'k8', 'e3', 'q2', 's2', 't9', 'absent'];

const isId = (name: string): boolean => name === 'id' || name === 'ids';
/** The ids that an argument of a field, or a field of an input, may have. */
function idsOf(name: string): string[] | undefined {
  if (/^(create|Create)/.test(name)) return NEW_IDS;
  if (/^(delete|RecordToDelete)/.test(name)) return DELETED_IDS;
  const patched = /^U(pdate\w+)Patch$/.exec(name);
  return IDS[patched ? `u${patched[1]}` : name];
}
const COMPANIES: (keyof typeof TOKENS | null)[] = ['acme', 'acme', 'acme', 'acme', 'acme', 'careless', 'everybody', 'everybody', 'everybody', 'tanksOnly', 'reader', 'writer', 'other', 'companyless', 'nothing', null]; // biome-ignore format: a table
/** Without `then`: yoga takes an object in a list for a promise if it has one. */
const ALIASES = ['constructor', 'class', 'toString', '__proto__'];
/**
 * What depends on the times of changes, and on the other transactions of the server: the two gateways have databases of
 * their own.
 */
const UNLIKE = ['LAST_MODIFIED', 'modifiedThrough'];
const namesOf = (type: GraphQLEnumType): string[] =>
  type.getValues().flatMap(({ name }) => (UNLIKE.includes(name) ? [] : [name]));
/** What writes records, one and many at once. */
const WRITES = /^(update|create|delete)(Tank|Task|TaskAssignee|Expiration|QuickOrder|ShipTo)s?$/;

/** Draws an operation from `g`. fast-check records the draws, to find the smallest operation with the same fault. */
function draw(g: GeneratorValue) {
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const fragments: string[] = [];
  let names = 0;

  const chance = (percent: number): boolean => g(fc.nat, { max: 99 }) < percent;
  const some = <Item>(min: number, max: number, make: () => Item): Item[] =>
    Array.from({ length: g(fc.integer, { min, max }) }, make);
  function pick<Item>(items: readonly Item[]): Item {
    const [item] = items.slice(g(fc.nat, { max: items.length - 1 }));
    if (item === undefined) throw new Error('There is nothing to pick.');
    return item;
  }
  /** Most operations are without a fault, since a fault in one place would hide the others. */
  const isFaulty = chance(25);
  const fault = (percent: number): boolean => isFaulty && chance(percent);
  const hasDirectives = chance(8);
  const newName = (letter: string): string => {
    names += 1;
    return `${letter}${names}`;
  };

  const selection = (type: GraphQLOutputType, depth: number): string => {
    const named = getNamedType(type);
    return isLeafType(named) ? '' : `{ ${some(1, 4, () => selected(named, depth)).join(' ')} }`;
  };

  const selected = (type: GraphQLNamedType, depth: number): string => {
    if (chance(10)) return '__typename';
    if (isUnionType(type) || (isInterfaceType(type) && chance(30))) {
      const types = schema.getPossibleTypes(type);
      const records = types.filter(({ name }) => !name.endsWith('Error'));
      const possible = pick(records.length > 0 && chance(60) ? records : types);
      return `... on ${possible.name} ${selection(possible, depth)}`;
    }
    if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`${type} has no fields.`);
    if (depth < 6 && chance(8)) return `... ${chance(50) ? `on ${type} ` : ''}${selection(type, depth + 1)}`;
    if (depth < 6 && chance(8)) {
      const name = newName('F');
      fragments.push(`fragment ${name} on ${type} ${selection(type, depth + 1)}`);
      return `...${name}`;
    }
    const fields = Object.values(type.getFields()).filter(({ name }) => !UNLIKE.includes(name));
    const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
    return leaves.length > 0 && (depth > 4 || chance(60)) ? field(pick(leaves), depth) : field(pick(fields), depth);
  };

  const field = ({ name, args, type }: GraphQLField<unknown, unknown>, depth: number): string => {
    const given = args.filter((arg) => (isNonNullType(arg.type) ? !fault(3) : chance(25)));
    const written = given.map((arg) => `${arg.name}: ${value(arg.type, isId(arg.name) ? idsOf(name) : undefined)}`);
    const passed = given.length > 0 ? `(${written.join(', ')})` : '';
    // One name for fields with different arguments would be refused.
    const isPlain = args.length === 0 && chance(90);
    const alias = isPlain ? '' : `${chance(2) ? pick(ALIASES) : newName('f')}: `;
    const directive = hasDirectives && chance(10) ? ` @${pick(['include', 'skip'])}(if: ${chance(50)})` : '';
    return `${alias}${name}${passed}${directive} ${selection(type, depth + 1)}`;
  };

  /** A value as the document passes it: a variable, a literal, or a list or an object of such values. */
  const value = (type: GraphQLInputType, known?: string[]): string => {
    if (chance(35)) return variable(type, known);
    const inner = getNullableType(type);
    if (isListType(inner) && chance(80)) return `[${some(0, 3, () => value(inner.ofType, known)).join(' ')}]`;
    if (known !== undefined) return literal(pick(known));
    if (isEnumType(inner)) return pick(namesOf(inner));
    if (!isInputObjectType(inner)) return literal(plain(type));
    return `{${fieldsOf(inner)
      .map((each) => `${each.name}: ${value(each.type, each.ids)}`)
      .join(' ')}}`;
  };

  /** Some fields of an input, with the ids that each may have. */
  const fieldsOf = (input: GraphQLInputObjectType) =>
    Object.values(input.getFields())
      .map(({ name, type }) => ({ name, type, ids: isId(name) ? idsOf(input.name) : undefined }))
      .filter(({ type, ids }) => (isNonNullType(type) ? !fault(3) : ids !== undefined || chance(15)));

  const variable = (type: GraphQLInputType, known?: string[]): string => {
    const name = newName('v');
    const inner = getNullableType(type);
    const hasDefault = chance(20) && !isInputObjectType(inner);
    // A variable with a default may be nullable where its argument is not.
    const wanted = fault(10) || (hasDefault && chance(50)) ? `${inner}` : chance(20) ? `${inner}!` : `${type}`;
    const declare = (): string => {
      if (!hasDefault) return '';
      if (isEnumType(inner)) return ` = ${pick(namesOf(inner))}`;
      const standard = known === undefined ? plain(type) : pick(known);
      return standard === null && wanted.endsWith('!') ? '' : ` = ${literal(standard)}`;
    };
    const standard = declare();
    declared.push(`$${name}: ${wanted}${standard}`);
    const isNeeded = standard === '' && wanted.endsWith('!');
    // An id that the gateway draws gives the record another place in lists.
    if (isNeeded ? !fault(5) : known !== undefined || chance(60))
      variables[name] = known === undefined ? plain(isNeeded ? new GraphQLNonNull(inner) : type) : pick(known);
    return `$${name}`;
  };

  /** A value as JSON. */
  const plain = (type: GraphQLInputType): unknown => {
    if (isNonNullType(type) ? fault(2) : chance(12)) return null;
    const inner = getNullableType(type);
    if (isListType(inner)) return chance(85) ? some(0, 3, () => plain(inner.ofType)) : plain(inner.ofType);
    if (isEnumType(inner)) return fault(5) ? 'NOPE' : pick(namesOf(inner));
    if (isInputObjectType(inner)) {
      const fields = fieldsOf(inner).map(({ name, type, ids }) => [name, ids ? pick(ids) : plain(type)]);
      return Object.fromEntries(fields);
    }
    const values = VALUES[inner.name] ?? [];
    return pick(fault(30) ? values : values.slice(0, 3));
  };

  const isMutation = chance(40);
  const root = isMutation ? schema.getMutationType() : schema.getQueryType();
  const fields = Object.values(root?.getFields() ?? {}).filter(({ name }) => !isMutation || WRITES.test(name));
  const text = some(1, 3, () => field(pick(fields), 0)).join(' ');
  const head = `${isMutation ? 'mutation' : 'query'} Q${declared.length > 0 ? `(${declared.join(', ')})` : ''}`;
  return { query: `${head} { ${text} } ${fragments.join(' ')}`, variables, token: pick(COMPANIES) };
}

/** Any query or write of records with variables and a token, mostly valid. */
export const anyOperation: fc.Arbitrary<Sent> = fc.gen().map((g) => {
  const { token, ...body } = draw(g);
  return { name: body.query, token, body: JSON.stringify(body) };
});

/** Whether the document of an operation is valid; its variables may not fit. */
export function isValid({ name }: Sent): boolean {
  try {
    return validate(schema, parse(name)).length === 0;
  } catch {
    return false;
  }
}
