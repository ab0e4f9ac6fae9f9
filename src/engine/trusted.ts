import { existsSync, readFileSync } from 'node:fs';
import { GraphQLError } from 'graphql';
import { reasonOf } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { isPlain } from '../base/values.ts';

/** What a request says about its document. */
export interface DocumentParameters {
  query?: string;
  /** The hash, as the GraphQL over HTTP specification names it. */
  documentId?: unknown;
  /** `persistedQuery.sha256Hash` is the hash, as Apollo names it. */
  extensions?: unknown;
}

/** Tools write hashes with the name of the algorithm or without it. */
const bare = (hash: string): string => hash.replace(/^sha256:/, '');

/** The hash by which a request names its document; undefined if it does not. */
export function hashOf({ documentId, extensions }: DocumentParameters): string | undefined {
  const { persistedQuery } = isPlain(extensions) ? extensions : {};
  const hash = documentId ?? (isPlain(persistedQuery) ? persistedQuery.sha256Hash : undefined);
  return typeof hash === 'string' ? bare(hash) : undefined;
}

/** Apollo's clients know these messages, and then send the document. */
const NOT_FOUND = ['PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND'] as const;
const NOT_SUPPORTED = ['PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED'] as const;

/** The documents of apps, by their hashes. */
export class TrustedDocuments {
  readonly texts: ReadonlyMap<string, string>;
  readonly #only: ReadonlySet<string> | undefined;

  /** With `only`, all others are refused. */
  constructor(texts: ReadonlyMap<string, string> = new Map(), only = false) {
    this.texts = texts;
    this.#only = only ? new Set(texts.values()) : undefined;
  }

  /** The text of the document that a request sends or names. Throws an error for clients if it may not be executed. */
  textOf(parameters: DocumentParameters): string | undefined {
    const { query } = parameters;
    if (!query) {
      const hash = hashOf(parameters);
      const text = hash === undefined ? query : this.texts.get(hash);
      if (hash === undefined || text !== undefined) return text;
      const [message, code] = this.texts.size > 0 ? NOT_FOUND : NOT_SUPPORTED;
      throw new GraphQLError(message, { extensions: { code } });
    }
    if (this.#only?.has(query) === false)
      throw new GraphQLError('This gateway executes only the documents in its TRUSTED_DOCUMENTS.', {
        extensions: { code: 'DOCUMENT_NOT_TRUSTED', http: { status: 400, spec: true } },
      });
    return query;
  }
}

function readManifest(path: string): [string, string][] {
  const fault = (reason: string) => new StartupError(`TRUSTED_DOCUMENTS: ${path} cannot be used: ${reason}`);
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw fault(existsSync(path) ? reasonOf(error) : 'there is no such file');
  }
  const entries = isPlain(manifest) ? Object.entries(manifest) : [];
  const texts = entries.flatMap(([hash, text]): [string, string][] =>
    typeof text === 'string' && text !== '' ? [[bare(hash), text]] : [],
  );
  if (texts.length === 0 || texts.length < entries.length)
    throw fault('it must be an object with the text of a document under each hash, such as persisted-documents.json');
  return texts;
}

/** Reads the manifests of apps, if there are any. Throws StartupError if one cannot be used. */
export const readTrusted = ({ paths, only }: { paths: string[]; only: boolean }): TrustedDocuments | undefined =>
  paths.length === 0 ? undefined : new TrustedDocuments(new Map(paths.flatMap(readManifest)), only);
