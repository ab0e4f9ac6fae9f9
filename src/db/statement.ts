/** The parameters of a statement that is being written. `place` adds a value and returns its place, such as `$3`. */
export function parameters() {
  const values: unknown[] = [];
  return { values, place: (value: unknown): string => `$${values.push(value)}` };
}

export type Place = ReturnType<typeof parameters>['place'];
