import { useClient } from '@urql/preact';
import { parse } from 'csv-parse/browser/esm/sync';
import { useRef, useState } from 'preact/hooks';
import { createManyOf, LISTED, listOf, type Page, type Row, updateManyOf } from './documents.ts';
import {
  type Fault,
  fieldsOf,
  keyOf,
  type Line,
  linesOf,
  namedTwice,
  type Plan,
  planOf,
  suggested,
  type File as Table,
  withIds,
} from './import-plan.ts';
import { Dialog, Loading, say } from './parts.tsx';
import { counted, type RecordModel } from './schema.ts';
import { messageOf } from './session.ts';
import { countOf } from './values.ts';

interface Props {
  record: RecordModel;
  company: string | null;
  onClose: () => void;
}

interface Checked {
  plan: Plan;
  file: string;
  /** The columns that nobody sets here, and those that no record has. */
  left: string[];
  unknown: string[];
}

interface Each {
  __typename: string;
  message?: string;
  issues?: { path: string[]; message: string }[];
}

/** Of a request: bodies have a limit of 1 MB. */
const BATCH = 200;
const MOST_BYTES = 10_000_000;
const MOST_FAULTS = 100;

/** Creates and changes records from a CSV file: shows what it would do, and then does it. */
export function Import({ record, company, onClose }: Props) {
  const client = useClient();
  const [checked, setChecked] = useState<Checked>();
  const [fault, setFault] = useState<string>();
  const [progress, setProgress] = useState<number>();
  const [refused, setRefused] = useState<readonly Fault[]>([]);
  const [leftOut, setLeftOut] = useState<readonly Fault[]>([]);
  const settable = [...(record.update?.columns ?? []), ...(record.create?.columns ?? [])].map(({ name }) => name);

  async function check(file: File): Promise<void> {
    setFault(undefined);
    setProgress(0);
    try {
      if (file.size > MOST_BYTES) throw new Error('The file is larger than 10 MB: use npm run import.');
      const table = read(await textIn(file));
      const { names } = table;
      const fields = fieldsOf(names, record);
      const twice = namedTwice(fields, names);
      if (twice !== undefined) throw new Error(`Two columns name the field ${twice}.`);
      const lines = withIds(linesOf(table, record, fields), record, company);
      const isKnown = (name: string) => fields.get(name) !== undefined;
      const left = names.filter((name) => ![...settable, 'id'].includes(fields.get(name) ?? 'id'));
      const unknown = names
        .filter((name) => name.trim() !== '' && !isKnown(name))
        .map((name) => suggested(name, settable));
      if (![...fields.values()].some((field) => field !== undefined && settable.includes(field)))
        throw new Error(`The first line names no field of a ${record.noun}.`);
      const found = await find(lines);
      setChecked({ plan: planOf(lines, record, found), file: file.name, left, unknown });
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
    setProgress(undefined);
  }

  /** The records that the lines name, with what can be set of them. */
  async function find(lines: readonly Line[]): Promise<Row[]> {
    const names = record.update?.columns.map(({ name }) => name) ?? [];
    const rows: Row[] = [];
    for (const by of ['id', 'externalId'] as const) {
      if (by === 'externalId' && !record.filters.some(({ name }) => name === 'externalId')) continue;
      const keys = lines.flatMap((line) => {
        const key = keyOf(line);
        return key?.by === by ? key.value : [];
      });
      for (let at = 0; at < keys.length; at += BATCH) {
        const filter = { [by]: { in: [...new Set(keys.slice(at, at + BATCH))] } };
        const { data, error } = await client.query<Page>(
          listOf(record, [...names, ...(by === 'externalId' ? ['externalId'] : [])]),
          { filter, first: BATCH },
          { requestPolicy: 'network-only' },
        );
        if (error || !data?.page) throw new Error(error ? messageOf(error) : 'There is no answer.');
        rows.push(...data.page.nodes);
      }
    }
    return rows;
  }

  async function write({ plan }: Checked): Promise<void> {
    const faults: Fault[] = [];
    const total = plan.creates.length + plan.updates.length;
    let done = 0;
    const send = async <Item extends { line: Line }>(
      items: readonly Item[],
      document: string,
      variablesOf: (items: readonly Item[]) => object,
    ): Promise<boolean> => {
      for (let at = 0; at < items.length; at += BATCH) {
        setProgress(done / total);
        const batch = items.slice(at, at + BATCH);
        const { data, error } = await client.mutation<{ result: Each & { results?: Each[] } }>(
          document,
          variablesOf(batch),
          LISTED,
        );
        const results = data?.result?.results;
        if (error || results === undefined) {
          setFault(
            `${error ? messageOf(error) : (data?.result?.message ?? 'There is no answer.')} ${countOf(done)} lines were written before. Choose the file again: what is written counts as unchanged.`,
          );
          return false;
        }
        done += batch.length;
        for (const [index, { message, issues }] of results.entries()) {
          const line = batch[index]?.line;
          if (line === undefined || message === undefined) continue;
          const [issue] = issues ?? [];
          faults.push({ line, message: issue ? `${issue.path.at(-1)} ${issue.message}` : message });
        }
      }
      return true;
    };
    const isDone =
      (await send(plan.updates, updateManyOf(record), (items) => ({
        patches: items.map(({ id, expectedVersion, input }) => ({ id, expectedVersion, input })),
      }))) &&
      (await send(plan.creates, createManyOf(record), (items) => ({ inputs: items.map(({ input }) => input) })));
    setProgress(undefined);
    setChecked(undefined);
    setRefused(faults);
    setLeftOut(plan.faults);
    if (!isDone) return;
    say(`${counted(record, total - faults.length)} imported.`);
    if (faults.length === 0 && plan.faults.length === 0) onClose();
  }

  return (
    <Dialog title={`Import ${record.label.toLowerCase()}`} onClose={onClose}>
      {fault !== undefined && (
        <p role="alert" class="issue">
          {fault}
        </p>
      )}
      {progress !== undefined &&
        (progress > 0 ? <progress value={progress} max={1} aria-label="Progress" /> : <Loading />)}
      {progress === undefined && checked === undefined && <Choice record={record} onFile={check} />}
      {progress === undefined && checked !== undefined && (
        <Check record={record} checked={checked} onWrite={() => write(checked)} />
      )}
      {refused.length > 0 && (
        <section role="alert">
          <p>The gateway refused these lines; the others were written:</p>
          <Faults faults={refused} />
        </section>
      )}
      {leftOut.length > 0 && (
        <section>
          <p>These lines were left out:</p>
          <Faults faults={leftOut} />
        </section>
      )}
    </Dialog>
  );
}

/** The text of a file. Throws for one in another encoding than UTF-8, and UTF-16 with its mark. */
async function textIn(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  const [first = 0, second = 0] = new Uint8Array(bytes.slice(0, 2));
  const marks: Record<number, string> = { 65534: 'utf-16le', 65279: 'utf-16be' };
  try {
    return new TextDecoder(marks[first * 256 + second] ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('The file is not in UTF-8. In a spreadsheet, save it as “CSV UTF-8”.');
  }
}

/** The line by which spreadsheets learn the delimiter. */
const SEPARATOR = /^"?sep=(.)"?\r?\n/i;

/** Reads a table, whose delimiter is the one that its first line has most. */
function read(text: string): Table {
  const [line = '', given] = SEPARATOR.exec(text) ?? [];
  const rest = text.slice(line.length);
  const [first = ''] = rest.split('\n', 1);
  const countIn = (each: string): number => first.split(each).length;
  const delimiter = given ?? [',', ';', '\t'].reduce((most, each) => (countIn(each) > countIn(most) ? each : most));
  const rows: Table['rows'] = [];
  parse(rest, {
    delimiter,
    skip_empty_lines: true,
    relax_column_count: true,
    on_record: (cells: string[], { lines }: { lines: number }) => {
      rows.push({ number: lines + (line === '' ? 0 : 1), cells });
      return null;
    },
  });
  const [head, ...others] = rows;
  if (head === undefined) throw new Error('The file is empty.');
  return { names: head.cells, rows: others, hasDecimalCommas: delimiter !== ',' };
}

function Choice({ record, onFile }: { record: RecordModel; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div class="field">
      <label for="import-file">A CSV file, as Export writes it</label>
      <input
        ref={input}
        id="import-file"
        type="file"
        accept=".csv,text/csv"
        onChange={({ currentTarget: { files } }) => files?.[0] && onFile(files[0])}
      />
      <p class="soft">
        The first line names the fields. A line changes the {record.noun} of its <code>id</code>, or else of its{' '}
        <code>externalId</code>; other lines create one. Nothing is written before you have seen what would be.
      </p>
    </div>
  );
}

interface CheckProps {
  record: RecordModel;
  checked: Checked;
  onWrite: () => void;
}

function Check({ record, checked: { plan, file, left, unknown }, onWrite }: CheckProps) {
  const total = plan.creates.length + plan.updates.length;
  return (
    <section aria-label="What the import would do">
      <p>
        <strong>{file}</strong> would create {countOf(plan.creates.length)}, change {countOf(plan.updates.length)} and
        leave {countOf(plan.unchanged)} as they are.
      </p>
      {unknown.length > 0 && (
        <p class="issue">
          No field of a {record.noun}, and left out: {unknown.join(', ')}.
        </p>
      )}
      {left.length > 0 && <p class="soft">Ignored, since only other systems write them: {left.join(', ')}.</p>}
      {plan.faults.length > 0 && (
        <>
          <p class="issue">
            {plan.faults.length === 1 ? 'One fault' : `${countOf(plan.faults.length)} faults`}; these lines would be
            left out:
          </p>
          <Faults faults={plan.faults} />
        </>
      )}
      <div class="bar foot">
        <button type="button" class="strong" disabled={total === 0} onClick={onWrite}>
          Import {counted(record, total)}
        </button>
      </div>
    </section>
  );
}

const Faults = ({ faults }: { faults: readonly Fault[] }) => (
  <ul>
    {faults.slice(0, MOST_FAULTS).map(({ line, message }) => (
      <li key={`${line.number} ${message}`}>
        Line {line.number}: {message}.
      </li>
    ))}
    {faults.length > MOST_FAULTS && <li>and {countOf(faults.length - MOST_FAULTS)} more</li>}
  </ul>
);
