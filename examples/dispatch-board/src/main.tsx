import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { client } from './gateway';
import './style.css';
import { Tanks } from './tanks';
import { Tasks } from './tasks';

function Board() {
  return (
    <>
      <header>
        <h1>Dispatch board</h1>
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
