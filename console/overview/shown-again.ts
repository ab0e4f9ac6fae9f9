import { useEffect, useRef } from 'preact/hooks';

/** Acts whenever the tab of the page comes to the front again. */
export function useShownAgain(act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const note = () => {
      if (document.visibilityState === 'visible') latest.current();
    };
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, []);
}
