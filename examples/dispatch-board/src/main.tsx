import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { DriverTasks } from './driver';
import { client } from './gateway';
import type { WatchInput } from './gql/graphql';
import { useChanges } from './live';
import { SignIn } from './sign-in';
import './style.css';
import { SummaryCounts } from './summary';
import { Tanks } from './tanks';
import { Tasks } from './tasks';

/** Whose tasks the page shows; null for the board. A portal of your own knows it from the login. */
const driver = new URLSearchParams(location.search).get('driver');
const WATCHED: WatchInput[] = driver === null ? [{ record: 'TANK' }, { record: 'TASK' }] : [{ record: 'TASK' }];

function Page() {
  const isLive = useChanges(WATCHED);
  return (
    <>
      <nav className="jumps" aria-label="Jumps">
        {(driver === null ? ['tanks', 'tasks'] : ['own']).map((list) => (
          <a key={list} href={`#${list}`}>
            {list === 'own' ? 'Skip to the list' : `Skip to the ${list}`}
          </a>
        ))}
      </nav>
      <header>
        <h1>{driver === null ? 'Dispatch board' : `Tasks of ${driver}`}</h1>
        {driver === null && <SummaryCounts />}
        <p role="status" className={isLive ? 'live' : 'waiting'}>
          {isLive ? 'Live' : 'Connecting… What you see may have changed.'}
        </p>
      </header>
      <SignIn />
      <main>
        {driver === null ? (
          <>
            <Tanks />
            <Tasks />
          </>
        ) : (
          <DriverTasks />
        )}
      </main>
    </>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Provider value={client}>
        <Page />
      </Provider>
    </StrictMode>,
  );
