const PARAMETER = /;([^=;]*)=("[^"]*"|[^;]*)/g;

/** The only type whose parameters say what it is. */
const PARTS = 'multipart/mixed';

/** A media range that accepts UTF-8, and its weight. Undefined for one that accepts nothing. */
function readRange(text: string): { range: string; weight: number } | undefined {
  let weight = 1;
  for (const [, name, given = ''] of text.matchAll(PARAMETER)) {
    const value = given.replaceAll('"', '');
    if (name === 'q') weight = Number(value);
    if (name === 'charset' && !['utf-8', 'utf8', '*'].includes(value)) return undefined;
  }
  if (!(weight > 0)) return undefined;
  const type = typeOf(text);
  if (type === PARTS) return { range: text, weight };
  // Some clients write one star for all types.
  return { range: type === '*' ? '*/*' : type, weight };
}

/** The media ranges that a client accepts, the most wanted first. Without a header, all. */
export const acceptedRanges = (accept?: string | null): string[] =>
  (accept || '*/*')
    .replace(/\s/g, '')
    .toLowerCase()
    .split(',')
    .flatMap((range) => readRange(range) ?? [])
    .sort((one, other) => other.weight - one.weight)
    .map(({ range }) => range);

export const typeOf = (range: string): string => range.split(';', 1)[0] ?? '';

/** The JSON type that a client wants most; undefined if it accepts none. */
export function answerType(accept?: string | null): string | undefined {
  for (const type of acceptedRanges(accept).map(typeOf)) {
    if (type === '*/*' || type === 'application/*' || type === 'application/json') return 'application/json';
    if (type === 'application/graphql-response+json') return type;
  }
  return undefined;
}

/** Whether a browser asks for a page. Clients in Java name text/html beside images, browsers beside XHTML. */
export function wantsPage(accept: string | undefined): boolean {
  if (!accept?.includes('text/html')) return false;
  const types = acceptedRanges(accept).map(typeOf);
  const isPlain = types.every((type) => type === 'text/html' || type === '*/*');
  return types[0] === 'text/html' && (isPlain || types.includes('application/xhtml+xml'));
}
