import { GraphQLError } from 'graphql';
import { type GraphQLParams, isAsyncIterable, type Plugin } from 'graphql-yoga';
import { parseInput } from '../../exact-json.ts';
import { isPlain, parseJson } from '../../records/values.ts';
import { refusal, TOO_LARGE } from '../exchange/http-errors.ts';
import { liveFormat } from './event-stream.ts';
import { acceptedRanges, answerType } from './media-types.ts';

const JSON_TYPE = 'application/json';
/** Yoga takes them. A page of any origin can send a form without a preflight. */
const OTHERS = ['application/x-www-form-urlencoded', 'application/graphql'];

/** An `Accept` whose ranges all have the weight 0; an empty one accepts everything. */
const REFUSES_ALL = 'none';

function isPlainUtf8(headers: Headers): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s",;]*)/i.exec(headers.get('content-type') ?? '')?.[1] ?? 'utf-8';
  const encoding = headers.get('content-encoding') || 'identity';
  return ['utf-8', 'utf8'].includes(charset.toLowerCase()) && encoding.toLowerCase() === 'identity';
}

const typeOf = (headers: Headers): string =>
  headers.get('content-type')?.split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? '';

/** Throws if a parameter in the address is not JSON, which to Yoga is an error of the server. */
function checkAddress({ searchParams }: URL): void {
  for (const name of ['variables', 'extensions'])
    if (parseJson(searchParams.get(name) || 'null') === undefined)
      throw new GraphQLError(`The parameter "${name}" must be JSON.`, {
        extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
      });
}

/** The parameters that are read. Clients add others, such as Relay's `id`; without a document, Yoga names these. */
function knownOf<Given>(given: Given): Given | GraphQLParams {
  if (!isPlain(given)) return given;
  const { query, variables, extensions, operationName, documentId }: Record<string, unknown> = given;
  if (query === undefined && extensions === undefined && documentId === undefined) return given;
  const name = operationName === '' ? undefined : operationName;
  const known = { query, variables, extensions, documentId, operationName: name };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

/** Refuses forms, bodies that are not UTF-8 and answers of other types. */
export const useRefusals: Plugin = {
  onRequest({ request: { headers } }) {
    // Yoga takes media types letter by letter, and knows no weights.
    const [type, accept] = [headers.get('content-type'), headers.get('accept')];
    if (typeOf(headers) === JSON_TYPE) headers.set('content-type', `${type}`.replace(/^[^;,]*/, JSON_TYPE));
    if (accept) headers.set('accept', acceptedRanges(accept).join(',') || REFUSES_ALL);
  },
  onRequestParse({ request, url, fetchAPI, endResponse, requestParser, setRequestParser }) {
    const accept = request.headers.get('accept');
    if (answerType(accept) === undefined && liveFormat(accept) === undefined)
      return endResponse(new fetchAPI.Response(null, { status: 406 }));
    if (OTHERS.includes(typeOf(request.headers)) || !isPlainUtf8(request.headers))
      return endResponse(new fetchAPI.Response(null, { status: 415 }));
    if (request.method === 'GET') checkAddress(url);
    if (requestParser === undefined) return;
    // As the fast path: yoga would parse numbers without a note of the digits that they lose.
    setRequestParser(async (asked) => {
      asked.json = async () => parseInput(await asked.text());
      const ofAddress = (name: string) => (request.method === 'GET' ? url.searchParams.get(name) : null);
      const [variables, documentId] = ['variables', 'documentId'].map(ofAddress);
      // Yoga does not read the id of a document from the address.
      return Object.assign(
        knownOf(await requestParser(asked)),
        variables && { variables: parseInput(variables) },
        documentId && { documentId },
      );
    });
  },
  onResultProcess({ result, setResult }) {
    if (Array.isArray(result) || isAsyncIterable(result)) return;
    const [error] = result.errors ?? [];
    const { code, http } = error?.extensions ?? {};
    if (code === TOO_LARGE.extensions.code) setResult({ errors: [TOO_LARGE] });
    // Without a document, it is no GraphQL request in any media type; Yoga answers 200 in application/json.
    else if (code === 'BAD_REQUEST' && http?.spec)
      setResult({ errors: [new GraphQLError(`${error?.message}`, { extensions: { code, http: { status: 400 } } })] });
  },
  onResponse({ response, setResponse, fetchAPI }) {
    const { status, headers } = response;
    if (status < 400 || headers.has('content-type')) return;
    headers.set('content-type', 'application/json; charset=utf-8');
    setResponse(new fetchAPI.Response(JSON.stringify(refusal(status)), { status, headers }));
  },
};
