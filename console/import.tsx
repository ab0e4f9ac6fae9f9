import { useClient } from '@urql/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { download } from './csv.ts';
import { Dialog, Fault, say } from './parts.tsx';
import type { RecordModel } from './schema.ts';
import { type Progress, type Refusal, type Report, type Sending, sendFile } from './send-file.ts';
import { readAgain } from './session.ts';
import { mayLeave, STOP, useUnsaved } from './unsaved.ts';
import { counted, countOf } from './values.ts';

interface Props {
  record: RecordModel;
  onClose: () => void;
}

/** The options of the gateway that say how a file is written. */
type Options = Readonly<Record<string, string>>;

const MOST_FAULTS = 100;

/** Creates and changes records from a file: shows what the gateway would do, and then has it done. */
export function Import({ record, onClose }: Props) {
  const client = useClient();
  const [file, setFile] = useState<File>();
  const [options, setOptions] = useState<Options>({});
  const [progress, setProgress] = useState<Progress>();
  const [report, setReport] = useState<Report>();
  const [fault, setFault] = useState<string>();
  const [isSaved, setSaved] = useState(false);
  const sending = useRef<Sending | undefined>(undefined);
  const isShown = useRef(true);
  useEffect(
    () => () => {
      isShown.current = false;
      sending.current?.cancel();
    },
    [],
  );
  const isRunning = progress !== undefined;
  const [isWriting, setWriting] = useState(false);
  const isLeft = report?.end.dryRun === false && report.refused.length > 0 && !isSaved;
  useUnsaved(isWriting || isLeft, isWriting ? STOP : 'Go on without the refused lines? They are not downloaded.');

  async function run(chosen: File, given: Options, isDry: boolean): Promise<void> {
    setFile(chosen);
    setOptions(given);
    setFault(undefined);
    setReport(undefined);
    setSaved(false);
    setWriting(!isDry);
    // Also once the dialog is closed.
    const tell = (text: string) => (isShown.current || isDry ? setFault(text) : say(text, { isBad: true }));
    setProgress({ share: 0, lines: 0 });
    const all = { ...given, 'make-ids': 'true', 'dry-run': `${isDry}` };
    const own = sendFile(record, chosen, all, setProgress);
    sending.current = own;
    try {
      const done = await own.report;
      const { error, stopped, created, updated, refused } = done.end;
      setReport(done);
      if (error !== null || stopped !== null) tell(endOf(done));
      if (!isDry) {
        say(`${counted(record, created + updated)} imported.`);
        readAgain(client);
        if (error === null && stopped === null && refused === 0 && isShown.current) onClose();
      }
    } catch (thrown) {
      const again = isDry ? '' : ' What was written stays: choose the file again, and it counts as unchanged.';
      tell(`${thrown instanceof Error ? thrown.message : thrown}${again}`);
    }
    setProgress(undefined);
    setWriting(false);
  }

  const isPlan = report?.end.dryRun === true && report.end.error === null && report.end.stopped === null;
  return (
    <Dialog title={`Import ${record.label.toLowerCase()}`} onClose={onClose}>
      <Fault text={fault} />
      <div hidden={isRunning}>
        <Choice
          record={record}
          options={options}
          onFile={(chosen) => mayLeave() && run(chosen, options, true)}
          onOptions={(given) => {
            if (file === undefined) setOptions(given);
            else if (mayLeave()) run(file, given, true);
            // Drawn again, the choice shows what is still in force.
            else setOptions({ ...options });
          }}
        />
      </div>
      {isRunning && <Running progress={progress} onCancel={() => sending.current?.cancel()} />}
      {report !== undefined && <Outcome report={report} file={file?.name ?? ''} onSaved={() => setSaved(true)} />}
      {isPlan && file !== undefined && !isRunning && (
        <div class="bar foot">
          <button
            type="button"
            class="strong"
            disabled={report.end.created + report.end.updated === 0}
            onClick={() => run(file, options, false)}
          >
            Import {counted(record, report.end.created + report.end.updated)}
          </button>
        </div>
      )}
    </Dialog>
  );
}

/** Why an import has ended before its file, and what to do. */
function endOf({ end: { error, stopped, reached, dryRun } }: Report): string {
  const why = error?.message ?? (stopped === 'asked' ? 'Stopped.' : 'The gateway has stopped the import.');
  return dryRun
    ? why
    : `${why} The lines up to ${countOf(reached)} are done. Choose the file again: what is written counts as unchanged.`;
}

interface ChoiceProps {
  record: RecordModel;
  options: Options;
  onFile: (file: File) => void;
  onOptions: (options: Options) => void;
}

const SELECTS: [name: string, label: string, values: [value: string, label: string][]][] = [
  [
    'encoding',
    'Encoding',
    [
      ['', 'UTF-8 or UTF-16'],
      ['windows-1252', 'Windows-1252'],
      ['windows-1250', 'Windows-1250'],
      ['macroman', 'Mac Roman'],
    ],
  ],
  [
    'decimal',
    'Numbers',
    [
      ['', '42.5'],
      [',', '42,5'],
    ],
  ],
  [
    'dates',
    'Dates',
    [
      ['', '2026-01-31'],
      ['DMY', '31.01.2026'],
      ['MDY', '01/31/2026'],
    ],
  ],
  [
    'ignore-unknown',
    'Unknown columns',
    [
      ['', 'are refused'],
      ['true', 'are left out'],
    ],
  ],
];

function Choice({ record, options, onFile, onOptions }: ChoiceProps) {
  const change = (name: string, value: string): void => {
    const { [name]: _, ...others } = options;
    onOptions(value === '' ? others : { ...others, [name]: value });
  };
  return (
    <>
      <div class="field">
        <label for="import-file">A CSV file, as Export writes it, or JSON lines</label>
        <input
          id="import-file"
          type="file"
          accept=".csv,.tsv,.txt,.jsonl,.ndjson,.json,.refused,text/csv"
          // The same file may be chosen again: it may have other lines now.
          onClick={({ currentTarget }) => {
            currentTarget.value = '';
          }}
          onChange={({ currentTarget: { files } }) => files?.[0] && onFile(files[0])}
        />
        <p class="soft">
          The first line names the fields. A line changes the {record.noun} of its <code>id</code>, or else of its{' '}
          <code>externalId</code>; other lines create one. You see what would change before anything is written.
        </p>
      </div>
      <div class="bar">
        {SELECTS.map(([name, label, values]) => (
          <label key={name} class="field">
            {label}
            <select value={options[name] ?? ''} onChange={({ currentTarget: { value } }) => change(name, value)}>
              {values.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </>
  );
}

const Running = ({ progress: { share, lines }, onCancel }: { progress: Progress; onCancel: () => void }) => (
  <div class="bar" role="status">
    <progress value={share} max={1} aria-label="Progress" />
    <span>{lines > 0 ? `${countOf(lines)} lines` : 'Sending the file'}</span>
    <button type="button" onClick={onCancel}>
      Cancel
    </button>
  </div>
);

interface OutcomeProps {
  report: Report;
  file: string;
  /** The refused lines are downloaded. */
  onSaved: () => void;
}

function Outcome({ report: { end, refused, ignored, head }, file, onSaved }: OutcomeProps) {
  const { dryRun, created, updated, unchanged, repeated } = end;
  const nameOfRefused = file.replace(/(\.refused)?(\.\w+)?$/, '.refused$2');
  return (
    <section aria-label={dryRun ? 'What the import would do' : 'What the import has done'}>
      <p>
        <strong>{file}</strong>{' '}
        {dryRun
          ? `would create ${countOf(created)}, change ${countOf(updated)} and leave ${countOf(unchanged)} as they are.`
          : `has created ${countOf(created)}, changed ${countOf(updated)} and left ${countOf(unchanged)} as they were.`}
      </p>
      {repeated > 0 && (
        <p class="soft">Lines that name a record of an earlier line: {countOf(repeated)}; the later wins.</p>
      )}
      {ignored.length > 0 && <p class="soft">Left out, since other systems write them: {ignored.join(', ')}.</p>}
      {refused.length > 0 && (
        <>
          <p class="issue">
            {refused.length === 1 ? 'One line' : `${countOf(refused.length)} lines`}{' '}
            {dryRun ? 'would be refused:' : 'refused:'}
          </p>
          <Faults refused={refused} />
          <button
            type="button"
            onClick={() => {
              download(nameOfRefused, [head, ...refused.map(({ text }) => text)]);
              onSaved();
            }}
          >
            Download the refused lines
          </button>
        </>
      )}
    </section>
  );
}

const Faults = ({ refused }: { refused: readonly Refusal[] }) => (
  <ul>
    {refused.slice(0, MOST_FAULTS).map(({ line, reason }) => (
      <li key={line}>
        Line {countOf(line)}: {reason}.
      </li>
    ))}
    {refused.length > MOST_FAULTS && <li>and {countOf(refused.length - MOST_FAULTS)} more</li>}
  </ul>
);
