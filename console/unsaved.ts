import { useLayoutEffect } from 'preact/hooks';

const TYPED = 'Leave without saving? What you have typed is lost.';
/** What is asked while many records are written. */
export const STOP = 'Stop here? What is written stays.';

/** What is asked for each form that has been edited and not saved. */
const unsaved = new Map<object, string>();

/** While a form has something to save, or a job is not done, the page asks before it is left. */
export function useUnsaved(isUnsaved: boolean, question = TYPED): void {
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const form = {};
    unsaved.set(form, question);
    return () => void unsaved.delete(form);
  }, [isUnsaved, question]);
}

export const isAnythingUnsaved = (): boolean => unsaved.size > 0;

/** Whether what is shown may be left. Asks if something would be lost. */
export const mayLeave = (): boolean => {
  const [question] = unsaved.values();
  return question === undefined || confirm(question);
};

addEventListener('beforeunload', (event) => {
  if (isAnythingUnsaved()) event.preventDefault();
});
