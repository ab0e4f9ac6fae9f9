import type { Plugin } from 'graphql-yoga';
import { refusal } from './faults.ts';

/** The media type of the answer: the first acceptable JSON type. Undefined if there is none. */
export function answerType(accept?: string | null): string | undefined {
  for (const entry of (accept || '*/*').replace(/\s/g, '').toLowerCase().split(',')) {
    const [range = '', ...parameters] = entry.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    if (charset !== undefined && charset !== 'charset=utf-8') continue;
    const [group = '', kind = ''] = range.split('/');
    if (group !== '*' && group !== 'application') continue;
    if (kind === '*' || kind === 'json') return 'application/json';
    if (kind === 'graphql-response+json') return 'application/graphql-response+json';
  }
  return undefined;
}

/** Refuses answers that are not JSON, such as event streams, and gives a body to what yoga refuses without one. */
export const useRefusals: Plugin = {
  onRequestParse({ request, fetchAPI, endResponse }) {
    if (answerType(request.headers.get('accept')) === undefined)
      endResponse(new fetchAPI.Response(null, { status: 406 }));
  },
  onResponse({ response, setResponse, fetchAPI }) {
    const { status, headers } = response;
    if (status < 400 || headers.has('content-type')) return;
    headers.set('content-type', 'application/json; charset=utf-8');
    setResponse(new fetchAPI.Response(JSON.stringify(refusal(status)), { status, headers }));
  },
};
