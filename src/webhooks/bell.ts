/** A sleep that can be cut short, for one sleeper at a time. A ring while nobody sleeps is kept for the next one, so that none is lost. */
export function createBell() {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    /** May be called by anyone, at any time, as often as they like. */
    ring(): void {
      rung = true;
      wake?.();
    },
    /** Waits at most this long, and tells whether it was rung. */
    async wait(ms: number): Promise<boolean> {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const heard = rung;
      rung = false;
      wake = undefined;
      return heard;
    },
  };
}
