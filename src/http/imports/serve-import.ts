import type { IncomingMessage } from 'node:http';
import { GraphQLError } from 'graphql';
import { InvalidRequestError, UnavailableError } from '../../base/errors.ts';
import { StartupError } from '../../base/startup-error.ts';
import { importRecords } from '../../import/import-records.ts';
import { type Options, readQuery } from '../../import/options.ts';
import type { Stopped, Sums } from '../../import/protocol.ts';
import { openSource } from '../../import/source.ts';
import { askToStop, UnavailableImport } from '../../import/upsert.ts';
import { noteRequest } from '../../load/event-loop.ts';
import type { CountedResponse } from '../../load/slow-readers.ts';
import type { Operation } from '../../operation/operation.ts';
import { endPool, openBeside } from '../../postgres/pool.ts';
import { toFailure } from '../../postgres/sqlstate.ts';
import { WATCHED } from '../../records/records.ts';
import { formatErrors, type Gateway } from '../exchange/answer.ts';
import { answerJson, refusal, uploads } from '../exchange/http-errors.ts';
import { toClientError } from '../exchange/masking.ts';
import { createAnswer } from './answer-lines.ts';
import { grantOf } from './import-grant.ts';
import { lingerOn, uploadOf } from './upload.ts';

/** How many imports of all companies a process runs at once; each has a connection of its own. */
const MOST_RUNNING = 4;
/** An import remembers a hash of each key. */
const MOST_LINES = 1_000_000;
const MB = 1024 * 1024;
/** An array is read as a whole, while everybody waits. */
const MOST_ARRAY = MB;
const STATEMENT_MS = 60_000;

const TABS = 'text/tab-separated-values';
const JSON_LINES = ['application/jsonl', 'application/x-ndjson', 'application/json'];
/** The media types of files; without one it is CSV, whose cells a comma, a semicolon or a tab divides. */
const TYPES = ['text/csv', 'text/plain', TABS, 'application/octet-stream', ...JSON_LINES];

const refusedWith = (status: number, message: string, extensions: object = { code: 'BAD_REQUEST' }): GraphQLError =>
  new GraphQLError(message, { extensions: { ...extensions, http: { status } } });

const busy = (message: string): GraphQLError => refusedWith(429, message, { code: 'OVERLOADED', retryable: true });

const STATUS: Record<string, number> = { UNAUTHENTICATED: 401, FORBIDDEN: 403, BAD_USER_INPUT: 400 };

/** Serves imports over HTTP: POST of a file to /import/tanks, and DELETE of /import/tanks/ID, which ends it. */
export function createImports(gateway: Gateway) {
  const { log, schema, limits } = gateway;
  /** What ends the import of a company. */
  const running = new Map<string, (why: Stopped) => void>();
  const pool = openBeside(gateway.direct, { max: MOST_RUNNING + 1 }, { statement_timeout: `${STATEMENT_MS}` });
  const mostBytes = limits.importMb * MB;
  const tooLarge = (): GraphQLError =>
    refusedWith(413, `A file may have ${limits.importMb} MB. Divide it, and send its parts.`, {
      code: 'REQUEST_ENTITY_TOO_LARGE',
      mostBytes,
    });

  const toError = (error: unknown, operation: Operation): GraphQLError => {
    const { requestId } = operation;
    if (error instanceof UnavailableImport && error.cause === undefined)
      return busy('Another import of these records is running. Try again when it has ended.');
    if (error instanceof UnavailableImport) return toClientError(toFailure(error.cause), requestId, log);
    if (error instanceof StartupError)
      return toClientError(new GraphQLError(error.message, { extensions: { code: 'BAD_USER_INPUT' } }), requestId, log);
    return toClientError(error, requestId, log);
  };

  function answerError(res: CountedResponse, operation: Operation, thrown: unknown): void {
    const error = toError(thrown, operation);
    operation.errors = [error];
    const { code = '', http } = error.extensions;
    const status = http?.status ?? STATUS[code];
    if (status === 401) res.setHeader('www-authenticate', 'Bearer');
    if (error.extensions.retryable === true) res.setHeader('retry-after', '1');
    answerJson(res, status ?? 500, { errors: formatErrors([error]) });
  }

  async function run(
    req: IncomingMessage,
    res: CountedResponse,
    operation: Operation,
    { model, scope, company, tenant, grant }: { model: string; scope: string } & ReturnType<typeof grantOf>,
  ): Promise<void> {
    const options = optionsOf(req);
    const { dryRun } = options;
    const id = operation.requestId;
    const ended = new AbortController();
    let stopped: Stopped | null = null;
    const stop = (why: Stopped): void => {
      stopped ??= why;
      ended.abort();
      upload.destroy();
    };
    // Refused before the file is read, so that Node.js reads the rest and the client its answer.
    if (running.has(company)) throw busy('An import of this company is running. Try again when it has ended.');
    if (running.size >= MOST_RUNNING)
      throw new UnavailableError('OVERLOADED', 'Other imports are running. Try again in a while.');
    running.set(company, stop);
    const { upload, bytes } = uploadOf(req, mostBytes, res.unreadMs, tooLarge);
    operation.atEnd(() => stop('asked'));
    // An import lasts, and has a place of its own.
    operation.leave();
    const { socket } = req;
    uploads.add(socket);
    req.once('close', () => uploads.delete(socket));
    let sums: Sums = { lines: 0, created: 0, updated: 0, unchanged: 0, refused: 0, repeated: 0, reached: 0 };
    let error: GraphQLError | undefined;
    const answer = createAnswer(req, res, { id, dryRun });
    const settings = {
      ...{ model, company, grant, ...options },
      signal: ended.signal,
      asked: { id, stop: () => stop('asked') },
      // The token may have ended meanwhile.
      admit: async () => {
        operation.caller = await gateway.authenticate(req.headers.authorization);
        grantOf(operation, schema, { model, scope });
      },
    };
    try {
      const source = await openSource(upload, options, MOST_ARRAY);
      for await (const report of importRecords(pool, source, settings)) {
        if (report.type === 'batch') ({ sums } = report);
        // Others see that the company is active, and have their turns.
        noteRequest(tenant.key);
        // Replicas answer the company nothing that is older than the import.
        if (!dryRun) gateway.prisma.$requirePrimary(tenant);
        if (sums.lines >= MOST_LINES && !upload.readableEnded) stop('lines');
        await answer.report(report, bytes());
      }
    } catch (thrown) {
      if (!res.headersSent && stopped === null) throw thrown;
      error = stopped === null ? toError(thrown, operation) : undefined;
    } finally {
      running.delete(company);
      upload.destroy();
      lingerOn(req);
      log.info({ requestId: id, company, records: scope, dryRun, ...sums, stopped }, 'import');
      const { created, updated, unchanged, refused } = sums;
      if (!dryRun) for (const root of operation.roots) root.patches = { created, updated, unchanged, refused };
    }
    operation.errors = error === undefined ? [] : [error];
    const { message = '', extensions: { code = 'INTERNAL_SERVER_ERROR', retryable } = {} } = error ?? {};
    const failure = error === undefined ? null : { message, code, ...(retryable === true && { retryable }) };
    answer.end({ ...sums, stopped, error: failure });
  }

  /** The options of a request whose file can be read. Throws for any other. */
  function optionsOf({ url = '', headers }: IncomingMessage): Options {
    const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(/\s*;\s*/);
    const encoded = headers['content-encoding'] ?? 'identity';
    if ((type !== '' && !TYPES.includes(type)) || encoded !== 'identity')
      throw refusedWith(415, `The body must be the file itself, without a Content-Encoding, as ${TYPES.join(', ')}.`);
    if (Number(headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
    const query = new URL(url, 'http://localhost').searchParams;
    const charset = parameters.find((each) => each.startsWith('charset='))?.slice('charset='.length);
    // Clients add it to any text.
    if (charset !== undefined && charset !== 'utf-8' && !query.has('encoding'))
      query.set('encoding', charset.replaceAll('"', ''));
    try {
      const delimiter = type === TABS && !query.has('delimiter') ? '\t' : undefined;
      return readQuery(query, JSON_LINES.includes(type), delimiter);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new InvalidRequestError([{ path: [], code: 'INVALID', message }]);
    }
  }

  async function serve(req: IncomingMessage, res: CountedResponse, operation: Operation, path: string): Promise<void> {
    const [scope = '', id, ...others] = path.split('/');
    const model = WATCHED.find((each) => each.scope === scope)?.model;
    if (model === undefined || others.length > 0) {
      const known = WATCHED.map((each) => `/import/${each.scope}`).join(', ');
      return answerJson(res, 404, refusal(404, `There is nothing at this address. Files are sent to ${known}.`));
    }
    const method = id === undefined ? 'POST' : 'DELETE';
    if (req.method !== method) {
      res.setHeader('allow', method);
      const words = `POST sends a file to /import/${scope}, and DELETE ends an import: /import/${scope}/ID.`;
      return answerJson(res, 405, refusal(405, words));
    }
    const field = `import ${scope}`;
    operation.ask({ name: field });
    operation.beginRoots({ roots: [{ key: field, field }] });
    try {
      await operation.enter();
      const granted = grantOf(operation, schema, { model, scope });
      if (id === undefined) return await run(req, res, operation, { model, scope, ...granted });
      if (await askToStop(pool, model, granted.company, id)) return answerJson(res, 202, { stopping: true });
      throw refusedWith(404, `No import of ${scope} with this id is running.`);
    } catch (error) {
      if (res.headersSent) throw error;
      answerError(res, operation, error);
    }
  }

  /** Ends all imports after their batches, each of which its answer reports. */
  const stop = async (): Promise<void> => {
    for (const each of running.values()) each('gateway');
    await endPool(pool);
  };
  return { serve, stop };
}
