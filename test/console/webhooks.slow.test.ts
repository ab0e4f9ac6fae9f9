import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { picture } from '../readable.ts';
import { deliver } from '../webhooks/loop.ts';
import { openReceiver, type Received, type Receiver } from '../webhooks/receiver.ts';
import { button, notice, tokenFor, updateTank, useConsole } from './console-page.ts';

const { served, visit, demo } = useConsole();

/** A webhook on tanks whose receiver answers with the status of the moment. */
async function openWebhook() {
  const answers = { status: 500 };
  const receiver = await openReceiver((response) => void response.writeHead(answers.status).end('no such route'));
  const { createSubscription } = await demo(
    `mutation ($url: String!) { createSubscription(input: { workflowId: "w", nodeId: "n", workflowName: "Low level watch",
      webhookUrl: $url, resource: "tank", actions: ["updated"], secret: "demo-secret" }) { ... on WebhookSubscription { id } ... on Error { message } } }`,
    { url: receiver.url },
  );
  await deliver(served().pool);
  onTestFinished(async () => {
    await demo('mutation ($id: ID!) { deleteSubscription(id: $id) { __typename } }', { id: createSubscription.id });
  });
  return { receiver, answers, id: createSubscription.id };
}

/** Opens the panel of a webhook. */
async function openPanel(page: Page, name: string): Promise<Locator> {
  await page.getByRole('link', { name, exact: true }).click();
  const panel = page.getByRole('dialog', { name });
  await panel.getByRole('navigation', { name: 'Parts of the webhook' }).waitFor();
  return panel;
}

/** The next event of a record. Changes of earlier tests may come before. */
async function nextOf(receiver: Receiver, id: string): Promise<Received> {
  const received = await receiver.next();
  return received.body.data.id === id ? received : nextOf(receiver, id);
}

testInBrowser('a person finds why a webhook failed and sends the event again', async () => {
  const { receiver, answers } = await openWebhook();
  answers.status = 404;
  await demo(updateTank, { id: 'demo-tank-010', input: { name: 'Depot 4 diesel three' } });
  await nextOf(receiver, 'demo-tank-010');
  const page = await visit({ hash: '#/webhooks' });
  const panel = await openPanel(page, 'Low level watch');
  await button(panel, /tank\.updated demo-tank-010/).click();
  const delivery = panel.getByRole('region', { name: 'Delivery' });
  // The next attempt may have failed as well.
  await delivery.getByText('404', { exact: true }).first().waitFor();
  await delivery.getByText('no such route').first().waitFor();
  expect(await delivery.locator('mark').allInnerTexts()).toContainEqual(expect.stringContaining('"name"'));
  await picture(page, '03-why-it-failed');
  answers.status = 204;
  await button(delivery, 'Send it again').click();
  await notice(page, 'It is sent again.');
  await nextOf(receiver, 'demo-tank-010');
  await panel.getByText('Delivered', { exact: true }).last().waitFor();
});

testInBrowser('a person replays an hour, sends a test event, pauses and resumes', async () => {
  const { receiver, answers } = await openWebhook();
  answers.status = 204;
  await demo(updateTank, { id: 'demo-tank-011', input: { name: 'Depot 4 DEF one' } });
  const first = await nextOf(receiver, 'demo-tank-011');
  const page = await visit({ hash: '#/webhooks' });
  const panel = await openPanel(page, 'Low level watch');
  await button(panel, 'Replays').click();
  await button(panel, 'Replay').click();
  await notice(page, 'The replay has begun.');
  expect((await receiver.next()).body).toEqual(first.body);
  await panel.getByText('1 queued').waitFor();
  await picture(page, '04-replay');
  await button(panel, 'Send a test event').click();
  expect((await receiver.next()).body.type).toBe('tank.test');
  await button(panel, 'Pause').click();
  await panel.getByText('Paused', { exact: true }).waitFor();
  await button(panel, 'Resume').click();
  await panel.getByText('Active', { exact: true }).waitFor();
});

testInBrowser('a secret is rotated, shown once and copied', async () => {
  const { receiver, answers, id } = await openWebhook();
  answers.status = 204;
  const page = await visit({ hash: `#/webhooks/${id}` });
  const panel = page.getByRole('dialog', { name: 'Low level watch' });
  await button(panel, 'Rotate the secret').click();
  const secret = await panel.locator('.secret code').innerText();
  expect(secret).toMatch(/^whsec_/);
  await button(panel, 'Copy the secret').waitFor();
  await picture(page, '05-secret');
  await button(panel, 'Close').click();
  await openPanel(page, 'Low level watch');
  expect(await page.getByText(secret).count()).toBe(0);
  await demo(updateTank, { id: 'demo-tank-012', input: { name: 'Depot 4 propane one' } });
  expect((await nextOf(receiver, 'demo-tank-012')).headers['webhook-signature']).toContain(' v1,');
});

testInBrowser('a webhook is created with a filter, whose matches are previewed, and its secret is shown', async () => {
  const page = await visit({ hash: '#/webhooks' });
  await button(page, 'New webhook').click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('Workflow name').fill('North yard');
  await form.getByLabel('Webhook URL').fill('http://10.0.0.1/');
  await form.getByLabel('Workflow ID').fill('wf-1');
  await form.getByLabel('Node ID').fill('node-1');
  await form.getByText('The step of that workflow.').waitFor();
  await form.getByLabel('Field', { exact: true }).selectOption('ship_to_id');
  await button(form, 'Add the condition').click();
  await form.getByLabel('Ship-to ID is').fill('demo-ship-to-01');
  const preview = form.getByRole('region', { name: 'Preview' });
  const { nodes } = (await demo('{ tanks(filter: { shipToId: { equals: "demo-ship-to-01" } }) { nodes { id name } } }'))
    .tanks;
  await expect
    .poll(async () => {
      // The stream opens a moment after the filter is entered.
      await demo(updateTank, { id: nodes[0].id, input: { name: `${nodes[0].name} ${Date.now()}` } });
      return preview.getByText(nodes[0].id).count();
    })
    .toBeGreaterThan(0);
  await button(form, 'Create the webhook').click();
  await form.getByText(/^Webhook URL leads to 10\.0\.0\.1/).waitFor();
  await form.getByLabel('Webhook URL').fill('http://127.0.0.1:9/');
  await picture(page, '06-new-webhook');
  await button(form, 'Create the webhook').click();
  const done = page.getByRole('dialog', { name: 'The webhook is set up' });
  expect(await done.locator('code').innerText()).toMatch(/^whsec_/);
  await button(done, 'Go to the webhook').click();
  const panel = page.getByRole('dialog', { name: 'North yard' });
  await button(panel, 'Settings').click();
  await panel.getByText('{"ship_to_id":"demo-ship-to-01"}').waitFor();
  await button(panel, 'Delete').click();
  await button(panel, 'Delete it, and what waits').click();
  await notice(page, /The webhook was deleted/);
});

testInBrowser(
  'an edit of a webhook sends what it changes, and what others changed meanwhile is not overwritten',
  async () => {
    const { id } = await openWebhook();
    const page = await visit({ hash: `#/webhooks/${id}` });
    await button(page.getByRole('dialog'), 'Edit').click();
    const form = page.getByRole('dialog', { name: 'Edit the webhook' });
    await form.getByLabel('Workflow name').fill('Mine');
    const change =
      'mutation ($id: ID!) { updateSubscription(id: $id, input: { actions: ["deleted"] }) { __typename } }';
    await demo(change, { id });
    await button(form, 'Save').click();
    await form.getByRole('alert').getByText('is at version 2, not 1').waitFor();
    const read = 'query ($id: ID!) { webhookSubscription(id: $id) { workflowName actions } }';
    expect((await demo(read, { id })).webhookSubscription).toEqual({
      workflowName: 'Low level watch',
      actions: ['deleted'],
    });
  },
);

testInBrowser('the first webhook is in the list at once, and not after it is deleted', async () => {
  const page = await visit({ hash: '#/webhooks', token: await tokenFor('dispatcher-01') });
  await page.getByText('No webhook is set up yet.').waitFor();
  const create = async (name: string) => {
    await button(page, 'New webhook').click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    const texts = { 'Workflow name': name, 'Webhook URL': 'http://127.0.0.1:9/', 'Workflow ID': 'w', 'Node ID': 'n' };
    for (const [label, text] of Object.entries(texts)) await form.getByLabel(label).fill(text);
    await button(form, 'Create the webhook').click();
    const done = page.getByRole('dialog', { name: 'The webhook is set up' });
    await button(done, 'Close').click();
    return page.getByRole('dialog', { name });
  };
  const panel = await create('First');
  await page.locator('tbody').getByText('First').waitFor();
  await button(panel, 'Delete').click();
  await button(panel, 'Delete it, and what waits').click();
  await page.getByText('No webhook is set up yet.').waitFor();
  await create('Second');
  await page.locator('tbody').getByText('Second').waitFor();
  const { webhookSubscriptions } = await demo('{ webhookSubscriptions { nodes { id } } }');
  for (const { id } of webhookSubscriptions.nodes)
    await demo('mutation ($id: ID!) { deleteSubscription(id: $id) { __typename } }', { id });
});
