import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { faintControls, SCHEMES } from './contrast.ts';
import type { Data } from './gateway.ts';

const axe = readFileSync(fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8');

/** Takes a picture, if there is a folder for it: `PICTURES=folder npx vitest run test/console/tasks.slow.test.ts`. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** The rules of axe that look at colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds that is serious, by these rules or those that it has at first: the rule, and the first element. */
async function brokenRules(page: Page, rules?: string[]): Promise<string[]> {
  // The page's policy lets no script in; the debugger may evaluate one.
  await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) };
  const { violations }: Data = await page.evaluate(`axe.run(${JSON.stringify(options)})`);
  const serious = violations.filter(({ impact }: Data) => ['serious', 'critical'].includes(impact));
  return serious.map(({ id, nodes }: Data) => `${id}: ${nodes[0].html}`);
}

/**
 * What is serious for those who do not see, or not well, in dark and in light colours: by axe, by the width, and by the
 * contrast of each control in each of its states. Takes a picture in both, if it has a name.
 */
export async function seriousFaults(page: Page, name?: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of SCHEMES) {
    // A mark of a change fades, and would have the colours of another moment.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (name !== undefined) await picture(page, `${name}-${page.viewportSize()?.width}-${colorScheme}`);
    const broken = await brokenRules(page, colorScheme === SCHEMES[0] ? undefined : OF_COLOURS);
    found.push(...broken.map((rule) => `${colorScheme}, ${rule}`));
  }
  const wide: string[] = await page.evaluate(
    `[document.documentElement, ...document.querySelectorAll('dialog')]
      .flatMap(({ tagName, scrollWidth, clientWidth }) => scrollWidth > clientWidth ? tagName + ' is ' + scrollWidth + ' px wide' : [])`,
  );
  found.push(...wide);
  return [...found, ...(await faintControls(page))];
}
