import { existsSync, readFileSync } from 'node:fs';
import { GraphQLError, stripIgnoredCharacters } from 'graphql';
import { reasonOf } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { isPlain } from '../records/values.ts';

export interface DocumentParameters {
  query?: string;
  /** The hash, as the GraphQL over HTTP specification names it. */
  documentId?: unknown;
  /** `persistedQuery.sha256Hash` is the hash, as Apollo names it. */
  extensions?: unknown;
}

/** Tools write hashes with the name of the algorithm or without it. */
const bare = (hash: string): string => hash.replace(/^sha256:/, '');

export function hashOf({ documentId, extensions }: DocumentParameters): string | undefined {
  const { persistedQuery } = isPlain(extensions) ? extensions : {};
  const hash = documentId ?? (isPlain(persistedQuery) ? persistedQuery.sha256Hash : undefined);
  return typeof hash === 'string' ? bare(hash) : undefined;
}

/** Apollo's clients know these messages, and then send the document. */
const NOT_FOUND = ['PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND'] as const;
const NOT_SUPPORTED = ['PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED'] as const;

/** The text without the spaces, commas and comments that GraphQL ignores; as it is if it has no tokens of GraphQL. */
function minified(text: string): string {
  try {
    return stripIgnoredCharacters(text);
  } catch {
    return text;
  }
}

export class TrustedDocuments {
  readonly texts: ReadonlyMap<string, string>;
  /** The texts of the manifests by themselves and by their minified form, if all others are refused. */
  readonly #only: ReadonlyMap<string, string> | undefined;
  /** Formatting doubles a text at most. A longer one may be as long as a body, and is not read. */
  readonly #longest: number;

  constructor(texts: ReadonlyMap<string, string> = new Map(), only = false) {
    this.texts = texts;
    const all = [...texts.values()];
    this.#only = only
      ? new Map(all.flatMap((text) => [minified(text), text].map((key) => [key, text] as const)))
      : undefined;
    this.#longest = 2 * Math.max(0, ...all.map(({ length }) => length));
  }

  /** The text of the document that a request sends or names. Throws an error for clients if it may not be executed. */
  textOf(parameters: DocumentParameters): string | undefined {
    const { query } = parameters;
    if (!query) return this.#named(parameters);
    if (this.#only === undefined) return query;
    const text = this.#only.get(query) ?? (query.length > this.#longest ? undefined : this.#only.get(minified(query)));
    if (text !== undefined) return text;
    throw new GraphQLError('This gateway executes only the documents in its TRUSTED_DOCUMENTS.', {
      extensions: { code: 'DOCUMENT_NOT_TRUSTED', http: { status: 400, spec: true } },
    });
  }

  #named(parameters: DocumentParameters): string | undefined {
    const hash = hashOf(parameters);
    const text = hash === undefined ? parameters.query : this.texts.get(hash);
    if (hash === undefined || text !== undefined) return text;
    const [message, code] = this.texts.size > 0 ? NOT_FOUND : NOT_SUPPORTED;
    throw new GraphQLError(message, { extensions: { code } });
  }
}

/** The ids and texts of a manifest: `{ hash: text }`, Apollo's list of operations, or Apollo Kotlin's by id. */
function entriesOf(manifest: unknown): [id: unknown, text: unknown][] {
  if (!isPlain(manifest)) return [];
  if (Array.isArray(manifest.operations))
    return manifest.operations.map((operation: unknown) =>
      isPlain(operation) ? [operation.id, operation.body] : [undefined, undefined],
    );
  return Object.entries(manifest).map(([id, entry]) => [id, isPlain(entry) ? entry.source : entry]);
}

function readManifest(path: string): [string, string][] {
  const fault = (reason: string) => new StartupError(`TRUSTED_DOCUMENTS: ${path} cannot be used: ${reason}`);
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    throw fault(existsSync(path) ? reasonOf(error) : 'there is no such file');
  }
  const entries = entriesOf(manifest);
  const texts = entries.flatMap(([id, text]): [string, string][] =>
    typeof id === 'string' && typeof text === 'string' && text !== '' ? [[bare(id), text]] : [],
  );
  if (texts.length === 0 || texts.length < entries.length)
    throw fault('it must be an object with the text of a document under each hash, or a manifest of Apollo');
  return texts;
}

/** Reads the manifests of apps, if there are any. Throws StartupError if one cannot be used. */
export const readTrusted = ({ paths, only }: { paths: string[]; only: boolean }): TrustedDocuments | undefined =>
  paths.length === 0 ? undefined : new TrustedDocuments(new Map(paths.flatMap(readManifest)), only);
