import { expect, onTestFinished, test } from 'vitest';
import { openGateway } from '../gateway.ts';

test('an observer that fails at the end of a request is logged, and stops neither the others nor the process', async () => {
  let ended = 0;
  const gateway = await openGateway({
    observers: [
      () => () => {
        throw new Error('the observer is broken');
      },
      () => () => {
        ended += 1;
      },
    ],
  });
  onTestFinished(() => gateway.close());
  expect((await gateway.ask('{ tanks { totalCount } }')).data).toEqual({ tanks: { totalCount: 0 } });
  await expect.poll(() => ended).toBe(1);
  const failures = gateway.logged.filter(({ msg }) => msg === 'the end of a request failed');
  expect(failures.map(({ err }) => err.message)).toEqual(['the observer is broken']);
});
