import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { LISTED } from '../documents.ts';
import { SearchInput } from '../filters.tsx';
import { ConsoleSubscriptionsDocument, type ConsoleSubscriptionsQuery } from '../generated/graphql.ts';
import { Empty, Fault, Loading } from '../parts.tsx';
import { addressOf, goTo, type Route, route as shownRoute } from '../route.ts';
import type { Viewer } from '../schema.ts';
import { messageOf } from '../session.ts';
import { countOf } from '../values.ts';
import { Health, Sparkline } from './figures.tsx';
import { SubscriptionForm } from './form.tsx';
import { SubscriptionPanel } from './subscription.tsx';

type Found = NonNullable<ConsoleSubscriptionsQuery['webhookSubscriptions']>['nodes'][number];

interface Props {
  viewer: Viewer;
  route: Route;
}

/** The subscriptions of the company, with how their addresses answer. */
export function Webhooks({ viewer, route: { id, filter } }: Props) {
  const [search, setSearch] = useState('');
  const [after, setAfter] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [{ data, error, fetching }] = useQuery({
    query: ConsoleSubscriptionsDocument,
    variables: { after, filter: search === '' ? filter : { ...filter, search } },
    context: LISTED,
  });
  const isFiltered = Object.keys(filter).length > 0;
  const page = data?.webhookSubscriptions;
  const canWrite = viewer.scopes.includes('subscriptions:write');
  return (
    <>
      <div class="toolbar">
        <SearchInput
          label="Search webhooks"
          value={search}
          onSearch={(text = '') => {
            setAfter(undefined);
            setSearch(text);
          }}
        />
        {isFiltered && (
          <button type="button" onClick={() => goTo({ filter: {} })}>
            Show all
          </button>
        )}
        <span class="grow" />
        {canWrite && (
          <button type="button" onClick={() => setOpen(true)}>
            New webhook
          </button>
        )}
      </div>
      <Fault text={error && messageOf(error)} />
      {fetching && !data && <Loading />}
      {page?.nodes.length === 0 && (
        <Empty title={search === '' && !isFiltered ? 'No webhook is set up yet.' : 'No webhook matches.'}>
          {search !== '' && (
            <button type="button" onClick={() => setSearch('')}>
              Clear the search
            </button>
          )}
        </Empty>
      )}
      {page && page.nodes.length > 0 && (
        <div class="scroll">
          <table class="grid">
            <thead>
              <tr>
                <th scope="col">Webhook</th>
                <th scope="col">Events</th>
                <th scope="col">State</th>
                <th scope="col">Last 24 hours</th>
                <th scope="col" class="number">
                  Accepted
                </th>
                <th scope="col" class="number">
                  p95
                </th>
                <th scope="col" class="number">
                  Waiting
                </th>
              </tr>
            </thead>
            <tbody>
              {page.nodes.map((subscription) => (
                <SubscriptionRow key={subscription.id} subscription={subscription} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {page && (
        <nav class="bar pages" aria-label="Pages">
          <span>{countOf(page.totalCount)} in all</span>
          {after && (
            <button type="button" onClick={() => setAfter(undefined)}>
              First page
            </button>
          )}
          {page.pageInfo.hasNextPage && (
            <button type="button" onClick={() => setAfter(page.pageInfo.endCursor ?? undefined)}>
              Next
            </button>
          )}
        </nav>
      )}
      {isOpen && <SubscriptionForm onClose={() => setOpen(false)} />}
      {id !== undefined && (
        <SubscriptionPanel key={id} id={id} canWrite={canWrite} onClose={() => goTo({ id: undefined })} />
      )}
    </>
  );
}

function SubscriptionRow({ subscription }: { subscription: Found }) {
  const { id, workflowName, webhookUrl, resource, actions, figures } = subscription;
  return (
    <tr>
      <td>
        <a href={addressOf({ ...shownRoute.value, id })}>{workflowName ?? webhookUrl}</a>
        <div class="soft">{webhookUrl}</div>
      </td>
      <td>
        {resource} <span class="soft">{actions.join(', ')}</span>
      </td>
      <td>
        <Health {...subscription} />
      </td>
      <td>
        <Sparkline hours={figures?.hours ?? []} span={25} />
      </td>
      <td class="number">{figures?.successRate == null ? '' : `${Math.floor(figures.successRate * 1000) / 10} %`}</td>
      <td class="number">{figures?.p95DurationMs == null ? '' : `${countOf(figures.p95DurationMs)} ms`}</td>
      <td class="number">{countOf(figures?.waiting ?? 0)}</td>
    </tr>
  );
}
