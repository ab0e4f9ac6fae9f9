import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ExecutionArgs, type GraphQLError, parse } from 'graphql';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL, makeServer, type SubscribePayload } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { UnavailableError } from '../../base/errors.ts';
import type { Documents, Parameters } from '../../engine/documents.ts';
import { SocketReads } from '../../load/socket-reads.ts';
import type { Operation } from '../../operation/operation.ts';
import { isPlain, parseJson } from '../../records/values.ts';
import { type Answer, errorAnswer, executeOperation, formatErrors, type Gateway, prepare } from '../exchange/answer.ts';
import { LARGEST_BODY, type NoteRefused, writeRefusal } from '../exchange/http-errors.ts';
import { type OpenLive, openLive } from '../exchange/live-answers.ts';
import { toClientError } from '../exchange/masking.ts';
import type { Pipeline } from '../graphql-over-http/pipeline.ts';
import { Answers, Connection } from './socket-connection.ts';
import { UnknownSockets } from './unknown-sockets.ts';

const INIT_MS = 10_000;
const CLOSE_MS = 2_000;
const LONGEST_ID = 128;
/** Fragments of a message, and reads of a frame: each costs memory and time. Browsers send one fragment. */
const MOST_FRAGMENTS = 64;
const MOST_READS = 1_024;
/** The most queries and mutations of a connection at once; live operations are limited for each company. */
const MOST_OPERATIONS = 100;

/** What the library executes; the context has the answers. */
const NOTHING = parse('{ __typename }');

type Refused = Pick<Answer, 'errors'>;

export interface SocketSettings {
  gateway: Gateway;
  documents: Documents;
  begin: (operation: Operation) => void;
  noteRefused: NoteRefused;
  /** If operations pass it. */
  openPipeline: (() => Promise<Pipeline>) | undefined;
}

/** The WebSockets of graphql-ws, for all operations. */
export class Sockets {
  readonly #settings: SocketSettings;
  readonly #connections = new Set<Connection>();
  readonly #unknown = new UnknownSockets();
  readonly #reads = new SocketReads();
  readonly #server: WebSocketServer;
  readonly #protocol = makeServer<Record<string, unknown>, Connection>({
    connectionInitWaitTimeout: INIT_MS,
    onConnect: ({ extra, connectionParams = {} }) => this.#connect(extra, connectionParams),
    onSubscribe: ({ extra }, id, payload) => this.#subscribe(extra, id, payload),
    onError: (_context, _id, _payload, errors) => formatErrors(errors),
    execute: ({ contextValue }) => {
      if (contextValue instanceof Answers) return contextValue;
      throw new Error('the library executes what it was not given');
    },
  });

  constructor(settings: SocketSettings) {
    this.#settings = settings;
    const pieces = { maxFragments: MOST_FRAGMENTS, maxBufferedChunks: MOST_READS };
    const limits = { maxPayload: LARGEST_BODY, closeTimeout: CLOSE_MS, ...pieces };
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      allowSynchronousEvents: false,
      // Clients also offer the older protocol `graphql-ws`, and often before this one.
      handleProtocols: () => GRAPHQL_TRANSPORT_WS_PROTOCOL,
      ...limits,
    });
    this.#server.on('wsClientError', (error, socket) => writeRefusal(socket, 400, settings.noteRefused, error.message));
  }

  accept(req: IncomingMessage, stream: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(req, stream, head, (socket) => this.#open(socket, req, stream));
  }

  #open(socket: WebSocket, req: IncomingMessage, stream: Duplex): void {
    const connection = new Connection(socket, req, stream, this.#settings.gateway.beatMs);
    this.#connections.add(connection);
    this.#unknown.add(connection, stream);
    this.#reads.add(stream, () => !socket.isPaused);
    const closed = this.#protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => connection.send(text),
        close: (code = 1000, reason = '') => connection.close(code, reason),
        onMessage: (receive) =>
          socket.on('message', (data) => {
            // It takes a parsed message as well, and keeps it as long as the operation is open.
            const received: Promise<void> = Reflect.apply(receive, undefined, [knownPartsOf(parseJson(String(data)))]);
            received.catch(() => connection.close(4400, 'The message is not one of graphql-transport-ws.'));
          }),
      },
      connection,
    );
    void connection.closed.then(() => {
      this.#connections.delete(connection);
      this.#unknown.delete(connection);
      return closed();
    });
  }

  /** Takes the token from the payload of `connection_init`, or from the headers of the upgrade. */
  async #connect(connection: Connection, payload: Record<string, unknown>): Promise<void> {
    const { headers } = connection.req;
    // Clients of Hasura send it among headers.
    const token = tokenIn(payload) ?? tokenIn(payload.headers);
    if (typeof token === 'string') headers.authorization = token;
    try {
      const { refusal } = await this.#settings.gateway.authenticate(headers.authorization);
      if (refusal === undefined) this.#unknown.delete(connection);
      else connection.close(4403, refusal);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      connection.close(1013, error.message);
    }
  }

  async #subscribe(
    connection: Connection,
    id: string,
    payload: SubscribePayload,
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const { gateway, begin } = this.#settings;
    const { schema, log } = gateway;
    if (id.length > LONGEST_ID) throw new Error('the id is too long');
    // Its client asks again elsewhere.
    if (connection.isLeaving) return new Promise(() => {});
    if (connection.answering() >= MOST_OPERATIONS) {
      const message = `A connection has at most ${MOST_OPERATIONS} queries and mutations at once. Wait for an answer.`;
      return [toClientError(new UnavailableError('OVERLOADED', message), randomUUID(), log)];
    }
    const answers = new Answers(id, connection, gateway, log);
    const { operation } = answers;
    connection.add(answers);
    begin(operation);
    const { query, documentId, operationName, variables, extensions }: Parameters = payload;
    const parameters = { query, documentId, operationName, variables, extensions };
    // The library keeps it as long as the operation is open.
    for (const name of Object.keys(payload)) Reflect.deleteProperty(payload, name);
    const found = await this.#answersTo(parameters, answers).catch((error: unknown) => ({
      errors: [toClientError(error, operation.requestId, log)],
    }));
    if (!('errors' in found)) {
      answers.answers = found;
      return { schema, document: NOTHING, contextValue: answers };
    }
    const refused = errorAnswer(found.errors, operation, log);
    answers.refuse(refused);
    answers.end(true);
    return refused.errors;
  }

  async #answersTo(given: Parameters, answers: Answers): Promise<AsyncIterable<Answer> | Answer[] | Refused> {
    const { operation } = answers;
    const { gateway, documents, openPipeline } = this.#settings;
    if (openPipeline !== undefined) {
      const { answerThrough } = await import('../graphql-over-http/pipeline.ts');
      const result = await answerThrough(await openPipeline(), given, operation);
      return 'answers' in result ? this.#begun(answers, result) : toAnswers(result);
    }
    const parameters = { ...given, query: documents.textOf(given) ?? '' };
    const prepared = await prepare(documents, parameters, operation, gateway);
    if (prepared.kind === 'subscription' && prepared.execute !== undefined) {
      const opened = await openLive(parameters, prepared, operation, documents, gateway);
      return 'errors' in opened ? opened : this.#begun(answers, opened);
    }
    return toAnswers(await executeOperation(prepared, operation, gateway));
  }

  #begun(answers: Answers, opened: OpenLive): AsyncIterable<Answer> {
    opened.idle = (cursor) => cursor !== undefined && answers.sendCursor(cursor);
    return opened.answers;
  }

  /** Closes all connections when their answers are sent, and cuts them after `graceMs` milliseconds. */
  async stop(graceMs: number): Promise<void> {
    for (const connection of this.#connections) connection.leave();
    const cut = setTimeout(() => {
      for (const { socket } of this.#connections) socket.terminate();
    }, graceMs);
    await Promise.all([...this.#connections].map(({ closed }) => closed));
    clearTimeout(cut);
  }
}

const toAnswers = (answer: Answer): Answer[] | Refused => (answer.data === undefined ? answer : [answer]);

const tokenIn = (payload: unknown): unknown =>
  isPlain(payload) ? Object.entries(payload).find(([name]) => name.toLowerCase() === 'authorization')?.[1] : undefined;

/** The parts that are read of a message, which the library keeps. */
const knownPartsOf = (message: unknown): unknown =>
  isPlain(message) ? { id: message.id, type: message.type, payload: message.payload } : message;
