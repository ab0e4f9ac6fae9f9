/** What an import has done so far, in lines of the file. */
export interface Sums {
  lines: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  /** How many name a record of an earlier line. */
  repeated: number;
  /** The line up to which everything is written or refused. */
  reached: number;
}

/** A refused line, and its text for the file of refused ones. */
export interface Refusal {
  line: number;
  reason: string;
  text: string;
}

interface Beginning {
  type: 'begin';
  /** The first line of a file of refused lines; empty for JSON lines, which have none. */
  head: string;
  /** The columns that are left out. */
  ignored: string[];
  /** The first records as they would be stored, each as JSON. */
  first: string[];
}

/** What an import says of itself: its beginning, before it writes anything, and then each batch. */
export type Report = Beginning | { type: 'batch'; refused: Refusal[]; sums: Sums; stopped?: Stopped | null };

/** Why an import has ended before its file. */
export type Stopped = 'asked' | 'gateway' | 'lines';

/** A line of the answer to an import over HTTP: one `begin`, then `refused` and `progress`, and `end` as the last. */
export type AnswerLine =
  | (Beginning & {
      dryRun: boolean;
      /** By which a DELETE ends the import. */
      id: string;
    })
  | ({ type: 'refused' } & Refusal)
  | ({
      type: 'progress';
      /** How much of the file is read. */
      bytes: number;
    } & Sums)
  | ({
      type: 'end';
      dryRun: boolean;
      stopped: Stopped | null;
      error: { message: string; code: string; retryable?: boolean } | null;
    } & Sums);
