/** Who made a change, as webhooks and GraphQL show it. */
export interface Actor {
  kind: 'user' | 'api_key' | 'import' | 'sql';
  /** Null where the kind says all, and for the user of a token that names nobody. */
  id: string | null;
}

const KINDS = new Map<string | undefined, Actor['kind']>(
  Object.entries<Actor['kind']>({ user: 'user', key: 'api_key', import: 'import', sql: 'sql' }),
);

/** Controls, and what is invisible and may turn the text beside it: marks of direction, joiners, ends of lines. */
const UNSEEN = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}`;
const ALL_UNSEEN = new RegExp(`[${UNSEEN}]`, 'gu');
/** With a letter that one sees: fillers, variation selectors and blank Braille are letters, too. */
const NAME = String.raw`(?=.*[^\s\p{Default_Ignorable_Code_Point}\u2800])[^${UNSEEN}]{1,255}`;
const NAMES = new RegExp(`^${NAME}$`, 'u');
const ACTORS = new RegExp(`^(user|import|key:[0-9a-f]{16}|(user|sql):${NAME})$`, 'u');

/** Whether a text can name a company, a user or a key: 1 to 255 characters, none invisible, and not only blanks. */
export const isName = (text: string): boolean => NAMES.test(text);

/** Whether a text has the form in which changes name their actor, such as `key:0123456789abcdef`. */
export const isActor = (text: string): boolean => ACTORS.test(text);

/** Reads the text in which a change names its actor, without invisible characters. Null for null and a made-up text. */
export function actorOf(text: string | null): Actor | null {
  const [, name, id] = /^(\w+)(?::(.+))?$/s.exec(text ?? '') ?? [];
  const kind = KINDS.get(name);
  return kind === undefined ? null : { kind, id: id?.replaceAll(ALL_UNSEEN, '') ?? null };
}
