/** What a request has that nobody may read again: receivers repeat requests in their answers. */
export interface Confidential {
  secrets: string[];
  headers: Record<string, string>;
}

export const WITHHELD = '(withheld: it repeats the secret or a custom header)';

/** A value of fewer letters and digits counts as a word only. */
const LEAST = 6;
/** A word of fewer characters counts only in a text that has the name of its header, too. */
const LEAST_WORD = 4;
/** The beginning of a value at the end of a text, which may be cut off. */
const LEAST_CUT = 3;
/** The most words of a value that count alone. */
const MOST_WORDS = 10;
/** What stands before a secret and is none. */
const SCHEME = /^(?:(?:bearer|basic|token|api-?key|key|digest|oauth|ssws|bot) +|whsec_)/i;

/** How receivers escape characters: in URLs, JSON, HTML, and mail. Named entities stand for punctuation. */
const ESCAPES = [
  /%([0-9a-f]{2})/gi,
  /\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\[nrt]/gi,
  /&#x([0-9a-f]{1,6});|&#(\d{1,7});|&[a-z]+;/gi,
  /=([0-9a-f]{2})|=\r?\n/gi,
];
/** An escape that is cut off. */
const HALF = /(?:[%=][0-9a-f]?|\\(?:[ux][0-9a-f]{0,3})?|&[#0-9a-z]{0,8})$/i;

const unescaped = (text: string, escapes: RegExp): string =>
  text.replace(escapes, (escaped, one?: string, other?: string) => {
    if (one === undefined && other === undefined) return ' ';
    const code =
      escaped.startsWith('&#') && one === undefined ? Number(other) : Number.parseInt(one ?? other ?? '', 16);
    return String.fromCharCode(code);
  });

/** A text as it is, and unescaped once and twice. */
function readingsOf(text: string): string[] {
  const readings = (each: string): string[] => ESCAPES.map((escapes) => unescaped(each, escapes));
  const once = readings(text);
  return [...new Set([text, ...once, ...once.flatMap(readings)])];
}

/** Its letters and digits: case, line breaks and separators are different in each form. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The characters of base64 that stand for bytes alone, behind so many others. */
function inBase64(bytes: Buffer, behind: number): string {
  const all = Buffer.concat([Buffer.alloc(behind), bytes]);
  return all.toString('base64').slice(Math.ceil((behind * 8) / 6), Math.floor((all.length * 8) / 6));
}

/** What a value looks like, whole and in parts, as it is and encoded. */
function formsOf(given: string): string[] {
  const bare = given.replace(SCHEME, '');
  const value = plain(bare).length < LEAST ? given : bare;
  const decoded = Buffer.from(value, 'base64');
  // `user:password`, as Basic has it.
  const credentials = /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(decoded.toString()) ? decoded.toString() : '';
  const words = value
    .split(/[\s,;:="']+/)
    .filter((word) => /\d/.test(word) || word.length >= 2 * LEAST)
    .slice(0, MOST_WORDS);
  const parts = [value, ...words, credentials, credentials.slice(credentials.indexOf(':') + 1)];
  return [...new Set(parts)]
    .flatMap((part) => {
      const bytes = Buffer.from(part);
      return [part, bytes.toString('hex'), bytes.join(''), ...[0, 1, 2].map((behind) => inBase64(bytes, behind))];
    })
    .concat(decoded.toString('hex'))
    .map(plain)
    .filter((form) => form.length >= LEAST);
}

function endsWithin(text: string, form: string): boolean {
  const head = form.slice(0, LEAST_CUT);
  for (let at = text.indexOf(head, text.length - form.length); at >= 0; at = text.indexOf(head, at + 1))
    if (form.startsWith(text.slice(at))) return true;
  return false;
}

function hasWord(text: string, value: string): boolean {
  const literal = value.replace(/[^a-z0-9]/gi, '\\$&');
  return new RegExp(`(?<![a-z0-9])${literal}(?![a-z0-9])`, 'i').test(text);
}

/** A text of a receiver, which may encode, escape and cut; `WITHHELD` in the place of one that repeats a value. */
export function redact(text: string, { secrets, headers }: Confidential): string {
  const values = [
    ...secrets.map((secret) => ({ name: '', value: secret })),
    ...Object.entries(headers).map(([name, value]) => ({ name, value })),
  ];
  const forms = [...new Set(values.flatMap(({ value }) => formsOf(value)))];
  const words = values.filter(({ value }) => plain(value).length < LEAST);
  const readings = [text, text.replace(HALF, '')].flatMap(readingsOf);
  const repeats = readings.some((reading) => {
    const letters = plain(reading);
    const hasName = (name: string): boolean => letters.includes(plain(name));
    return (
      forms.some((form) => letters.includes(form) || endsWithin(letters, form)) ||
      words.some(({ name, value }) => hasWord(reading, value) && (value.length >= LEAST_WORD || hasName(name)))
    );
  });
  return repeats ? WITHHELD : text;
}
