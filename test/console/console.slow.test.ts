import { readFile } from 'node:fs/promises';
import type { Locator, Page, Route } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { testInBrowser } from '../browser.ts';
import { type Data, tokenOf } from '../gateway.ts';
import { openProxy } from '../proxy.ts';
import { PATCHED } from '../records.ts';
import { deliver } from '../webhooks/loop.ts';
import { openReceiver, type Received, type Receiver } from '../webhooks/receiver.ts';
import {
  button,
  fileOf,
  hasFocus,
  notice,
  open,
  picture,
  rowOf,
  seriousFaults,
  tokenFor,
  updateTank,
  useConsole,
} from './console-page.ts';

const { served, visit, demo, tank } = useConsole();

/** `quickOrders` as the console writes it. */
const labelOf = (name: string): string => {
  const words = name.replace(/[A-Z]/g, ' $&').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Loses the answer to the next mutation, which the gateway executes. */
async function loseAnswer(page: Page): Promise<void> {
  let losses = 1;
  await page.route('**/graphql', async (route) => {
    if (losses === 0 || !route.request().postData()?.includes('mutation')) return route.continue();
    losses -= 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
}

testInBrowser('the first rows come with counts, and every type of record of the schema has a section', async () => {
  const page = await visit({ hash: '#/tanks' });
  await page.locator('tbody tr').first().waitFor();
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const counts: Record<string, number> = { expirations: 15, quickOrders: 15, shipTos: 12, tanks: 43, tasks: 25 };
  const named = PATCHED.map(({ many }) => `${labelOf(many).replace('Ship tos', 'Ship-tos')} ${counts[many] ?? 0}`);
  const shown = async () =>
    (await sections.getByRole('link').allInnerTexts()).map((text) => text.replace(/\s+(?=\d+$)/, ' '));
  await expect.poll(shown).toEqual(['Overview', ...named, 'Webhooks']);
  await picture(page, '00-first-page');
});

testInBrowser('a person finds a tank and corrects its level against a conflict', async () => {
  const page = await visit({ hash: '#/tanks' });
  await page.getByRole('searchbox', { name: 'Search tanks' }).fill('propane');
  await rowOf(page, 'Depot 7 propane 1').waitFor();
  await page.getByText('1–').waitFor();
  const panel = await open(page, 'Depot 7 propane 1');
  const level = panel.getByLabel('Fill percentage');
  await level.fill('64');
  const { id } = (await demo('{ tanks(filter: { search: "Depot 7 propane 1" }) { nodes { id } } }')).tanks.nodes[0];
  await demo(updateTank, { id, input: { status: 'maintenance', fillPercentage: 61 } });
  const conflict = panel.getByRole('alert', { name: 'Conflict' });
  await conflict.getByText('You have both changed: Fill percentage.').waitFor();
  expect(await button(panel, 'Save').isDisabled()).toBe(true);
  await picture(page, '01-conflict');
  await button(conflict, 'Keep mine').click();
  await notice(page, 'Saved.');
  expect(await tank(id)).toMatchObject({ fillPercentage: 64, status: 'maintenance' });
  await button(page, 'Undo').click();
  await notice(page, 'The change was undone.');
  expect(await tank(id)).toMatchObject({ fillPercentage: 61, status: 'maintenance' });
});

testInBrowser('a save whose answer is lost is no conflict with oneself', async () => {
  const page = await visit({ hash: '#/tanks/demo-tank-030' });
  await page.getByText('Live', { exact: true }).waitFor();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Fill percentage').fill('12.50');
  await panel.getByLabel('Name', { exact: true }).fill('Saved once');
  await loseAnswer(page);
  await button(panel, 'Save').click();
  await panel.getByText('The gateway does not answer.').waitFor();
  await panel.getByText('You saved the same: Name, Fill percentage').waitFor();
  expect(await panel.getByRole('alert', { name: 'Conflict' }).count()).toBe(0);
  await button(panel, 'Save').click();
  await notice(page, 'Saved.');
  expect(await tank('demo-tank-030')).toMatchObject({ name: 'Saved once', fillPercentage: 12.5 });
});

testInBrowser('a conflict names who has changed what, and leaves out what both have set to the same', async () => {
  const page = await visit({ hash: '#/tanks/demo-tank-031' });
  await page.getByText('Live', { exact: true }).waitFor();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Fill percentage').fill('20');
  await panel.getByLabel('Status').fill('maintenance');
  await demo(updateTank, { id: 'demo-tank-031', input: { fillPercentage: 30, status: 'maintenance' } });
  const conflict = panel.getByRole('alert', { name: 'Conflict' });
  await conflict.getByText('dispatcher-02 has changed this tank since you opened it.').waitFor();
  await conflict.getByText('You have both changed: Fill percentage.').waitFor();
  expect(await conflict.locator('tbody tr').count()).toBe(1);
  await button(conflict, 'Use theirs').click();
  await panel.getByLabel('Name', { exact: true }).fill('Here');
  await demo(updateTank, { id: 'demo-tank-031', input: { name: 'There' } }, 'dispatcher-01');
  await conflict.getByText('You have changed this tank elsewhere since you opened it.').waitFor();
  await button(conflict, 'Keep this edit').click();
  await notice(page, 'Saved.');
});

testInBrowser('a form stays when its record cannot be read again', async () => {
  const page = await visit({ hash: '#/tanks/demo-tank-032' });
  await page.getByText('Live', { exact: true }).waitFor();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Name', { exact: true }).fill('Typed');
  const failed = page.waitForEvent('requestfailed');
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('query ConsoleTank(') ? route.abort() : route.continue(),
  );
  await demo(updateTank, { id: 'demo-tank-032', input: { fillPercentage: 31 } });
  await failed;
  expect(await panel.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed');
});

testInBrowser('a value that the gateway refuses is marked at its field, and nothing is lost', async () => {
  const page = await visit({ hash: '#/tanks' });
  const panel = await open(page, 'North yard diesel 2');
  await panel.getByLabel('Fill percentage').fill('142');
  await panel.getByLabel('Latitude').fill('north');
  await button(panel, 'Save').click();
  await panel.getByText(/^Fill percentage must be/).waitFor();
  expect(await panel.getByLabel('Latitude').inputValue()).toBe('north');
});

testInBrowser('a deletion is undone, at once or later', async () => {
  const page = await visit({ hash: '#/ship-tos' });
  const before = (await demo('{ shipTo(id: "demo-ship-to-03") { name customerId routeCode } }')).shipTo;
  const panel = await open(page, before.name);
  await button(panel, 'Delete this ship-to').click();
  await notice(page, 'The ship-to was deleted.');
  await rowOf(page, before.name).waitFor({ state: 'detached' });
  await picture(page, '02-deleted');
  await button(page, 'Undo').click();
  await notice(page, /The ship-to is back/);
  const read = '{ shipTo(id: "demo-ship-to-03") { name customerId routeCode } }';
  expect((await demo(read)).shipTo).toEqual(before);

  await demo('mutation { deleteShipTo(id: "demo-ship-to-03") { __typename } }');
  await rowOf(page, before.name).waitFor({ state: 'detached' });
  await button(page, 'Deleted').click();
  const list = page.getByRole('dialog', { name: 'Deleted ship-tos' });
  await list.getByText('dispatcher-02').first().waitFor();
  await picture(page, '02-restore');
  await button(list.getByRole('listitem').filter({ hasText: before.name }), 'Restore').click();
  // The notice of the first undo may still be shown: the panel closes once the gateway has answered.
  await list.waitFor({ state: 'detached' });
  await notice(page, /The ship-to is back/);
  expect((await demo(read)).shipTo).toEqual(before);
  // The panel of the record opens.
  await page.getByRole('dialog', { name: before.name }).getByText('All fields').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(button(page, 'Deleted'))).toBe(true);
});

/** The next event of a record. Changes of earlier tests may come before. */
async function nextOf(receiver: Receiver, id: string): Promise<Received> {
  const received = await receiver.next();
  return received.body.data.id === id ? received : nextOf(receiver, id);
}

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

/** Opens the panel of a webhook. */
async function openPanel(page: Page, name: string): Promise<Locator> {
  await page.getByRole('link', { name, exact: true }).click();
  const panel = page.getByRole('dialog', { name });
  await panel.getByRole('navigation', { name: 'Parts of the webhook' }).waitFor();
  return panel;
}

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
  'a file with three faults is checked before anything is written, and an export imports unchanged',
  async () => {
    const page = await visit({ hash: '#/tanks?filter={"status":{"in":["maintenance"]}}' });
    await page.locator('tbody tr').first().waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
    const text = await readFile((await download.path()) ?? '', 'utf8');
    expect(text).toMatch(/^\ufeffid,/);
    const [head = '', first = '', ...others] = text.replace('\ufeff', '').trim().split('\r\n');
    expect(head.split(',')).toEqual(expect.arrayContaining(['id', 'name', 'fillPercentage']));
    await button(page, 'Import').click();
    const dialog = page.getByRole('dialog', { name: 'Import tanks' });
    await fileOf(dialog, text);
    await dialog.getByText(`would create 0, change 0 and leave ${others.length + 1} as they are.`).waitFor();
    await button(dialog, 'Close').click();

    await button(page, 'Import').click();
    const at = head.split(',').indexOf('fillPercentage');
    const changed = first.split(',').with(at, '33.5').join(',');
    const half = others[0]?.split(',').with(at, 'half').join(',');
    const unknown = first.split(',').with(0, 'new-1').join(',');
    const added = `,"New, tank"${','.repeat(head.split(',').length - 2)}`;
    const lines = [head, changed, half, unknown, changed, added].join('\n');
    await fileOf(dialog, `${lines}\n`);
    await dialog.getByText('would create 1, change 2 and leave 0 as they are.').waitFor();
    await dialog.getByText('Lines that name a record of an earlier line: 1').waitFor();
    const faults = ['Line 3: fill_percentage must be a number', 'Line 4: no record has this id'];
    for (const fault of faults) await dialog.getByText(fault).waitFor();
    await picture(page, '07-import');
    const id = first.split(',')[0] ?? '';
    expect((await tank(id)).fillPercentage).not.toBe(33.5);
    await button(dialog, 'Import 3 tanks').click();
    await notice(page, '2 tanks imported.');
    expect((await tank(id)).fillPercentage).toBe(33.5);
  },
);

testInBrowser('a file that is imported again creates nothing twice, also with corrected lines', async () => {
  const page = await visit({ hash: '#/tanks' });
  const lines = ['name,fillPercentage,status', 'Twin,10,new', 'Twin,10,new', '"\'=1+1",20,new', 'Half,half,new'];
  const check = async (content: readonly string[], words: string): Promise<Locator> => {
    await button(page, 'Import').click();
    const dialog = page.getByRole('dialog', { name: 'Import tanks' });
    await fileOf(dialog, content.join('\n'));
    await dialog.getByText(words).waitFor();
    return dialog;
  };
  const dialog = await check(lines, 'would create 3, change 0 and leave 0 as they are.');
  // The answer is lost, and the file chosen again.
  const lose = async (route: Route) => {
    await route.fetch();
    return route.abort('connectionreset');
  };
  await page.route('**/import/**', lose, { times: 1 });
  await button(dialog, 'Import 3 tanks').click();
  await dialog.getByText('Choose the file again').waitFor();
  await button(dialog, 'Close').click();
  await button(await check(lines, 'would create 0, change 0 and leave 3 as they are.'), 'Close').click();
  const corrected = await check(lines.with(4, 'Half,50,new'), 'would create 1, change 0 and leave 3 as they are.');
  await button(corrected, 'Import 1 tank').click();
  await notice(page, '1 tank imported.');
  const { tanks } = await demo('{ tanks(filter: { status: { in: ["new"] } }) { nodes { name } } }');
  expect(tanks.nodes.map(({ name }: Data) => name).toSorted()).toEqual(['=1+1', 'Half', 'Twin', 'Twin']);
});

testInBrowser('a person sees who changed a record, and goes back to what it was', async () => {
  await demo(updateTank, { id: 'demo-tank-020', input: { productName: 'Wrong product' } }, 'dispatcher-09');
  const page = await visit({ hash: '#/tanks/demo-tank-020' });
  const panel = page.getByRole('dialog');
  await button(panel, 'History').click();
  const change = panel.getByRole('listitem').filter({ hasText: 'dispatcher-09' });
  await change.getByText('Wrong product').waitFor();
  const before = await change.locator('del').innerText();
  await picture(page, '09-history');
  await button(change, 'Back to this value').click();
  await button(panel, 'Save').click();
  await notice(page, 'Saved.');
  expect((await tank('demo-tank-020')).productName).toBe(before);
});

testInBrowser('a cell is edited where it stands, and marks what others change', async () => {
  const page = await visit({ hash: '#/tanks' });
  const cell = rowOf(page, 'North yard heating oil 1').getByRole('cell', { name: 'in service' });
  await cell.dblclick();
  const input = page.getByLabel('Status of North yard heating oil 1');
  await input.fill('winter');
  await input.press('Enter');
  await notice(page, 'Status of North yard heating oil 1 was saved.');
  await rowOf(page, 'North yard heating oil 1').getByText('winter').waitFor();
  await demo(updateTank, { id: 'demo-tank-003', input: { fillPercentage: 77.5 } });
  const marked = rowOf(page, 'North yard DEF 1').locator('.changed').first();
  await marked.getByText('77.5').waitFor();
  expect(await marked.getAttribute('title')).toContain('dispatcher-02');
});

testInBrowser('what changes before the stream of changes opens is shown once it does', async () => {
  const page = await visit({ hash: '#/expirations' });
  const opening = new Promise<Route>((resolve) => {
    void page.route('**/graphql', (route) =>
      route.request().postData()?.includes('"watch":[{"record":"TANK"}]') ? resolve(route) : route.continue(),
    );
  });
  await page.getByRole('link', { name: /^Tanks/ }).click();
  await rowOf(page, 'North yard DEF 1').waitFor();
  const stream = await opening;
  await demo(updateTank, { id: 'demo-tank-003', input: { fillPercentage: 66.6 } });
  await stream.continue();
  await rowOf(page, 'North yard DEF 1').getByText('66.6').waitFor();
});

testInBrowser('a list follows the writes of its own page, even without a stream of changes', async () => {
  const page = await visit({ hash: '#/expirations' });
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('subscription') ? route.abort() : route.continue(),
  );
  await page.getByRole('link', { name: /^Ship-tos/ }).click();
  const panel = await open(page, 'Depot 4');
  await button(panel, 'Delete this ship-to').click();
  await rowOf(page, 'Depot 4').waitFor({ state: 'detached' });
  await button(page, 'Undo').click();
  await rowOf(page, 'Depot 4').waitFor();
});

testInBrowser('rows that cannot be read again stay, with the reason', async () => {
  const page = await visit({ hash: '#/tanks' });
  await rowOf(page, 'North yard DEF 1').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('query ConsoleTanks(') ? route.abort() : route.continue(),
  );
  await demo(updateTank, { id: 'demo-tank-003', input: { fillPercentage: 66.7 } });
  await page.getByText('The gateway does not answer.').first().waitFor();
  expect(await rowOf(page, 'North yard DEF 1').count()).toBe(1);
  expect(await page.getByText('Live', { exact: true }).count()).toBe(1);
});

testInBrowser('Escape in a cell writes nothing, Enter writes once, and a choice is a choice', async () => {
  const page = await visit({ hash: '#/ship-tos' });
  const route = rowOf(page, 'River terminal').getByRole('cell', { name: /^R-/ });
  const before = await route.innerText();
  await route.dblclick();
  const input = page.getByLabel('Route code of River terminal');
  await input.fill('E2');
  await input.press('Escape');
  await input.waitFor({ state: 'detached' });
  expect(await route.innerText()).toBe(before);
  await route.dblclick();
  await input.fill('R-9');
  await input.press('Enter');
  await notice(page, 'Route code of River terminal was saved.');
  await rowOf(page, 'River terminal').getByText('R-9').waitFor();
  expect(await page.getByText('Nothing was written.').count()).toBe(0);
  const archived = rowOf(page, 'River terminal').getByRole('cell', { name: 'No', exact: true }).first();
  await archived.dblclick();
  await page.getByLabel('Archived of River terminal').selectOption('Yes');
  await page.getByRole('heading', { name: 'Ship-tos' }).click();
  await notice(page, 'Archived of River terminal was saved.');
  const { shipTos } = await demo(
    '{ shipTos(filter: { search: "River terminal" }) { nodes { archived routeCode version } } }',
  );
  expect(shipTos.nodes).toEqual([{ archived: true, routeCode: 'R-9', version: 3 }]);
});

testInBrowser('a long text keeps its line breaks and the focus', async () => {
  await demo('mutation { updateShipTo(id: "demo-ship-to-07", input: { note: "one\\ntwo" }) { __typename } }');
  const page = await visit({ hash: '#/ship-tos/demo-ship-to-07' });
  const panel = page.getByRole('dialog');
  const note = panel.getByLabel('Note');
  expect(await note.inputValue()).toBe('one\ntwo');
  await panel.getByLabel('Area', { exact: true }).pressSequentially('x'.repeat(70));
  await note.press('End');
  await note.pressSequentially('!');
  await button(panel, 'Save').click();
  await notice(page, 'Saved.');
  const { shipTo } = await demo('{ shipTo(id: "demo-ship-to-07") { note area } }');
  expect([shipTo.note, shipTo.area.includes('x'.repeat(70))]).toEqual([expect.stringMatching(/^one!?\ntwo!?$/), true]);
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

testInBrowser('the page of a list is in the address, and other rows begin at the first', async () => {
  const page = await visit({ hash: '#/tanks' });
  await page.getByText('1–25 of').waitFor();
  await button(page, 'Next').click();
  await page.getByText('26–').waitFor();
  const names = () => page.locator('tbody tr').allInnerTexts();
  const second = await names();
  await page.reload();
  await page.getByText('26–').waitFor();
  expect(await names()).toEqual(second);
  await page.goBack();
  await page.getByText('1–25 of').waitFor();
  await page.goForward();
  await page.getByText('26–').waitFor();
  await page.getByLabel('low').check();
  await page.getByText('1–').waitFor();
  await page.goto(`${served().address}/console#/tanks?after=none&row=26`);
  await page.getByRole('alert').waitFor();
  await button(page, 'Previous').click();
  await page.getByText('1–25 of').waitFor();
});

testInBrowser('filters, columns and the order are in the address, and a link opens the same rows', async () => {
  const page = await visit({ hash: '#/tanks' });
  await page.getByLabel('low').check();
  await button(page, /^Days to empty/).click();
  await page.locator('summary', { hasText: 'Columns' }).click();
  await page.getByLabel('Location name').check();
  await page.getByRole('columnheader', { name: 'Location name' }).waitFor();
  await expect.poll(() => page.url()).toContain('sort=daysToEmpty');
  const names = await page.locator('tbody a:not(.relation)').allInnerTexts();
  const other = await visit({ hash: new URL(page.url()).hash });
  await expect.poll(() => other.locator('tbody a:not(.relation)').allInnerTexts()).toEqual(names);
  await other.getByRole('searchbox').fill('no such tank');
  await other.getByText('No tank matches.').waitFor();
  await picture(other, '11-empty');
  await button(other, 'Clear the filters').click();
  await rowOf(other, 'South yard diesel 1').waitFor();
});

testInBrowser('a token that may only read is shown no button that changes, and none without a right', async () => {
  const page = await visit({ token: await tokenFor('viewer', 'tanks:read'), hash: '#/tanks' });
  const panel = await open(page, 'North yard diesel 2');
  expect(await panel.getByRole('button').allInnerTexts()).toEqual(['✕', 'All fields']);
  await button(panel, 'Close').click();
  const names = await page.getByRole('main').getByRole('button').allInnerTexts();
  expect(names.filter((name) => /New|Edit|Import/.test(name))).toEqual([]);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  expect(await sections.getByRole('link').count()).toBe(1);
  const none = await visit({ token: await tokenOf('demo', '') });
  await none.getByText('The token reads no records.').waitFor();
});

testInBrowser('a page without a token asks for one, says why one is refused, and shows a lost gateway', async () => {
  const proxy = await openProxy(served().address);
  onTestFinished(() => proxy.close());
  const page = await visit({ address: proxy.url.replace(/\/$/, ''), token: null, hash: '#/tanks' });
  await page.getByLabel('A token or an API key').fill('nonsense');
  await button(page, 'Open the console').click();
  await page.getByRole('alert').waitFor();
  await picture(page, '12-token');
  await page.getByLabel('A token or an API key').fill(await tokenFor('dispatcher-01'));
  await button(page, 'Open the console').click();
  await page.locator('tbody tr').first().waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  proxy.close();
  await page.getByText('Connecting…').waitFor();
  await page.getByRole('searchbox').fill('xy');
  await page.getByText('The gateway does not answer.').first().waitFor();
  await picture(page, '13-offline');
});

const FILTERED =
  '#/tanks?filter={"OR":[{"name":{"contains":"yard"}},{"status":{"equals":"maintenance"}}]}&sort=status,-name&figures=';

testInBrowser(
  'axe finds nothing serious, light and dark, from 390 to 1920 px, and no page is wider than its window',
  async () => {
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [390, 1024, 1920])
        for (const hash of ['#/tanks', FILTERED, '#/tanks/demo-tank-005', '#/webhooks']) {
          const page = await visit({ hash, width, scheme });
          await page
            .getByText(hash.includes('demo') ? 'Save' : hash === FILTERED ? 'Greatest' : /of 4\d|No webhook|in all/, {
              exact: true,
            })
            .first()
            .waitFor();
          const serious = await seriousFaults(page);
          expect({ scheme, width, hash, serious }).toEqual({ scheme, width, hash, serious: [] });
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
          await picture(page, `14-${scheme}-${width}-${hash.replaceAll(/\W+/g, '-')}`);
          await page.close();
        }
  },
);

testInBrowser('the keyboard skips to the content, reaches a record, its form and back', async () => {
  const page = await visit({ hash: '#/tanks' });
  await rowOf(page, 'South yard diesel 1').waitFor();
  await page.getByRole('button', { name: 'Skip to the content' }).press('Enter');
  await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true);
  expect(new URL(page.url()).hash).toBe('#/tanks');
  const link = page.getByRole('link', { name: 'South yard diesel 1', exact: true });
  await link.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'South yard diesel 1' });
  await panel.getByLabel('Name', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(link)).toBe(true);
});
