import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { Day } from './day/day';
import { DriverTasks } from './driver/page';
import { keepFocus } from './focus';
import { client } from './gateway';
import type { WatchInput } from './gql/graphql';
import { useChanges } from './live';
import { driver, useUser } from './session';
import { SignIn } from './sign-in';
import './style.css';
import { SummaryCounts } from './summary';
import { Tanks } from './tanks';
import { Tasks } from './tasks';
import { Who } from './who';

const WATCHED: WatchInput[] = driver === null ? [{ record: 'TANK' }, { record: 'TASK' }] : [{ record: 'TASK' }];
const JUMPS =
  driver === null
    ? { tanks: 'Skip to the tanks', tasks: 'Skip to the tasks', day: 'Skip to the day of a driver' }
    : { own: 'Skip to the list' };

function Page({ user }: { user: string | null }) {
  const isLive = useChanges(WATCHED);
  return (
    <>
      <nav className="jumps" aria-label="Jumps">
        {Object.entries(JUMPS).map(([list, text]) => (
          <a key={list} href={`#${list}`}>
            {text}
          </a>
        ))}
      </nav>
      <header>
        <h1>{driver === null ? 'Dispatch board' : `Tasks of ${driver}`}</h1>
        {driver === null && <SummaryCounts />}
        <p role="status" className={isLive ? 'live' : 'waiting'}>
          {isLive ? 'Live' : 'Connecting… What you see may have changed.'}
        </p>
        {user !== null && <small className="summary">{user}</small>}
      </header>
      <SignIn />
      <main>
        {driver === null ? (
          <>
            <Tanks />
            <Tasks />
            <Day />
          </>
        ) : (
          <DriverTasks />
        )}
      </main>
    </>
  );
}

function Board() {
  const user = useUser();
  return driver === null && user === null ? <Who /> : <Page user={driver === null ? user : null} />;
}

keepFocus();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Provider value={client}>
        <Board />
      </Provider>
    </StrictMode>,
  );
