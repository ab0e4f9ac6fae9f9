import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What somebody does with a page, counted: clicks or taps, and typed characters. */
export class Hands {
  private page: Page;
  private clicks = 0;
  private keys = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(control: Locator): Promise<void> {
    this.clicks += 1;
    await control.click();
  }

  /** Clicks into a field, and types a text in the place of what is there. */
  async type(field: Locator, text: string): Promise<void> {
    await this.click(field);
    this.keys += text.length;
    await field.fill(text);
  }

  /** Opens a list of options, and picks one. */
  async choose(list: Locator, option: string): Promise<void> {
    this.clicks += 2;
    await list.selectOption(option);
  }

  /** Ends a step: what it took. Whoever goes on with the keyboard is still in the page. */
  async did(step: string): Promise<{ clicks: number; keys: number }> {
    const { clicks, keys } = this;
    [this.clicks, this.keys] = [0, 0];
    await expect.poll(() => this.page.evaluate('document.activeElement.tagName'), { message: step }).not.toBe('BODY');
    return { clicks, keys };
  }
}
