import type { ReactNode } from 'react';

interface Props {
  name: string;
  label: string;
  /** What is wrong with it. */
  issue: string | undefined;
  /** The control, which takes these properties. */
  children: (marks: { id: string; 'aria-invalid': boolean; 'aria-describedby': string }) => ReactNode;
}

/** A control with its label and, if it was refused, the reason. */
export function Field({ name, label, issue, children }: Props) {
  const described = `${name}-issue`;
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children({ id: name, 'aria-invalid': issue !== undefined, 'aria-describedby': described })}
      <small id={described}>{issue}</small>
    </div>
  );
}
