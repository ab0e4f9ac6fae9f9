import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { seriousFaults } from '../readable.ts';
import { deliverDue } from '../webhooks/loop.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { button, edit, fileOf, notice, open, paste, selected, tickAll, tokenFor, useConsole } from './console-page.ts';
import { useProvider } from './provider-page.ts';

const { served, visit, demo, makeTanks } = useConsole();
const provider = useProvider();

const updateTanks = `mutation ($patches: [UpdateTankPatch!]!) {
  updateTanks(patches: $patches) { ... on Error { message } } }`;

/** A webhook whose first attempts fail. Its history and its deliveries have more than one kind of result. */
async function openWebhook(name: string, failures: number) {
  let attempts = 0;
  const receiver = await openReceiver((response) => {
    attempts += 1;
    const [status, body] = attempts > failures ? [204, ''] : [500, 'The queue of readings is full.'];
    response.writeHead(status, { 'content-type': 'text/plain' }).end(body);
  });
  const { createSubscription } = await demo(
    `mutation ($name: String!, $url: String!) { createSubscription(input: { workflowId: "dispatch", nodeId: "levels",
      workflowName: $name, webhookUrl: $url, resource: "tank", actions: ["updated"], secret: "demo-secret" }) {
      ... on WebhookSubscription { id } ... on Error { message } } }`,
    { name, url: receiver.url },
  );
  const { id } = createSubscription;
  onTestFinished(async () => {
    await demo('mutation ($id: ID!) { deleteSubscription(id: $id) { __typename } }', { id });
  });
  return { id };
}

const correct = (numbers: readonly number[], input: object, subject = 'dispatcher-02') =>
  demo(updateTanks, { patches: numbers.map((number) => ({ id: `demo-tank-00${number}`, input })) }, subject);

/** Tasks of a support engineer, each up to the moment that shows what the page has understood. */
const TASKS: Record<string, (width: number) => Promise<Page>> = {
  'the overview leads to the tanks that are empty soon': async (width) => {
    await openWebhook('Low level watch', 10);
    await correct([5], { fillPercentage: 20 + Math.random() });
    await deliverDue(served().pool);
    const page = await visit({ width });
    await page.getByRole('link', { name: '3 to 7' }).click();
    await page.getByText('Days to empty is at least 3').waitFor();
    await page.goBack();
    await page.getByText('1 of 1 fails.').waitFor();
    await page.getByRole('heading', { name: 'Changed last' }).waitFor();
    return page;
  },
  'a tank leads to its ship-to, and another one is chosen by its name': async (width) => {
    const page = await visit({ hash: '#/tanks/demo-tank-024', width });
    await page.getByRole('dialog').getByRole('link', { name: /task/ }).first().waitFor();
    await page.getByRole('combobox', { name: 'Ship-to' }).fill('yard');
    await page.getByRole('option', { name: 'South yard' }).waitFor();
    return page;
  },
  'a view is saved, and sent as a link': async (width) => {
    const page = await visit({ hash: '#/tanks?filter={"fillStatus":{"equals":"low"}}&sort=daysToEmpty', width });
    const views = page.locator('summary', { hasText: 'Views' });
    await views.click();
    for (const name of ['Empty soon', 'North yard, by level']) {
      await page.getByLabel('Name of a new view').fill(name);
      await button(page, 'Save this view').click();
      await page.getByRole('link', { name }).waitFor();
    }
    const other = await visit({ hash: new URL(page.url()).hash, width });
    await expect
      .poll(() => other.locator('tbody a').allInnerTexts())
      .toEqual(await page.locator('tbody a').allInnerTexts());
    await button(page, 'Rename Empty soon').click();
    return page;
  },
  'two columns of all that match are changed, and that can be stopped': async (width) => {
    const brand = `Depot ${width}`;
    await makeTanks(brand, 450);
    const page = await visit({ hash: `#/tanks?filter={"brand":{"equals":"${brand}"}}`, width });
    await page.getByText('of 450').waitFor();
    await tickAll(page, '450');
    let batches = 0;
    await page.route('**/graphql', (route) => {
      const isWrite = route.request().postData()?.includes('mutation') === true;
      batches += Number(isWrite);
      // The second one has no answer as long as the page is open.
      return isWrite && batches > 1 ? undefined : route.continue();
    });
    await edit(page, { Status: 'in service', 'Product name': 'Heating oil' });
    await page.getByText('200 of 450').waitFor();
    await button(page, 'Stop').waitFor();
    return page;
  },
  'many are deleted after a question': async (width) => {
    const brand = `Yard ${width}`;
    await makeTanks(brand, 250);
    const page = await visit({ hash: `#/tanks?filter={"brand":{"equals":"${brand}"}}`, width });
    await page.getByText('of 250').waitFor();
    await tickAll(page, '250');
    await button(selected(page), 'Delete 250 tanks').click();
    await button(page, 'Delete them for good').waitFor();
    return page;
  },
  'an edit of many is undone from the history of one': async (width) => {
    await correct([1, 2, 3, 4], { status: `on hold ${width}`, latitude: '41.25' });
    await correct([2], { status: 'sold' }, 'dispatcher-05');
    const page = await visit({ hash: '#/tanks/demo-tank-001', width });
    await button(page.getByRole('dialog'), 'History').click();
    await button(page, 'Undo it in many tanks…').first().click();
    await page.getByText('3 tanks can be set back.').waitFor();
    return page;
  },
  'an import is undone from the history of one': async (width) => {
    const page = await visit({ token: await tokenFor('dispatcher-03'), hash: '#/tanks?sort=-lastModifiedDate', width });
    await button(page, 'Import').click();
    const dialog = page.getByRole('dialog', { name: 'Import tanks' });
    const lines = ['id,name', `demo-tank-006,Six ${width}`, `demo-tank-007,Seven ${width}`, `,New ${width}`];
    await fileOf(dialog, lines.join('\n'));
    await button(dialog, 'Import 3 tanks').click();
    await notice(page, '3 tanks imported.');
    const panel = await open(page, `Six ${width}`);
    await button(panel, 'History').click();
    await button(panel, 'Undo it in many tanks…').first().click();
    await page.getByRole('radio', { name: /^All changes by dispatcher-03/ }).check();
    await page.getByText('2 tanks can be set back.').waitFor();
    return page;
  },
  'a file is checked line by line before it is imported': async (width) => {
    const page = await visit({ hash: '#/tanks', width });
    await button(page, 'Import').click();
    const dialog = page.getByRole('dialog', { name: 'Import tanks' });
    const lines = [
      'id;name;fillPercentage;readingVolume',
      'demo-tank-008;North yard diesel 8;40,5;7',
      'demo-tank-009;North yard diesel 9;full;7',
      'demo-tank-010;North yard diesel 10;140;7',
      'nowhere;Nowhere;10;7',
      ';Quarry west diesel 1;55;7',
    ];
    await fileOf(dialog, lines.join('\n'), 'levels.csv');
    await dialog.getByText('would create 1, change 1 and leave 0 as they are.').waitFor();
    return page;
  },
  'cells of a spreadsheet are pasted after a look at what they change': async (width) => {
    const hash =
      '#/tanks?filter={"name":{"contains":"Quarry east diesel"}}&columns=name,status,fillPercentage,readingVolume';
    const page = await visit({ hash, width });
    await page.locator('tbody tr').first().getByRole('cell', { name: 'in service' }).click();
    await paste(page, 'maintenance\t41,5\t7\nout of service\tfull\t8\nin service\t62\t9\n');
    await page.getByRole('dialog', { name: 'Paste' }).getByText('must be a number').waitFor();
    return page;
  },
  'what is typed is not left without a question': async (width) => {
    const page = await visit({ hash: '#/tanks/demo-tank-011', width });
    const questions: string[] = [];
    page.on('dialog', async (dialog) => {
      questions.push(dialog.message());
      await dialog.dismiss();
    });
    const level = page.getByRole('dialog').getByLabel('Fill percentage');
    await level.fill('62.5');
    await level.press('Escape');
    await expect.poll(() => questions).toEqual(['Leave without saving? What you have typed is lost.']);
    // In time of its own: it waits for the answer.
    await page.evaluate('void setTimeout(() => location.reload())');
    await expect.poll(() => questions.length).toBe(2);
    expect(await level.inputValue()).toBe('62.5');
    return page;
  },
  'a delivery that failed once shows what was sent and what was answered': async (width) => {
    const { id } = await openWebhook('Levels for the dispatch', 1);
    await correct([1], { fillPercentage: 30 + Math.random() });
    await deliverDue(served().pool);
    const read = 'query ($id: ID!) { webhookSubscription(id: $id) { deliveries { nodes { id } } } }';
    const { nodes } = (await demo(read, { id })).webhookSubscription.deliveries;
    await demo('mutation ($id: ID!) { redeliver(deliveryId: $id) { __typename } }', { id: nodes[0].id });
    await deliverDue(served().pool);
    const page = await visit({ hash: `#/webhooks/${id}`, width });
    await page.getByLabel('Had a failure').check();
    await button(page, /tank\.updated demo-tank-001/).click();
    const delivery = page.getByRole('region', { name: 'Delivery' });
    await delivery.getByText('The queue of readings is full.').first().waitFor();
    await delivery.getByText('Headers of the request').last().click();
    await delivery.getByText('webhook-timestamp').last().waitFor();
    return page;
  },
  'a person signs in at the provider, and again once that has ended': async (width) => {
    const { openTab } = await provider.open({ viewport: { width, height: 800 } });
    const page = await openTab();
    await provider.button(page).waitFor();
    expect(await seriousFaults(page, 'sign-in')).toEqual([]);
    await provider.signIn(page);
    const panel = await open(page, 'South yard diesel 1');
    await panel.getByLabel('Fill percentage').fill('62.5');
    const answer = { errors: [{ message: 'The token has expired.', extensions: { code: 'UNAUTHENTICATED' } }] };
    await page.route('**/graphql', (route) => route.fulfill({ status: 401, json: answer }));
    await button(panel, 'Save').click();
    await panel.getByText('Your sign-in has ended.').waitFor();
    return page;
  },
};

for (const [task, show] of Object.entries(TASKS))
  for (const width of [390, 1440])
    testInBrowser(`${task}, at ${width} px`, async () => {
      expect(await seriousFaults(await show(width), task.replaceAll(/\W+/g, '-'))).toEqual([]);
    });
