/** Whether a value is an object of the form `{…}`: no list, no Date, no instance of another class. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Throws unless `given` is a plain object of `known` keys. As in Prisma, an undefined one counts as absent. */
export function checkKeys(name: string, given: unknown, known: readonly string[]): void {
  if (!isPlain(given)) throw new Error(`${name} must be a plain object.`);
  for (const key in given)
    if (given[key] !== undefined && !known.includes(key)) throw new Error(`${name} does not take "${key}".`);
}
