import { useClient, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { v4 } from 'uuid';
import { type Issue, LISTED } from '../documents.ts';
import { issueOf, issuesWithout } from '../draft.ts';
import {
  ConsoleCreateSubscriptionDocument,
  ConsoleEventTypesDocument,
  ConsoleUpdateSubscriptionDocument,
} from '../generated/graphql.ts';
import { ColumnInput } from '../inputs.tsx';
import { Copied, Dialog, Fault, say } from '../parts.tsx';
import { goTo } from '../route.ts';
import { labelOf } from '../schema.ts';
import { issuesIn, messageOf } from '../session.ts';
import { useUnsaved } from '../unsaved.ts';
import { isSameValue } from '../values.ts';
import { FilterBuilder } from './filter-builder.tsx';
import type { Subscription } from './results.ts';

interface Props {
  /** The one that is edited; undefined for a new one. */
  subscription?: Subscription;
  onClose: () => void;
}

interface Draft {
  workflowName: string;
  workflowId: string;
  nodeId: string;
  webhookUrl: string;
  resource: string;
  actions: string[];
  filter: Record<string, unknown> | null;
  ordered: boolean;
}

const NEW: Draft = {
  workflowName: '',
  workflowId: '',
  nodeId: '',
  webhookUrl: '',
  resource: 'tank',
  actions: ['updated'],
  filter: null,
  ordered: false,
};

/** `sendTestEvent` sends it to any subscription. */
const TEST = 'test';

const TEXTS = ['workflowName', 'webhookUrl', 'workflowId', 'nodeId'] as const;
const DESCRIPTIONS = {
  workflowName: 'What people call it.',
  webhookUrl: 'The address that receives the events.',
  workflowId: 'The workflow of your tool that listens there.',
  nodeId: 'The step of that workflow.',
};

/** A secret as Standard Webhooks defines it: 24 random bytes. */
const newSecret = (): string => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))}`;

/** What a subscription watches and where its events go. */
export function SubscriptionForm({ subscription: given, onClose }: Props) {
  const client = useClient();
  // As it was when the form opened: what others change meanwhile is a conflict, and not overwritten.
  const [subscription] = useState(given);
  const [empty] = useState<Draft>(() => ({
    ...NEW,
    ...(subscription && { ...subscription, workflowName: subscription.workflowName ?? '' }),
  }));
  const [draft, setDraft] = useState(empty);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [message, setMessage] = useState<string>();
  const [created, setCreated] = useState<{ id: string; secret: string }>();
  const [key] = useState(() => v4());
  // Without one, the gateway would not sign.
  const [secret] = useState(newSecret);
  const [{ data }] = useQuery({ query: ConsoleEventTypesDocument, requestPolicy: 'cache-first' });
  const types = data?.eventTypes ?? [];
  const resources = [...new Set(types.map(({ resource }) => resource))];
  const actions = types.filter(({ resource, action }) => resource === draft.resource && action !== TEST);
  useUnsaved(created === undefined && !isSameValue(draft, empty));
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    const left = Object.keys(changes).reduce(issuesWithout, issues);
    setIssues(left);
    if (left.length === 0) setMessage(undefined);
  };

  async function send(event: Event): Promise<void> {
    event.preventDefault();
    const { workflowName, workflowId, nodeId, webhookUrl, resource, actions, filter, ordered } = draft;
    const input = {
      workflowName: workflowName || null,
      workflowId,
      nodeId,
      webhookUrl,
      resource,
      actions,
      filter,
      ordered,
    };
    const { result, error } = await (subscription === undefined ? create(input) : update(subscription, input));
    if (result?.__typename === 'WebhookSubscription') return;
    setMessage(error ? messageOf(error) : result && 'message' in result ? result.message : 'There is no result.');
    setIssues(result?.__typename === 'InvalidRequestError' ? result.issues : issuesIn(error));
  }
  async function create(input: Omit<Draft, 'workflowName'>) {
    const variables = { input: { ...input, secret }, key };
    const { data, error } = await client.mutation(ConsoleCreateSubscriptionDocument, variables, LISTED);
    const result = data?.createSubscription;
    if (result?.__typename === 'WebhookSubscription') setCreated({ id: result.id, secret });
    return { result, error };
  }
  async function update(opened: Subscription, input: Omit<Draft, 'workflowName'>) {
    const before = new Map<string, unknown>(Object.entries(opened));
    const changed = Object.entries(input).filter(([name, value]) => !isSameValue(value, before.get(name)));
    const variables = { id: opened.id, input: Object.fromEntries(changed), expectedVersion: opened.version };
    const { data, error } = await client.mutation(ConsoleUpdateSubscriptionDocument, variables);
    const result = data?.updateSubscription;
    if (result?.__typename === 'WebhookSubscription') {
      say('Saved.');
      onClose();
    }
    return { result, error };
  }

  if (created !== undefined) {
    const show = () => {
      onClose();
      goTo({ view: 'webhooks', id: created.id });
    };
    return (
      <Dialog title="The webhook is set up" onClose={show}>
        <p>Its secret is shown once. The receiver verifies the signature of each message with it.</p>
        <Copied text={created.secret} label="Copy the secret" />
        <div class="bar foot">
          <button type="button" class="strong" onClick={show}>
            Go to the webhook
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={subscription ? 'Edit the webhook' : 'New webhook'} isPanel onClose={onClose}>
      <form onSubmit={send}>
        <Fault text={message !== undefined && (issues.length > 0 ? 'Correct the marked fields.' : message)} />
        <div class="columns">
          {TEXTS.map((name) => (
            <ColumnInput
              key={name}
              column={{
                name,
                label: labelOf(name),
                description: DESCRIPTIONS[name],
                type: 'String',
                isList: false,
                isRequired: name !== 'workflowName',
                values: [],
              }}
              text={draft[name]}
              issue={issueOf(issues, name)}
              isExplained
              onText={(text) => change({ [name]: text })}
            />
          ))}
          <div class="field">
            <label for="resource">Watches</label>
            <select
              id="resource"
              value={draft.resource}
              onChange={({ currentTarget: { value } }) => {
                const first = types.find(({ resource, action }) => resource === value && action === 'updated');
                const any = types.find(({ resource }) => resource === value);
                change({ resource: value, filter: null, actions: [(first ?? any)?.action ?? 'updated'] });
              }}
            >
              {(resources.length > 0 ? resources : [draft.resource]).map((resource) => (
                <option key={resource}>{resource}</option>
              ))}
            </select>
          </div>
          <fieldset class="field">
            <legend>Actions</legend>
            {actions.map(({ action, description }) => (
              <label key={action} title={description}>
                <input
                  type="checkbox"
                  checked={draft.actions.includes(action)}
                  onChange={({ currentTarget: { checked } }) =>
                    change({
                      actions: checked ? [...draft.actions, action] : draft.actions.filter((each) => each !== action),
                    })
                  }
                />
                {action}
              </label>
            ))}
            {issueOf(issues, 'actions') && <p class="issue">Actions {issueOf(issues, 'actions')}</p>}
          </fieldset>
        </div>
        <FilterBuilder
          key={draft.resource}
          type={actions[0]}
          filter={draft.filter}
          issue={issueOf(issues, 'filter')}
          onChange={(filter) => change({ filter })}
        />
        <label>
          <input
            type="checkbox"
            checked={draft.ordered}
            onChange={({ currentTarget: { checked } }) => change({ ordered: checked })}
          />
          Send the events of one record one after the other
        </label>
        <div class="bar foot">
          <button type="submit" class="strong">
            {subscription ? 'Save' : 'Create the webhook'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
