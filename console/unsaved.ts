import { useLayoutEffect } from 'preact/hooks';

/** The forms that have been edited and not saved. */
const unsaved = new Set<object>();

/** While a form has something to save, the page asks before it is left. */
export function useUnsaved(isUnsaved: boolean): void {
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const form = {};
    unsaved.add(form);
    return () => void unsaved.delete(form);
  }, [isUnsaved]);
}

/** Whether what is shown may be left. Asks if something would be lost. */
export const mayLeave = (): boolean =>
  unsaved.size === 0 || confirm('Leave without saving? What you have typed is lost.');

addEventListener('beforeunload', (event) => {
  if (unsaved.size > 0) event.preventDefault();
});
