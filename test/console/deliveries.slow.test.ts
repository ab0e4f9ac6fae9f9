import { expect } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { picture } from '../readable.ts';
import { deliverDue } from '../webhooks/loop.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { button, updateTank, useConsole } from './console-page.ts';

const { served, visit, demo } = useConsole();

/** A webhook with two deliveries: that of tank 001 failed once and then succeeded, that of tank 002 succeeded. */
async function openWebhook() {
  const statuses = [500, 204, 204];
  const receiver = await openReceiver((response) => void response.writeHead(statuses.shift() ?? 204).end());
  const create = `mutation ($url: String!) { createSubscription(input: { workflowId: "w", nodeId: "n", workflowName: "Watch",
    webhookUrl: $url, resource: "tank", actions: ["updated", "deleted"], secret: "demo-secret" }) {
    ... on WebhookSubscription { id } } }`;
  const { id } = (await demo(create, { url: receiver.url })).createSubscription;
  await demo(updateTank, { id: 'demo-tank-001', input: { brand: 'One' } });
  await deliverDue(served().pool);
  const read = 'query ($id: ID!) { webhookSubscription(id: $id) { deliveries { nodes { id } } } }';
  const [{ id: deliveryId }] = (await demo(read, { id })).webhookSubscription.deliveries.nodes;
  await demo('mutation ($id: ID!) { redeliver(deliveryId: $id) { __typename } }', { id: deliveryId });
  await deliverDue(served().pool);
  await demo(updateTank, { id: 'demo-tank-002', input: { brand: 'Two' } });
  await deliverDue(served().pool);
  return { id, receiver };
}

testInBrowser(
  'a person finds a delivery by its failure, its time and its error, and copies what was sent',
  async () => {
    const { id, receiver } = await openWebhook();
    const page = await visit({ hash: `#/webhooks/${id}` });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const panel = page.getByRole('dialog', { name: 'Watch' });
    const [failed, other] = [/tank\.updated demo-tank-001/, /tank\.updated demo-tank-002/].map((name) =>
      button(panel, name),
    );
    const listed = async (isFailed: boolean, isOther: boolean) => {
      await failed?.waitFor({ state: isFailed ? 'visible' : 'detached' });
      await other?.waitFor({ state: isOther ? 'visible' : 'detached' });
    };
    await listed(true, true);
    await panel.getByLabel('Had a failure').check();
    await listed(true, false);
    await panel.getByLabel('Had a failure').uncheck();
    await listed(true, true);
    await panel.getByLabel('Text of the error').fill('ANSWERED 500');
    await listed(true, false);
    await panel.getByLabel('Text of the error').fill('answered 404');
    await listed(false, false);
    await panel.getByText('No deliveries.').waitFor();
    await panel.getByLabel('Text of the error').fill('');
    await listed(true, true);
    await panel.getByLabel('Type of the events').selectOption('tank.deleted');
    await listed(false, false);
    await panel.getByLabel('Type of the events').selectOption('tank.updated');
    await panel.getByLabel('To', { exact: true }).fill('2020-01-01T00:00');
    await listed(false, false);
    await panel.getByLabel('To', { exact: true }).fill('');
    await panel.getByLabel('From').fill('2020-01-01T00:00');
    await listed(true, true);
    await panel.getByLabel('State of the deliveries').selectOption('Delivered');
    await panel.getByLabel('Had a failure').check();
    await listed(true, false);

    await failed?.click();
    const delivery = panel.getByRole('region', { name: 'Delivery' });
    await delivery.getByText('500', { exact: true }).waitFor();
    await delivery.getByText('Headers of the request').last().click();
    const [, second] = receiver.received;
    await delivery.getByText(`webhook-timestamp: ${second?.headers['webhook-timestamp']}`).last().waitFor();
    await delivery.getByText('The whole body as JSON').click();
    await button(delivery, 'Copy the body').click();
    await button(delivery, 'Copied').waitFor();
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(second?.body);
    expect(await delivery.innerText()).not.toContain(String(second?.headers['webhook-signature']));
    for (const [width, scheme] of [
      [390, 'light'],
      [390, 'dark'],
      [1440, 'light'],
      [1440, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await picture(page, `deliveries-${width}-${scheme}`);
      // Nothing is wider than the page.
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
  },
);
