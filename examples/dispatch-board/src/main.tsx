import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { client } from './gateway';
import { useChanges } from './live';
import './style.css';
import { Tanks } from './tanks';
import { Tasks } from './tasks';

function Board() {
  const isLive = useChanges();
  return (
    <>
      <header>
        <h1>Dispatch board</h1>
        <p role="status" className={isLive ? 'live' : 'waiting'}>
          {isLive ? 'Live' : 'Connecting… What you see may have changed.'}
        </p>
      </header>
      <main>
        <Tanks />
        <Tasks />
      </main>
    </>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Provider value={client}>
        <Board />
      </Provider>
    </StrictMode>,
  );
