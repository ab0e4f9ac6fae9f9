import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { GraphQLError } from 'graphql';
import type { Code } from '../../engine/codes.ts';

/** The most bytes of a request's body, over HTTP and WebSocket, with or without a Content-Length. */
export const LARGEST_BODY = 256 * 1024;

/** The answer to a larger one: 413. Yoga's own error does not say the limit. */
export const TOO_LARGE = new GraphQLError(
  `The body may have ${LARGEST_BODY / 1024} KB. Divide what it asks for among several requests.`,
  { extensions: { code: 'REQUEST_ENTITY_TOO_LARGE', mostBytes: LARGEST_BODY, http: { status: 413 } } },
);

const JSON_HEADER = 'application/json; charset=utf-8';

const WORDS: Record<number, string> = {
  400: 'The request cannot be read as HTTP.',
  404: 'There is nothing at this address. GraphQL is at /graphql.',
  406: 'The answer can only be application/graphql-response+json, application/json, text/event-stream or multipart/mixed.',
  408: 'The request took too long to arrive.',
  413: 'The extensions of chunks may have 16 KB.',
  415: 'The body must be application/json in UTF-8, without a Content-Encoding.',
  417: 'The only expectation that can be met is 100-continue.',
  431: 'The headers are too large.',
};

/** Nothing was executed: the client's line was slow. */
const LATE = { code: 'TIMEOUT' satisfies Code, retryable: true };

/** The body of a refusal without GraphQL. */
export const refusal = (status: number, message = WORDS[status] ?? STATUS_CODES[status]) => ({
  errors: [{ message, extensions: status === 408 ? LATE : { code: 'BAD_REQUEST' satisfies Code } }],
});

export function answerJson(res: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  res.writeHead(status, { 'content-type': JSON_HEADER, 'content-length': Buffer.byteLength(text) }).end(text);
}

/** The first bytes of protocols that are not served here, and the advice to the client. */
const OTHERS: [start: string, message: string][] = [
  ['PRI * HTTP/2', 'HTTP/2 is not served without TLS: let the proxy send HTTP/1.1.'],
  ['PROXY ', 'The PROXY protocol is not read: let the proxy send HTTP alone.'],
  ['\r\n\r\n\0\r\nQUIT', 'The PROXY protocol is not read: let the proxy send HTTP alone.'],
  ['\x16\x03', 'TLS is not served: let a proxy end it, and send http:// here.'],
];

const STATUS_OF: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Connections whose request may take longer to arrive than others may, as long as it arrives. */
export const uploads = new WeakSet<object>();

export type NoteRefused = (status: number, requestId: string) => void;

/** Answers in JSON what Node.js refuses by itself, such as bytes that are not HTTP. */
export function answerUnreadable(server: Server, noteRefused: NoteRefused = () => {}): void {
  server.on('checkExpectation', (_req, res: ServerResponse) => {
    const requestId = randomUUID();
    res.setHeader('x-request-id', requestId);
    answerJson(res, 417, refusal(417));
    noteRefused(417, requestId);
  });
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && uploads.has(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const sent = error.rawPacket?.toString('latin1', 0, 16) ?? '';
    const other = OTHERS.find(([start]) => sent.startsWith(start))?.[1];
    writeRefusal(socket, STATUS_OF[error.code ?? ''] ?? 400, noteRefused, other);
  });
}

/** Writes a refusal where there is no response, and closes the connection. */
export function writeRefusal(socket: Duplex, status: number, noteRefused: NoteRefused, message?: string): void {
  const requestId = randomUUID();
  noteRefused(status, requestId);
  const text = JSON.stringify(refusal(status, message));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `x-request-id: ${requestId}`,
    `content-type: ${JSON_HEADER}`,
    `content-length: ${Buffer.byteLength(text)}`,
    ...(status === 426 ? ['upgrade: websocket', 'connection: close, upgrade'] : ['connection: close']),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}
