import type { AnswerLine } from '../src/import/protocol.ts';
import type { RecordModel } from './schema.ts';
import { GRAPHQL, session } from './session.ts';

export type Refusal = Extract<AnswerLine, { type: 'refused' }>;

/** What an import has done, or a dry run would do. */
export interface Report {
  ignored: string[];
  refused: Refusal[];
  /** The first line of a file of refused lines. */
  head: string;
  end: Extract<AnswerLine, { type: 'end' }>;
}

export interface Progress {
  /** How much of the file is sent, and then how much of it is read. */
  share: number;
  /** How many lines are done; 0 while the file is sent. */
  lines: number;
}

export interface Sending {
  report: Promise<Report>;
  /** Ends the import after what it is writing. */
  cancel: () => void;
}

const CANCEL_MS = 10_000;

/**
 * Sends a file to the gateway, which imports it. Not by fetch, which does not report how much of the file is sent, and
 * reads no answer before all of it is.
 */
export function sendFile(
  { slug }: RecordModel,
  file: File,
  options: Readonly<Record<string, string>>,
  onProgress: (progress: Progress) => void,
): Sending {
  const address = `${GRAPHQL.replace(/graphql$/, 'import')}/${slug}`;
  const headers = { authorization: `Bearer ${session.value.token}` };
  const xhr = new XMLHttpRequest();
  xhr.open('POST', `${address}?${new URLSearchParams(options)}`);
  xhr.setRequestHeader('authorization', headers.authorization);
  xhr.setRequestHeader('content-type', /\.(jsonl|ndjson|json)$/i.test(file.name) ? 'application/jsonl' : 'text/csv');
  const report: Omit<Report, 'end'> = { ignored: [], refused: [], head: '' };
  let id: string | undefined;
  let end: Report['end'] | undefined;
  let read = 0;
  let progress = { share: 0, lines: 0 };
  const readLines = (): void => {
    if (xhr.status !== 200) return;
    const until = xhr.responseText.lastIndexOf('\n');
    if (until < read) return;
    for (const text of xhr.responseText.slice(read, until).split('\n')) {
      const line: AnswerLine = JSON.parse(text);
      if (line.type === 'begin') {
        id = line.id;
        Object.assign(report, { ignored: line.ignored, head: line.head });
      } else if (line.type === 'refused') report.refused.push(line);
      else if (line.type === 'end') end = line;
      else progress = { share: line.bytes / file.size, lines: line.lines };
    }
    read = until + 1;
    onProgress(progress);
  };
  xhr.upload.onprogress = ({ loaded, total }) => {
    if (progress.lines === 0) onProgress({ share: total === 0 ? 1 : loaded / total, lines: 0 });
  };
  xhr.onprogress = readLines;
  const ended = new Promise<Report>((resolve, reject) => {
    xhr.onloadend = () => {
      readLines();
      if (end?.error?.code === 'UNAUTHENTICATED') askForToken(end.error.message);
      if (end !== undefined) return resolve({ ...report, end });
      reject(new Error(xhr.status === 0 || xhr.status === 200 ? 'The gateway does not answer.' : refusalIn(xhr)));
    };
  });
  const cancel = (): void => {
    if (xhr.readyState === XMLHttpRequest.DONE) return;
    const abort = () => xhr.abort();
    // Nothing is written yet.
    if (id === undefined) abort();
    else fetch(`${address}/${id}`, { method: 'DELETE', headers }).then(({ ok }) => ok || abort(), abort);
    setTimeout(abort, CANCEL_MS);
  };
  xhr.send(file);
  return { report: ended, cancel };
}

/** Leaves the page as it is, and asks for another token. */
const askForToken = (refusal: string): void => session.set({ ...session.value, refusal });

/** Why the gateway has refused a file. */
function refusalIn({ status, responseText }: XMLHttpRequest): string {
  let message: unknown;
  try {
    message = JSON.parse(responseText).errors[0].message;
  } catch {
    return `Something in front of the gateway has answered, with status ${status}.`;
  }
  if (status === 401) askForToken(`${message}`);
  return `${message}`;
}
