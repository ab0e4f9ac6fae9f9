import type { IncomingMessage } from 'node:http';
import { InvalidRequestError } from '../../base/errors.ts';
import type { Refusal } from '../../import/import-records.ts';
import type { AnswerLine, Sums } from '../../import/protocol.ts';
import type { CountedResponse } from '../../load/slow-readers.ts';

const TYPE = 'application/jsonl; charset=utf-8';
const PROGRESS_MS = 250;
/** Many clients read nothing before they have sent all. */
const MOST_UNREAD = 16 * 1024 * 1024;

/** Waits until the client has taken what is written, or is gone. */
const drained = (res: CountedResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      res.off('drain', done).off('close', done);
      resolve();
    };
    res.on('drain', done).on('close', done);
  });

/** Writes the answer to an import, line by line. Its head is written with the first line, when the file fits. */
export class AnswerLines {
  readonly #req: IncomingMessage;
  readonly #res: CountedResponse;
  readonly #head: Extract<AnswerLine, { type: 'begin' }>;
  #reported = 0;

  constructor(req: IncomingMessage, res: CountedResponse, head: { id: string; head: string; dryRun: boolean }) {
    this.#req = req;
    this.#res = res;
    this.#head = { type: 'begin', ignored: [], first: [], ...head };
  }

  begin(first: string[], ignored: string[]): void {
    // Proxies that collect an answer before they pass it on would hold up every line.
    this.#res.isPaced = true;
    this.#res.writeHead(200, { 'content-type': TYPE, 'x-accel-buffering': 'no' });
    this.#write({ ...this.#head, first, ignored });
  }

  /** Writes the lines of a batch, at the pace of the client once that has sent its file. */
  async report(refused: readonly Refusal[], sums: Sums, bytes: number): Promise<void> {
    for (const each of refused) this.#write({ type: 'refused', ...each });
    const now = performance.now();
    if (now - this.#reported > PROGRESS_MS) {
      this.#write({ type: 'progress', bytes, ...sums });
      this.#reported = now;
    }
    const res = this.#res;
    if (res.destroyed || !res.writableNeedDrain) return;
    if (this.#req.complete) await drained(res);
    else if (res.writableLength > MOST_UNREAD)
      throw new InvalidRequestError([
        {
          path: [],
          code: 'LIMIT_REACHED',
          message: `${sums.refused} lines are refused, which the client does not read while it sends the file: correct them first, or send a part`,
        },
      ]);
  }

  end(line: Omit<Extract<AnswerLine, { type: 'end' }>, 'type' | 'dryRun'>): void {
    if (!this.#res.headersSent) this.begin([], []);
    this.#write({ type: 'end', dryRun: this.#head.dryRun, ...line });
    this.#res.end();
  }

  #write(line: AnswerLine): void {
    this.#res.write(`${JSON.stringify(line)}\n`);
  }
}
