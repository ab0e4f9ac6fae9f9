import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SignIn } from './sign-in';

interface Props {
  /** The id of its heading. */
  labelledBy: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog. When it goes, the element that has opened it has the focus again. */
export function Modal({ labelledBy, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    // The browser does so only for a dialog that is closed before it is removed.
    return () => {
      if (opener instanceof HTMLElement || opener instanceof SVGElement) opener.focus();
    };
  }, [opener]);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby={labelledBy}>
      <SignIn />
      {children}
    </dialog>
  );
}
