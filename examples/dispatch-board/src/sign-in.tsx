import { type SubmitEvent, useId, useState } from 'react';
import { signIn, useRefusal } from './session';

/** Asks its user to sign in again when there is no new token. What was typed stays. */
export function SignIn() {
  const refusal = useRefusal();
  const [text, setText] = useState('');
  const id = useId();
  if (refusal === undefined) return null;
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (text.trim() !== '') signIn(text);
    setText('');
  }
  return (
    <form className="sign-in" aria-label="Sign in" onSubmit={submit}>
      <p role="alert">You are not signed in, or your sign-in has ended. {refusal}</p>
      <label htmlFor={id}>The link, or its key</label>{' '}
      <input id={id} type="password" autoComplete="off" value={text} onChange={({ target }) => setText(target.value)} />{' '}
      <button type="submit">Sign in</button>
    </form>
  );
}
