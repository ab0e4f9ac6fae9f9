import type { IncomingMessage } from 'node:http';
import { InvalidRequestError } from '../../base/errors.ts';
import type { AnswerLine, Report } from '../../import/protocol.ts';
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
export function createAnswer(req: IncomingMessage, res: CountedResponse, of: { id: string; dryRun: boolean }) {
  let reported = 0;

  const write = (line: AnswerLine): void => void res.write(`${JSON.stringify(line)}\n`);

  const begin = (beginning: Extract<Report, { type: 'begin' }>): void => {
    // Proxies that collect an answer before they pass it on would hold up every line.
    res.isPaced = true;
    res.writeHead(200, { 'content-type': TYPE, 'x-accel-buffering': 'no' });
    write({ ...beginning, ...of });
  };

  return {
    /** Writes what an import reports, at the pace of the client once that has sent its file. */
    async report(report: Report, bytes: number): Promise<void> {
      if (report.type === 'begin') return begin(report);
      const { refused, sums } = report;
      for (const each of refused) write({ type: 'refused', ...each });
      const now = performance.now();
      if (now - reported > PROGRESS_MS) {
        write({ type: 'progress', bytes, ...sums });
        reported = now;
      }
      if (res.destroyed || !res.writableNeedDrain) return;
      if (req.complete) await drained(res);
      else if (res.writableLength > MOST_UNREAD)
        throw new InvalidRequestError([
          {
            path: [],
            code: 'LIMIT_REACHED',
            message: `${sums.refused} lines are refused, which the client does not read while it sends the file: correct them first, or send a part`,
          },
        ]);
    },
    end(line: Omit<Extract<AnswerLine, { type: 'end' }>, 'type' | 'dryRun'>): void {
      if (!res.headersSent) begin({ type: 'begin', head: '', ignored: [], first: [] });
      write({ type: 'end', dryRun: of.dryRun, ...line });
      res.end();
    },
  };
}
