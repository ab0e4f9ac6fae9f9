import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { tokenOf } from '../gateway.ts';
import { type Board, openPage, tokenFor, useBoard } from './board.ts';

export const tanksOf = (page: Page): Locator => page.getByRole('region', { name: 'Tanks' });
export const rowsOf = (page: Page): Locator => tanksOf(page).locator('tbody tr');
export const rowOf = (page: Page, tank: string): Locator => rowsOf(page).filter({ hasText: tank });
export const isLive = (page: Page): Promise<void> => page.getByRole('status').getByText('Live').waitFor();

/** Opens the form of a tank. */
export async function edit(page: Page, tank: string): Promise<Locator> {
  await page.getByRole('button', { name: `Edit ${tank}` }).click();
  const form = page.getByRole('dialog', { name: tank });
  await form.waitFor();
  return form;
}

/** A token whose seconds begin when the page asks for it: a busy machine takes long to open a page. */
export const shortToken = (): Promise<string> => tokenOf('demo', undefined, '8s');

/** The board for the tests of a file, as a dispatcher of the demo company uses it. */
export function useDispatcher() {
  const board = useBoard();
  const open = (...tokens: Board['tokens']): Promise<Page> => openPage(board, '?user=dispatcher-01', tokens);
  return {
    board,
    open,
    async visit(...chosen: Board['tokens']): Promise<Page> {
      const page = await open(...(chosen.length > 0 ? chosen : [await tokenOf('demo')]));
      await rowsOf(page).first().waitFor();
      return page;
    },
    /** Changes a tank as somebody else does. */
    async another(id: string, input: object, subject = 'dispatcher-02'): Promise<void> {
      const mutation =
        'mutation ($id: ID!, $input: UpdateTankInput!) { updateTank(id: $id, input: $input) { ... on Tank { version } } }';
      const { data } = await board.gateway.ask(mutation, { id, input }, await tokenFor(subject));
      expect(data.updateTank.version).toBeGreaterThan(1);
    },
    /** Inserts rows, and deletes them after the test. */
    async insert(table: 'tank' | 'task', columns: string, values: string, from: number): Promise<void> {
      await board.gateway.sql(`INSERT INTO ${table} (id, company_id, ${columns}) SELECT 'many-' || i, 'demo', ${values}
        FROM generate_series(1, ${from}) i`);
      onTestFinished(async () => void (await board.gateway.sql(`DELETE FROM ${table} WHERE id LIKE 'many-%'`)));
    },
  };
}
