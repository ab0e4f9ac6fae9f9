import { GraphQLError, GraphQLID, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped, visit } from 'graphql';
import { GraphQLDate, GraphQLDateTime, GraphQLJSONObject, GraphQLURL, GraphQLUUID } from 'graphql-scalars';
import { grouped } from '../../base/text.ts';
import { isDouble } from '../../exact-json.ts';
import { decimalText, integerText, ROUNDED, readTime } from '../../records/values.ts';

/** Parses a literal of a document. An error has its position there. */
const literal =
  <Value>(parse: (value: unknown) => Value, valueIn: (node: ValueNode) => unknown = valueFromASTUntyped) =>
  (node: ValueNode): Value => {
    try {
      return parse(valueIn(node));
    } catch (error) {
      throw error instanceof GraphQLError ? new GraphQLError(error.message, { nodes: [node] }) : error;
    }
  };

/** What an issue says of a value that the scalar refuses: the scalar's own error repeats the value, however long. */
const form = (text: string) => ({ form: text });

const parseId = GraphQLID.parseValue;
const WHOLE_NUMBER = `must be a string, or a whole number up to ${grouped(Number.MAX_SAFE_INTEGER)}`;

/**
 * JSON has rounded a larger number: it could be the id of another record. Pothos 4 builds every schema with the ID of
 * graphql-js, also if the builder has another scalar of this name, so that one is changed.
 */
Object.assign(GraphQLID, {
  extensions: form(WHOLE_NUMBER),
  parseValue(value: unknown): string {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new GraphQLError(`ID ${WHOLE_NUMBER}.`);
    return parseId(value);
  },
});

const PERCENTAGE = 'must be a number, such as 42.5';

function parsePercentage(value: unknown): number {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new GraphQLError(`Percentage ${PERCENTAGE}, not ${JSON.stringify(value)}`);
}

export const percentage = {
  parseValue: parsePercentage,
  parseLiteral: literal(parsePercentage),
  extensions: form(PERCENTAGE),
};

/** The library's Date, kept as the text of a day: as a point in time it would depend on the time zone. */
export const calendarDate = new GraphQLScalarType<string, string | Date>({
  ...GraphQLDate.toConfig(),
  serialize: (value) => String(GraphQLDate.serialize(value)),
  parseValue: calendarDay,
  parseLiteral: literal(calendarDay),
  extensions: form('must be a date, such as 2026-01-31'),
});

function calendarDay(value: unknown): string {
  GraphQLDate.parseValue(value);
  if (String(value).startsWith('0000')) throw new GraphQLError('Date cannot lie before the year 1.');
  return String(value);
}

/** The library's DateTime. The form of the database's parser, `2026-03-01T08:00:00.000Z`, is passed on as it is. */
export const dateTime = new GraphQLScalarType<Date, string | Date>({
  ...GraphQLDateTime.toConfig(),
  parseValue: pointInTime,
  parseLiteral: literal(pointInTime),
  serialize: (value) =>
    typeof value === 'string' && value.length === 24 && value.endsWith('Z') ? value : GraphQLDateTime.serialize(value),
  extensions: form('must be a time with its zone, such as 2026-01-31T10:00:00Z'),
});

function pointInTime(value: unknown): Date {
  return GraphQLDateTime.parseValue((typeof value === 'string' && readTime(value)) || value);
}

/** The library's JSONObject, which drops a key whose value is a word without quotes, and rounds numbers. */
export const jsonObject = new GraphQLScalarType<object>({
  ...GraphQLJSONObject.toConfig(),
  parseLiteral(node, variables) {
    visit(node, {
      EnumValue(word) {
        throw new GraphQLError(`JSONObject cannot have the word ${word.value}: put it in quotes.`, { nodes: [word] });
      },
      // A whole number beyond 2^53 is an issue of the input.
      FloatValue(number) {
        if (Math.abs(Number(number.value)) <= Number.MAX_SAFE_INTEGER && !isDouble(number.value))
          throw new GraphQLError(`JSONObject cannot have ${number.value}: it ${ROUNDED}.`, { nodes: [number] });
      },
    });
    return GraphQLJSONObject.parseLiteral(node, variables);
  },
});

/** A scalar whose values are the texts of numbers, which `read` gives; it also reads numbers that keep their digits. */
function numeric<Value>(name: string, description: string, words: string, read: (value: unknown) => Value | undefined) {
  const checked = (value: unknown): Value => {
    const known = read(value);
    if (known === undefined) throw new GraphQLError(`${name} ${words}.`);
    return known;
  };
  return new GraphQLScalarType<Value, string>({
    name,
    description,
    // A number of the database is one that a double keeps.
    serialize: (value) => String(checked(typeof value === 'number' ? String(value) : value)),
    parseValue: checked,
    // The digits as they stand in the document.
    parseLiteral: literal(checked, (node) =>
      node.kind === Kind.INT || node.kind === Kind.FLOAT ? node.value : valueFromASTUntyped(node),
    ),
    extensions: form(words),
  });
}

export const decimal = numeric(
  'Decimal',
  'A decimal number with all its digits, as a text: `"1234.5"`. Inputs may also be numbers of up to 15 digits.',
  'must be a decimal number, such as "42.5"; as a number, it has at most 15 digits',
  decimalText,
);

/** The library's BigInt answers a number or a text, by its size. */
export const bigInt = numeric(
  'BigInt',
  'A whole number of up to 64 bits, as a text: `"9007199254740993"`. Inputs may also be numbers up to 2^53.',
  'must be a whole number of up to 64 bits, such as "9007199254740993"; as a number, it is at most 2^53',
  (value) => {
    const text = integerText(value instanceof Object ? String(value) : value);
    const whole = text === undefined ? undefined : BigInt(text);
    return whole !== undefined && BigInt.asIntN(64, whole) === whole ? whole : undefined;
  },
);

/** The library's UUID, whose error repeats the value. */
export const uuid = new GraphQLScalarType<string>({ ...GraphQLUUID.toConfig(), extensions: form('must be a UUID') });

/** The library's URL, answered as it is stored: another form of it that comes back would be a change. */
export const url = new GraphQLScalarType<unknown, string>({
  ...GraphQLURL.toConfig(),
  serialize(value) {
    GraphQLURL.serialize(value);
    return String(value);
  },
});
