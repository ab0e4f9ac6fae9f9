import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { test } from 'vitest';

const executablePath = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync);
if (executablePath === undefined)
  console.warn('No Chromium here: the tests that drive a browser are skipped. Set CHROMIUM_PATH to run them.');

export const hasBrowser = executablePath !== undefined;
export const testInBrowser = test.skipIf(!hasBrowser);

/** Keeps the browser from calling its maker, so that what is seen on the network is the page's own. */
const quiet = ['background-networking', 'component-update', 'sync', 'quic', 'gpu'].map((part) => `--disable-${part}`);

/** Starts the machine's Chromium; undefined if there is none. */
export async function openBrowser(): Promise<Browser | undefined> {
  if (executablePath === undefined) return undefined;
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--no-first-run', ...quiet] });
}
