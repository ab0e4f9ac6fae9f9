import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { provider } from './provider.ts';
import { session, signIn, signInThere, signOut } from './session.ts';
import { useStore } from './store.ts';

/** Signs in at the identity provider, or with a token, and says why the last one was refused. */
export function SignInForm({ button, isAside = false }: { button: string; isAside?: boolean }) {
  const { refusal } = useStore(session);
  const problem = refusal && (
    <p role="alert" class="issue">
      {refusal}
    </p>
  );
  if (provider === undefined) return <TokenForm button={button} problem={problem} />;
  const { name } = provider;
  return (
    <div>
      {problem}
      <button type="button" class="strong" onClick={() => signInThere(isAside)}>
        Sign in with {name}
      </button>{' '}
      {refusal && !isAside && (
        <button type="button" class="plain" onClick={signOut}>
          Sign out there
        </button>
      )}
      {isAside && <p class="soft">It opens a tab, and this one goes on as you left it.</p>}
    </div>
  );
}

/** Asks for a token, which this browser tab keeps. */
function TokenForm({ button, problem }: { button: string; problem: ComponentChildren }) {
  const [text, setText] = useState('');
  const [isSending, setSending] = useState(false);
  const id = useId();
  async function send(event: Event): Promise<void> {
    event.preventDefault();
    if (text.trim() === '') return;
    setSending(true);
    await signIn(text);
    setSending(false);
  }
  return (
    <form onSubmit={send}>
      {problem}
      <div class="field">
        <label for={id}>A token or an API key</label>
        <input
          id={id}
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      <p class="soft">
        The link that <code>npm start</code> prints has one. Only this browser tab keeps it, until you close it.
      </p>
      <button type="submit" class="strong" disabled={isSending}>
        {button}
      </button>
    </form>
  );
}

/** Above what is shown, once the gateway refuses the token. Nothing that was typed is lost. */
export function SignInAgain() {
  const { refusal } = useStore(session);
  if (refusal === undefined) return null;
  return (
    <section class="sign-in" aria-label="Sign in again">
      <p>
        <strong>Your sign-in has ended.</strong> What you have typed stays. Sign in again to go on.
      </p>
      <SignInForm button="Sign in" isAside />
    </section>
  );
}
