/** What a request has that nobody may read again: receivers repeat requests in their answers. */
export interface Confidential {
  secrets: string[];
  headers: Record<string, string>;
}

const MASK = '***';
/** A shorter value is too common: it is masked behind the name of its header alone. */
const LEAST = 6;
/** The least beginning of a secret that is masked at the end of a text, which may be cut off. */
const LEAST_CUT = 4;
/** Of a value that are masked alone. */
const MOST_WORDS = 10;
/** What stands before a secret and is none. */
const SCHEME = /^(?:(?:bearer|basic|token|api-?key|key|digest|oauth|ssws|bot) +|whsec_)/i;

/** How receivers escape characters: in URLs, JSON and HTML. */
const PERCENT = /%[0-9a-f]{2}/i;
const BACKSLASH = /\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\["'\\/]/i;
const ENTITY = /&#x[0-9a-f]{1,6};|&#\d{1,7};|&(?:amp|lt|gt|quot|apos);/i;
const ANY = new RegExp([PERCENT, BACKSLASH, ENTITY].map(({ source }) => source).join('|'), 'i');
/** An escape that is cut off. */
const HALF = /(?:%[0-9a-f]?|\\(?:[ux][0-9a-f]{0,3})?|&[#0-9a-z]{0,6})$/;
const ENTITIES = new Map(Object.entries({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }));

/** A reading of a text, with the place in the text of each of its characters, and of the end. */
interface Reading {
  text: string;
  at: number[];
}

/** The character that an escape stands for. */
function meaning(escaped: string): string {
  const [, hex, decimal] = /^(?:%|\\[ux]|&#x)([0-9a-f]+)|^&#(\d+)/i.exec(escaped) ?? [];
  const code = hex === undefined ? decimal : Number.parseInt(hex, 16);
  if (code !== undefined) return String.fromCharCode(Number(code));
  return ENTITIES.get(escaped.toLowerCase()) ?? escaped.slice(1);
}

function unescaped({ text, at }: Reading, escapes: RegExp): Reading {
  const read: Reading = { text: '', at: [] };
  let end = 0;
  for (const { 0: escaped, index } of text.matchAll(new RegExp(escapes, 'gi'))) {
    read.text += text.slice(end, index) + meaning(escaped);
    read.at.push(...at.slice(end, index + 1));
    end = index + escaped.length;
  }
  return { text: read.text + text.slice(end), at: [...read.at, ...at.slice(end)] };
}

/** A text in which letters of both cases are alike, and so are both kinds of base64, and of spaces in URLs. */
const folded = (text: string): string =>
  text
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/[ -]/g, '+')
    .replaceAll('_', '/');

/** The characters of base64 that stand for a text alone, behind so many other bytes. */
function inBase64(text: string, behind: number): string {
  const bytes = Buffer.from(' '.repeat(behind) + text);
  return bytes.toString('base64').slice(Math.ceil((behind * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

/** What a secret looks like, whole and in parts, as it is and encoded. */
function formsOf(given: string): string[] {
  const bare = given.replace(SCHEME, '');
  const secret = bare.length < LEAST ? given : bare;
  const decoded = Buffer.from(secret, 'base64');
  // `user:password`, as Basic has it.
  const credentials = /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(decoded.toString()) ? decoded.toString() : '';
  const words = secret
    .split(/[\s,;:="']+/)
    .filter((word) => /\d/.test(word) || word.length >= 2 * LEAST)
    .slice(0, MOST_WORDS);
  const parts = [secret, ...words, credentials, credentials.slice(credentials.indexOf(':') + 1)];
  return [...new Set(parts)]
    .flatMap((part) => [part, Buffer.from(part).toString('hex'), ...[0, 1, 2].map((behind) => inBase64(part, behind))])
    .concat(decoded.toString('hex'))
    .filter((form) => form.length >= LEAST);
}

type Place = [begin: number, end: number];

/** Where a folded text has a form, or the beginning of it at its end. */
function placesOf(text: string, form: string): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) places.push([at, at + form.length]);
  const kept = text.replace(HALF, '');
  const head = form.slice(0, LEAST_CUT);
  const from = Math.max(0, kept.length - form.length);
  for (let at = kept.indexOf(head, from); at >= 0; at = kept.indexOf(head, at + 1))
    if (form.startsWith(kept.slice(at))) return [...places, [at, text.length]];
  return places;
}

const literal = (text: string): string => text.replace(/[^a-z0-9]/g, '\\$&');

/** Where a folded text has a short value behind the name of its header, such as `"x-pin":"1234"`. */
function shortPlaces(text: string, name: string, value: string): Place[] {
  const pair = new RegExp(`${literal(name)}[^a-z0-9]{1,8}?(${literal(value)})(?![a-z0-9])`, 'dg');
  return [...text.matchAll(pair)].flatMap(({ indices }) => (indices?.[1] ? [indices[1]] : []));
}

/** Masks the secrets and the values of headers in a text of a receiver that may have encoded, escaped or cut them. */
export function redact(text: string, { secrets, headers }: Confidential): string {
  if (text.length < LEAST_CUT) return text;
  const values = Object.entries(headers);
  const long = [...secrets, ...values.map(([, value]) => value)].filter((value) => value.length >= LEAST);
  const forms = [...new Set(long.flatMap(formsOf).map(folded))];
  const short = values.filter(([, value]) => value.length < LEAST).map((pair) => pair.map(folded));
  const plain: Reading = { text, at: Array.from({ length: text.length + 1 }, (_, index) => index) };
  const once = [PERCENT, BACKSLASH, ENTITY, ANY]
    .filter((escapes) => escapes.test(text))
    .map((escapes) => unescaped(plain, escapes));
  const places = [plain, ...once, ...once.map((reading) => unescaped(reading, ANY))].flatMap((reading) => {
    const inside = folded(reading.text);
    const found = [
      ...forms.flatMap((form) => placesOf(inside, form)),
      ...short.flatMap(([name = '', value = '']) => shortPlaces(inside, name, value)),
    ];
    return found.map(([begin, end]): Place => [reading.at[begin] ?? 0, reading.at[end] ?? text.length]);
  });
  let shown = '';
  let at = 0;
  for (const [begin, end] of places.toSorted(([one], [other]) => one - other)) {
    if (begin >= at) shown += text.slice(at, begin) + MASK;
    at = Math.max(at, end);
  }
  return shown + text.slice(at);
}
