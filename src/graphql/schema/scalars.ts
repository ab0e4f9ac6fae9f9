import { GraphQLError, GraphQLScalarType, type ValueNode, valueFromASTUntyped, visit } from 'graphql';
import { GraphQLDate, GraphQLDateTime, GraphQLJSONObject, GraphQLURL } from 'graphql-scalars';
import { ROUNDED, readTime } from '../../base/values.ts';
import { isDouble } from '../../exact-json.ts';

/** Parses a literal of a document. An error has its position there. */
const literal =
  <Value>(parse: (value: unknown) => Value) =>
  (node: ValueNode): Value => {
    try {
      return parse(valueFromASTUntyped(node));
    } catch (error) {
      throw error instanceof GraphQLError ? new GraphQLError(error.message, { nodes: [node] }) : error;
    }
  };

/** What an issue says of a value that the scalar refuses: the scalar's own error repeats the value, however long. */
const form = (text: string) => ({ form: text });

const PERCENTAGE = 'must be a number, such as 42.5';

/** Parses the scalar Percentage: a finite number or its decimal text. */
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

/** The library's URL, answered as it is stored: another form of it that comes back would be a change. */
export const url = new GraphQLScalarType<unknown, string>({
  ...GraphQLURL.toConfig(),
  serialize(value) {
    GraphQLURL.serialize(value);
    return String(value);
  },
});
