import { expect } from 'vitest';
import { cipher } from '../cipher.ts';
import type { Data, TestGateway } from '../gateway.ts';
import { subscription } from '../records.ts';
import { stored } from '../rows.ts';
import { wholeAnswer } from './patching.ts';

export const document = `mutation ($input: CreateSubscriptionInput!, $key: String) {
  answer: createSubscription(input: $input, idempotencyKey: $key) { ${wholeAnswer(subscription)} }
}`;

export const required = {
  workflowId: 'workflow-1',
  nodeId: 'node-1',
  webhookUrl: 'https://Example.com:443/hooks?a=1',
  resource: 'tank',
  actions: ['created', 'updated'],
};
export const whole = {
  ...required,
  workflowName: 'Refill low tanks \u{1F6E2}',
  filter: { fill_status: 'low', metadata: { list: [1, 2.5, null, true, 'x'] } },
  secret: 'a plain secret',
};

export const long = (length: number): string => 'x'.repeat(length);

/** Creates subscriptions through a gateway, and looks at what is stored. */
export function subscribing(gateway: () => TestGateway) {
  const create = async (input: object, key?: string | null, token?: string | null): Promise<Data> => {
    const { data, errors } = await gateway().ask(document, { input, key }, token);
    expect(errors).toBeUndefined();
    return data.answer;
  };
  const countOf = async (): Promise<number> => {
    const [row] = await gateway().sql('SELECT count(*) AS count FROM webhook_subscription');
    return row?.count;
  };

  /** The subscription as it is stored, with its secret decrypted. */
  async function storedPlain(id: string): Promise<Data> {
    const row = await stored(gateway(), subscription, id);
    if (row?.secret === null) return row;
    expect(row?.secret).toMatch(/^v1:[0-9a-f]{8}:[\w-]+:[\w-]+$/);
    return { ...row, secret: cipher.decrypt(id, row?.secret) };
  }
  return { create, countOf, storedPlain };
}
