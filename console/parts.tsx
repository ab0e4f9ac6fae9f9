import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { SignInAgain } from './sign-in.tsx';
import { Store, useStore } from './store.ts';
import { mayLeave } from './unsaved.ts';

interface Notice {
  id: number;
  text: string;
  isBad: boolean;
  undo: (() => void) | undefined;
}

const notices = new Store<readonly Notice[]>([]);
const SHOWN_MS = 12_000;
let count = 0;

const dismiss = (id: number): void => notices.set(notices.value.filter((each) => each.id !== id));

export interface Saying {
  isBad?: boolean;
  undo?: (() => void) | undefined;
  /** Whether it stays until it is dismissed. */
  isKept?: boolean;
}

/** Says what has happened, for a while, with a way to undo it if there is one. */
export function say(text: string, { isBad = false, undo, isKept = false }: Saying = {}): void {
  count += 1;
  const id = count;
  notices.set([...notices.value.slice(-3), { id, text, isBad, undo }]);
  if (!isKept) setTimeout(() => dismiss(id), SHOWN_MS);
}

export function Notices() {
  const shown = useStore(notices);
  const list = useRef<HTMLDivElement>(null);
  // The button that is pressed vanishes, and the focus would with it.
  const close = (id: number) => {
    list.current?.focus();
    dismiss(id);
  };
  return (
    <div ref={list} class="notices" role="status" aria-live="polite" tabIndex={-1}>
      {shown.map(({ id, text, isBad, undo }) => (
        <p key={id} class={isBad ? 'bad' : ''}>
          <span>{text}</span>
          {undo && (
            <button
              type="button"
              onClick={() => {
                close(id);
                undo();
              }}
            >
              Undo
            </button>
          )}
          <button type="button" aria-label="Dismiss" onClick={() => close(id)}>
            ✕
          </button>
        </p>
      ))}
    </div>
  );
}

interface DialogProps {
  title: string;
  /** At the right side, over the whole height. */
  isPanel?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}

/** What has opened the dialogs that are shown. */
let opener: HTMLElement | undefined;

/** A modal dialog. When it goes, the element that has opened it has the focus again. */
export function Dialog({ title, isPanel = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const { activeElement } = document;
    // If this dialog follows another one, the opener is that one's.
    if (activeElement instanceof HTMLElement && activeElement.matches(':not(body, dialog *)')) opener = activeElement;
    dialog.current?.showModal();
    // The browser does so only for a dialog that is closed before it is removed, which is a moment later.
    return () => queueMicrotask(() => opener?.focus());
  }, []);
  const leave = () => mayLeave() && dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      class={isPanel ? 'panel' : ''}
      aria-labelledby={heading}
      onClose={onClose}
      // The key, too: a browser lets a page refuse one Escape in a row.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        leave();
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        leave();
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        <button type="button" class="plain" aria-label="Close" onClick={leave}>
          ✕
        </button>
      </header>
      <SignInAgain />
      {children}
    </dialog>
  );
}

interface TabsProps<Name> {
  label: string;
  tabs: readonly (readonly [name: Name, label: string])[];
  shown: Name;
  onShow: (name: Name) => void;
}

/** The parts of a panel, of which one is shown. */
export const Tabs = <Name extends string>({ label, tabs, shown, onShow }: TabsProps<Name>) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(([name, text]) => (
      <button key={name} type="button" aria-pressed={shown === name} onClick={() => onShow(name)}>
        {text}
      </button>
    ))}
  </nav>
);

/** A button that opens a few options below it. */
export function Menu({ label, children }: { label: string; children: ComponentChildren }) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !details.current?.open) return;
    details.current.open = false;
    details.current.querySelector('summary')?.focus();
  };
  useEffect(() => {
    // What is clicked may be gone from the page by now.
    const leave = (event: MouseEvent) => {
      if (details.current && !event.composedPath().includes(details.current)) details.current.open = false;
    };
    document.addEventListener('click', leave);
    return () => document.removeEventListener('click', leave);
  }, []);
  return (
    <details ref={details} class="menu" onKeyDown={close}>
      <summary>{label}</summary>
      <div>{children}</div>
    </details>
  );
}

/** Why something is not as it was wanted, which is also read aloud; nothing without a text. */
export const Fault = ({ text }: { text: string | false | undefined }) =>
  text ? (
    <p role="alert" class="issue">
      {text}
    </p>
  ) : null;

interface AddingProps {
  words: string;
  marks: object;
  options: readonly { name: string; label: string }[];
  onAdd: (name: string) => void;
}

/** A choice of what is added: it shows none of it as chosen. */
export const Adding = ({ words, marks, options, onAdd }: AddingProps) => (
  <select {...marks} value="" onChange={({ currentTarget: { value } }) => value !== '' && onAdd(value)}>
    <option value="">{words}</option>
    {options.map(({ name, label }) => (
      <option key={name} value={name}>
        {label}
      </option>
    ))}
  </select>
);

/** What a page shows in place of rows. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p>{title}</p>
    {children}
  </div>
);

export const Loading = () => (
  <div class="loading" role="status">
    <span class="hidden">Loading</span>
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <i key={row} />
    ))}
  </div>
);

/** A text that one click copies: a secret, say. */
export function Copied({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div class="copied">
      <code>{text}</code>
      <button type="button" onClick={copy}>
        {isCopied ? 'Copied' : label}
      </button>
    </div>
  );
}
