/** Who made a change, as webhooks and GraphQL show it. */
export interface Actor {
  kind: 'user' | 'api_key' | 'import' | 'sql';
  /** Null where the kind says all, and for the user of a token that names nobody. */
  id: string | null;
}

const KINDS = new Map<string | undefined, Actor['kind']>([
  ['user', 'user'],
  ['key', 'api_key'],
  ['import', 'import'],
  ['sql', 'sql'],
]);

/** Whether a text has the form in which changes name their actor, such as `key:0123456789abcdef`. */
export const isActor = (text: string): boolean =>
  /^(user|import|key:[0-9a-f]{16}|(user|sql):[^\p{Cc}\p{Cs}]{1,255})$/u.test(text);

/** Reads the text in which a change names its actor. Null for null, and for a text that a writer of SQL has made up. */
export function actorOf(text: string | null): Actor | null {
  const [, name, id = null] = /^(\w+)(?::(.+))?$/s.exec(text ?? '') ?? [];
  const kind = KINDS.get(name);
  return kind === undefined ? null : { kind, id };
}
