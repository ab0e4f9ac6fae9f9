import { useClient, useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { stringify } from '../../src/exact-json.ts';
import { LISTED } from '../documents.ts';
import {
  ConsoleDeleteSubscriptionDocument,
  ConsolePauseDocument,
  ConsoleResumeDocument,
  ConsoleRotateDocument,
  ConsoleSubscriptionDocument,
  ConsoleTestEventDocument,
} from '../generated/graphql.ts';
import { Copied, Dialog, Empty, Loading, Tabs } from '../parts.tsx';
import { messageOf } from '../session.ts';
import { countOf, timeOf } from '../values.ts';
import { Deliveries } from './deliveries.tsx';
import { Health, Sparkline } from './figures.tsx';
import { SubscriptionForm } from './form.tsx';
import { Replays } from './replays.tsx';
import { type Subscription, sayWhether } from './results.ts';
import { Signing } from './signing.tsx';

interface Props {
  id: string;
  canWrite: boolean;
  onClose: () => void;
}

type Part = 'deliveries' | 'replays' | 'settings' | 'signing';
const PARTS: [Part, string][] = [
  ['deliveries', 'Deliveries'],
  ['replays', 'Replays'],
  ['settings', 'Settings'],
  ['signing', 'Signing'],
];

const REREAD_MS = 5_000;

/** One subscription: how it is, what its owner does to it, and its deliveries. */
export function SubscriptionPanel({ id, canWrite, onClose }: Props) {
  const [part, setPart] = useState<Part>('deliveries');
  const [secret, setSecret] = useState<string>();
  const [isEditing, setEditing] = useState(false);
  const [reads, setReads] = useState(0);
  const [{ data, error, fetching }, reread] = useQuery({ query: ConsoleSubscriptionDocument, variables: { id } });
  const refresh = () => {
    reread({ requestPolicy: 'network-only' });
    setReads((count) => count + 1);
  };
  useEffect(() => {
    const timer = setInterval(refresh, REREAD_MS);
    return () => clearInterval(timer);
  }, []);
  const subscription = data?.webhookSubscription;
  if (!subscription)
    return (
      <Dialog title="Webhook" isPanel onClose={onClose}>
        {fetching ? (
          <Loading />
        ) : (
          <Empty title={error ? messageOf(error) : 'There is no such subscription. It may have been deleted.'} />
        )}
      </Dialog>
    );
  const { figures } = subscription;
  return (
    <Dialog title={subscription.workflowName ?? subscription.webhookUrl} isPanel onClose={onClose}>
      <p>
        <Health {...subscription} /> {subscription.resource} {subscription.actions.join(', ')} →{' '}
        <code>{subscription.webhookUrl}</code>
      </p>
      {subscription.disabledReason && <p class="issue">{subscription.disabledReason}</p>}
      {figures && (
        <div class="figures">
          <Sparkline hours={figures.hours} span={169} />
          <p class="soft">
            Last 7 days: {countOf(figures.attempts)} requests
            {figures.successRate !== null && `, ${Math.floor(figures.successRate * 1000) / 10} % accepted`}
            {figures.p95DurationMs !== null && `, p95 ${countOf(figures.p95DurationMs)} ms`}; {countOf(figures.waiting)}{' '}
            waiting{figures.waitingSince && ` since ${timeOf(figures.waitingSince)}`}
          </p>
        </div>
      )}
      {canWrite && (
        <Actions
          subscription={subscription}
          onSecret={setSecret}
          onDone={refresh}
          onEdit={() => setEditing(true)}
          onClose={onClose}
        />
      )}
      {secret !== undefined && (
        <section class="secret" role="alert">
          <p>The new secret is shown once. For 24 hours messages are signed with the old one, too.</p>
          <Copied text={secret} label="Copy the secret" />
        </section>
      )}
      <Tabs label="Parts of the webhook" tabs={PARTS} shown={part} onShow={setPart} />
      {part === 'deliveries' && (
        <Deliveries
          id={id}
          types={[...subscription.actions, 'test'].map((action) => `${subscription.resource}.${action}`)}
          canWrite={canWrite}
          reads={reads}
          onDone={refresh}
        />
      )}
      {part === 'replays' && <Replays subscription={subscription} canWrite={canWrite} onDone={refresh} />}
      {part === 'settings' && <Settings subscription={subscription} />}
      {part === 'signing' && <Signing />}
      {isEditing && <SubscriptionForm subscription={subscription} onClose={() => setEditing(false)} />}
    </Dialog>
  );
}

interface ActionsProps {
  subscription: Subscription;
  onSecret: (secret: string) => void;
  onDone: () => void;
  onEdit: () => void;
  onClose: () => void;
}

function Actions({ subscription: { id, state, version }, onSecret, onDone, onEdit, onClose }: ActionsProps) {
  const client = useClient();
  const [isSure, setSure] = useState(false);
  const pause = async () => {
    sayWhether(await client.mutation(ConsolePauseDocument, { id }), 'Paused: events wait.', { undo: resume });
    onDone();
  };
  const resume = async () => {
    sayWhether(await client.mutation(ConsoleResumeDocument, { id }), 'Resumed.');
    onDone();
  };
  const rotate = async () => {
    const answer = await client.mutation(ConsoleRotateDocument, { id });
    const result = answer.data?.result;
    if (sayWhether(answer, 'The secret was rotated.') && result?.__typename === 'WebhookSubscription')
      onSecret(result.secret ?? '');
  };
  const test = async () => {
    sayWhether(await client.mutation(ConsoleTestEventDocument, { id }), 'A test event is on its way.');
    onDone();
  };
  const remove = async () => {
    const variables = { id, expectedVersion: version };
    const answer = await client.mutation(ConsoleDeleteSubscriptionDocument, variables, LISTED);
    if (sayWhether(answer, 'The webhook was deleted, with the events that waited for it.')) onClose();
  };
  return (
    <div class="bar">
      {state === 'ACTIVE' ? (
        <button type="button" onClick={pause}>
          Pause
        </button>
      ) : (
        <button type="button" class="strong" onClick={resume}>
          Resume
        </button>
      )}
      <button type="button" onClick={test}>
        Send a test event
      </button>
      <button type="button" onClick={rotate}>
        Rotate the secret
      </button>
      <button type="button" onClick={onEdit}>
        Edit
      </button>
      <button type="button" class="danger" onClick={() => (isSure ? remove() : setSure(true))}>
        {isSure ? 'Delete it, and what waits' : 'Delete'}
      </button>
    </div>
  );
}

function Settings({ subscription }: { subscription: Subscription }) {
  const { workflowId, nodeId, filter, maxInFlight, maxPerSecond, ordered, ignoreActors, headerNames, createdAt } =
    subscription;
  const rows: [string, string][] = [
    ['Filter', filter === null ? 'None: all records' : stringify(filter)],
    ['Order', ordered ? 'The events of a record one after the other' : 'As fast as possible'],
    ['Requests at the same time', `${maxInFlight} from each gateway or worker`],
    ['Requests a second', maxPerSecond === null ? 'No limit' : countOf(maxPerSecond)],
    ['Ignored actors', ignoreActors.join(', ') || 'None'],
    ['Headers of its own', headerNames.join(', ') || 'None'],
    ['Workflow and node', `${workflowId}, ${nodeId}`],
    ['Created', createdAt === null ? '' : timeOf(createdAt)],
  ];
  return (
    <dl class="fields">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
