import { GraphQLError } from 'graphql';

/** Reads the scalar Percentage: a finite number, or its decimal text. Throws GraphQLError for all else. */
export function parsePercentage(value: unknown): number {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new GraphQLError(
    `Percentage must be a number or its decimal text, such as 42.5 or "42.5", not ${JSON.stringify(value)}`,
  );
}
