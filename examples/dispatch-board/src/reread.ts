import { useEffect, useEffectEvent } from 'react';

const REREAD_MS = 5_000;

/** Reads a list again every few seconds, so that it shows what others change. */
export function useReread(reread: () => void): void {
  const onTime = useEffectEvent(reread);
  useEffect(() => {
    const timer = setInterval(() => onTime(), REREAD_MS);
    return () => clearInterval(timer);
  }, []);
}
