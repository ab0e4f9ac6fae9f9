import type { Place } from './model.ts';

const call = (setting: 'actor' | 'actors', value: string, place: Place): string =>
  `set_config('field_operations.${setting}', ${place(value)}, true)`;

/**
 * The call that names an actor to the triggers of a statement, and to no later one on the connection; none without an
 * actor. In `ROWS FROM` it runs once, before the first row; as a condition, each row runs it.
 */
export const namingActor = (actor: string | undefined, place: Place): string[] =>
  actor === undefined ? [] : [call('actor', actor, place)];

/** The call that names the actor of each record, by its id. */
export function namingActors(actors: ReadonlyMap<string, string | undefined>, place: Place): string[] {
  const [first, ...others] = new Set(actors.values());
  return others.length === 0
    ? namingActor(first, place)
    : [call('actors', JSON.stringify(Object.fromEntries(actors)), place)];
}
