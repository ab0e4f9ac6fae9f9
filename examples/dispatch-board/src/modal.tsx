import { type ReactNode, useEffect, useRef } from 'react';
import { SignIn } from './sign-in';
import { mayLeave } from './unsaved';

interface Props {
  /** The id of its heading. */
  labelledBy: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog. */
export function Modal({ labelledBy, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
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
