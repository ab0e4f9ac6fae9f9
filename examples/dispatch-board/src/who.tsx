import { type SubmitEvent, useId, useState } from 'react';
import { nameUser } from './session';

/** Asks a dispatcher for a name, once. */
export function Who() {
  const [name, setName] = useState('');
  const id = useId();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (name.trim() !== '') nameUser(name.trim());
  }
  return (
    <form className="sign-in" aria-label="Who are you?" onSubmit={submit}>
      <p>Others see your name at what you change.</p>
      <label htmlFor={id}>Your name or id</label>{' '}
      <input id={id} required autoComplete="username" value={name} onChange={({ target }) => setName(target.value)} />{' '}
      <button type="submit">Go on</button>
    </form>
  );
}
