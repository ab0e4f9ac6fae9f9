import { setTimeout } from 'node:timers/promises';

/**
 * Asks until the answer is yes. Without the breaks, a test that waits keeps the database and a core from the others.
 */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(5);
}
