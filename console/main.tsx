import { Provider, useClient, useQuery } from '@urql/preact';
import { render } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { LISTED, totalsOf } from './documents.ts';
import { SCHEMA } from './introspection.ts';
import { isWorthAnOverview, Overview } from './overview/overview.tsx';
import { Empty, Loading, Notices } from './parts.tsx';
import { Records } from './records.tsx';
import { related } from './relations/relate.ts';
import { addressOf, route, settle } from './route.ts';
import { Running } from './rows/run.tsx';
import { type RecordModel, recordsOf, rightsOf, type SchemaData, type Viewer } from './schema.ts';
import { begin, GRAPHQL, messageOf, openClient, readAgain, session, signOut } from './session.ts';
import { SignInAgain, SignInForm } from './sign-in.tsx';
import { useLast, useStore } from './store.ts';
import { mayLeave } from './unsaved.ts';
import { actorOf, countOf } from './values.ts';
import { Webhooks } from './webhooks/list.tsx';

const WEBHOOKS = 'webhooks';

function App() {
  const { token, page } = useStore(session);
  const client = useMemo(openClient, [page]);
  return (
    <Provider value={client}>
      {token === '' ? <SignIn /> : <Console key={page} />}
      <Running />
      <Notices />
    </Provider>
  );
}

const SignIn = () => (
  <main class="token">
    <h1>Console</h1>
    <SignInForm button="Open the console" />
  </main>
);

function Console() {
  const { token, refusal } = useStore(session);
  const client = useClient();
  const [{ data: read, error }, retry] = useQuery<SchemaData>({ query: SCHEMA, requestPolicy: 'cache-first' });
  const [data, viewer] = [useLast(read), useLast(read?.viewer)];
  const records = useMemo(() => (data ? recordsOf(data) : []), [data]);
  const first = useRef(token);
  useEffect(() => {
    // Another token may have other rights, and what was refused is not shown yet.
    if (token !== first.current) readAgain(client);
    first.current = token;
  }, [client, token]);
  if (!viewer && refusal !== undefined) return <SignIn />;
  if (error && !viewer)
    return (
      <main class="token">
        <Empty title={messageOf(error)}>
          <button type="button" onClick={() => retry({ requestPolicy: 'network-only' })}>
            Try again
          </button>
        </Empty>
      </main>
    );
  if (!viewer)
    return (
      <main class="token">
        <Loading />
      </main>
    );
  return <Views records={records} viewer={viewer} />;
}

function Views({ records, viewer }: { records: RecordModel[]; viewer: Viewer }) {
  const shown = useStore(route);
  const readable = useMemo(
    () => related(records.filter((record) => rightsOf(record, viewer).reads)),
    [records, viewer],
  );
  const seesWebhooks = viewer.scopes.includes('subscriptions:read');
  const sections = [...readable.map(({ slug }) => slug), ...(seesWebhooks ? [WEBHOOKS] : [])];
  const first = sections[0] ?? '';
  const hasOverview = isWorthAnOverview({ records: readable, viewer, seesWebhooks });
  const view = shown.view || (hasOverview ? '' : first);
  const isOverview = view === '' && hasOverview;
  const record = readable.find(({ slug }) => slug === view);
  const label = record?.label ?? (view === WEBHOOKS ? 'Webhooks' : isOverview ? 'Overview' : 'Console');
  useLayoutEffect(() => {
    if (shown.view === '' && !hasOverview) settle({ view: first });
  }, [shown.view, first, hasOverview]);
  document.title = `${label} – Console`;
  return (
    <>
      {/* No link: the address has the route behind its #. */}
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>('#main')?.focus()}>
        Skip to the content
      </button>
      <header class="top">
        <strong>Console</strong>
        <span class="soft">{viewer.companyId ?? 'Every company'}</span>
        <span class="grow" />
        <a href={GRAPHQL}>GraphiQL</a>
        <span>{actorOf(viewer.actor)}</span>
        <button type="button" class="plain" onClick={() => mayLeave() && signOut()}>
          Sign out
        </button>
      </header>
      <SignInAgain />
      <div class="page">
        <Sections records={readable} view={view} hasOverview={hasOverview} seesWebhooks={seesWebhooks} />
        <main id="main" tabIndex={-1}>
          <h1>{label}</h1>
          {isOverview && <Overview records={readable} viewer={viewer} seesWebhooks={seesWebhooks} />}
          {record && <Records key={record.name} record={record} viewer={viewer} route={shown} />}
          {view === WEBHOOKS && seesWebhooks && <Webhooks viewer={viewer} route={shown} />}
          {!record && !isOverview && (view !== WEBHOOKS || !seesWebhooks) && (
            <Empty title={first === '' ? 'The token reads no records.' : 'There is nothing here for this token.'}>
              <p class="soft">It has {viewer.scopes.length > 0 ? viewer.scopes.join(', ') : 'no scopes'}.</p>
            </Empty>
          )}
        </main>
      </div>
    </>
  );
}

type Totals = Record<string, { totalCount: number } | null>;

interface SectionsProps {
  records: RecordModel[];
  view: string;
  hasOverview: boolean;
  seesWebhooks: boolean;
}

function Sections({ records, view, hasOverview, seesWebhooks }: SectionsProps) {
  const [{ data }] = useQuery<Totals>({ query: totalsOf(records), pause: records.length === 0, context: LISTED });
  const links: [string, string, number | undefined][] = hasOverview ? [['', 'Overview', undefined]] : [];
  for (const { slug, label, list } of records) links.push([slug, label, data?.[list]?.totalCount]);
  if (seesWebhooks) links.push([WEBHOOKS, 'Webhooks', undefined]);
  return (
    <nav class="sections" aria-label="Sections">
      {links.map(([slug, label, count]) => (
        <a key={slug} href={addressOf({ view: slug })} aria-current={slug === view ? 'page' : undefined}>
          {label}
          {count !== undefined && <span>{countOf(count)}</span>}
        </a>
      ))}
    </nav>
  );
}

const root = document.querySelector('#root');
if (root) {
  render(<Loading />, root);
  void begin().then(() => render(<App />, root));
}
