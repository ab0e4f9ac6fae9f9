import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SignIn } from './sign-in';
import { mayLeave } from './unsaved';

interface Props {
  /** The id of its heading. */
  labelledBy: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog. When it goes, the element that has opened it has the focus again, unless another one has it. */
export function Modal({ labelledBy, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    // The browser does so only for a dialog that is closed before it is removed.
    return () => {
      if (document.activeElement !== document.body) return;
      if (opener instanceof HTMLElement || opener instanceof SVGElement) opener.focus();
    };
  }, [opener]);
  const leave = () => mayLeave() && dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      onClose={onClose}
      // The key, too: a browser lets a page refuse one Escape in a row.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        leave();
      }}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
    >
      <SignIn />
      {children}
    </dialog>
  );
}
