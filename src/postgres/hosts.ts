import pg from 'pg';
import { reasonOf } from '../base/errors.ts';
import type { Host } from '../settings/database-url.ts';

/** A host that does not answer must not hold the others. */
const ANSWER_WITHIN_MS = 2_000;
const ACCEPTS = `SELECT NOT current_setting('transaction_read_only')::boolean AS "accepts"`;

type Connected = (error: Error | null, client?: pg.Client) => void;

/** The hosts of an address. The first that accepts writes is used, until a connection to it fails or accepts none. */
export class Hosts {
  readonly Client: typeof pg.Client;
  readonly #url: string;
  readonly #all: readonly Host[];
  #found: Promise<Host> | undefined;

  constructor(url: string, all: readonly Host[]) {
    this.#url = url;
    this.#all = all;
    const hosts = this;
    this.Client = class extends pg.Client {
      override connect(): Promise<pg.Client>;
      override connect(callback: Connected): void;
      override connect(callback?: Connected): Promise<pg.Client> | undefined {
        const connected = this.#connect();
        if (callback === undefined) return connected;
        connected.then((client) => callback(null, client), callback);
        return undefined;
      }

      async #connect(): Promise<pg.Client> {
        Object.assign(this, await hosts.#find());
        try {
          return await super.connect();
        } catch (error) {
          hosts.forget();
          throw error;
        }
      }
    };
  }

  /** The next connection asks all hosts again: this one fails, or accepts no writes any more. */
  forget(): void {
    this.#found = undefined;
  }

  #find(): Promise<Host> {
    this.#found ??= Promise.any(this.#all.map((host) => this.#ask(host))).catch((error: AggregateError) => {
      this.forget();
      throw new Error(error.errors.map(reasonOf).join('; '));
    });
    return this.#found;
  }

  async #ask(host: Host): Promise<Host> {
    const limits = { connectionTimeoutMillis: ANSWER_WITHIN_MS, query_timeout: ANSWER_WITHIN_MS };
    const client = new pg.Client({ connectionString: this.#url, ...limits });
    client.on('error', () => {});
    try {
      await Object.assign(client, host).connect();
      const { rows } = await client.query<{ accepts: boolean }>(ACCEPTS);
      if (rows[0]?.accepts !== true) throw new Error('it accepts no writes');
      return host;
    } catch (error) {
      throw new Error(`${host.host}:${host.port}: ${reasonOf(error)}`);
    } finally {
      client.end().catch(() => {});
    }
  }
}
