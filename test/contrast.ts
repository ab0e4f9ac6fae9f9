import type { CDPSession, Page } from 'playwright-core';

const CONTROLS = 'a[href], button, input, select, textarea, summary, label:has(input), [role=button], [role=tab]';

/** What WCAG asks of texts, and of icons and the marks of focus. */
const [TEXT, ICON] = [4.5, 3];

const STATES: Record<string, string[]> = {
  rest: [],
  hover: ['hover'],
  focus: ['focus', 'focus-visible', 'focus-within'],
  'hover and focus': ['hover', 'focus', 'focus-visible', 'focus-within'],
  pressed: ['hover', 'active', 'focus'],
};

/** Runs in the page: each control's texts, icons and outline that are too faint. */
const MEASURE = `((controls, TEXT, ICON, isFocused) => {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  const known = new Map();
  const read = (color) => {
    if (!known.has(color)) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
      known.set(color, [r * a, g * a, b * a, a].map((part, index) => part / (index < 3 ? 255 * 255 : 255)));
    }
    return known.get(color);
  };
  // Colours times their alpha: the upper one lets the rest of the lower one through.
  const over = (upper, lower) => upper.map((part, index) => part + lower[index] * (1 - upper[3]));
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const contrastOf = (color, element) => {
    let [front, back] = [read(color), [0, 0, 0, 0]];
    for (let each = element; each !== null; each = each.parentElement) {
      const { backgroundColor, opacity } = getComputedStyle(each);
      [front, back] = [front, back].map((layer) => over(layer, read(backgroundColor)).map((part) => part * Number(opacity)));
    }
    const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark' || (matchMedia('(prefers-color-scheme: dark)').matches && getComputedStyle(document.documentElement).colorScheme.includes('dark'));
    const [a, b] = [front, back].map((layer) => luminance(over(layer, isDark ? [0.07, 0.07, 0.07, 1] : [1, 1, 1, 1])));
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const found = new Set();
  const check = (what, color, element, least, control) => {
    const contrast = contrastOf(color, element);
    const name = (control.getAttribute('aria-label') ?? control.innerText ?? '').trim().slice(0, 30) || control.placeholder || control.className || control.id;
    if (contrast < least) found.add(what + ' of ' + control.tagName.toLowerCase() + ' "' + name + '": ' + contrast.toFixed(2));
  };
  for (const control of document.querySelectorAll(controls)) {
    const { width, height } = control.getBoundingClientRect();
    if (width < 2 || height < 2 || !control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const texts = [control, ...control.querySelectorAll(':not(svg *)')].filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''));
    for (const each of texts) if (each.tagName !== 'OPTION') check('label', getComputedStyle(each).color, each, TEXT, control);
    if (control.matches('input:not([type=checkbox]), select, textarea')) check('text', getComputedStyle(control).color, control, TEXT, control);
    if (control.placeholder) check('placeholder', getComputedStyle(control, '::placeholder').color, control, TEXT, control);
    for (const icon of control.querySelectorAll('svg')) check('icon', getComputedStyle(icon).color, icon, ICON, control);
    const { outlineStyle, outlineColor, boxShadow } = getComputedStyle(control);
    if (!isFocused || control.tagName === 'LABEL' || outlineStyle === 'auto' || control.disabled) continue;
    if (outlineStyle === 'none' && boxShadow === 'none') check('no mark of focus', 'transparent', control, ICON, control);
    else if (outlineStyle !== 'none') check('mark of focus', outlineColor, control.parentElement, ICON, control);
  }
  return [...found];
})`;

interface TreeNode {
  nodeId: number;
  children?: TreeNode[];
}

/** Gives the controls of the page, and what they stand in, a state such as :hover. */
async function force(cdp: CDPSession, states: string[]): Promise<void> {
  const { root } = await cdp.send('DOM.getDocument', { depth: -1 });
  const { nodeIds } = await cdp.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: CONTROLS });
  const parents = new Map<number, number>();
  const walk = (node: TreeNode): void => {
    for (const child of node.children ?? []) {
      parents.set(child.nodeId, node.nodeId);
      walk(child);
    }
  };
  walk(root);
  const forced = new Set<number>();
  for (const nodeId of nodeIds)
    for (let each: number | undefined = nodeId; each !== undefined && !forced.has(each); each = parents.get(each))
      forced.add(each);
  forced.delete(root.nodeId);
  await Promise.all(
    // One that has gone since has no state.
    [...forced].map((nodeId) =>
      cdp.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: states }).catch(() => {}),
    ),
  );
}

/** The last one is that of a page at first. */
export const SCHEMES = ['dark', 'light'] as const;

/**
 * The controls that are shown and are hard to read in one of their states, in dark or light colours; with what, and how
 * much contrast it has.
 */
export async function faintControls(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('DOM.enable');
  await cdp.send('CSS.enable');
  await page.evaluate(
    `document.head.append(Object.assign(document.createElement('style'), { textContent: '*, *::before, *::after { transition: none !important; animation: none !important; }' }))`,
  );
  const found: string[] = [];
  const measure = async (state: string): Promise<void> => {
    const script = `${MEASURE}(${JSON.stringify(CONTROLS)}, ${TEXT}, ${ICON}, ${state.endsWith('focus')})`;
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      const faint: string[] = await page.evaluate(script);
      found.push(...faint.map((each) => `${colorScheme}, ${state}: ${each}`));
    }
  };
  for (const [state, forced] of Object.entries(STATES)) {
    await force(cdp, forced);
    await measure(state);
  }
  await force(cdp, []);
  const disable = (isDisabled: boolean) =>
    page.evaluate(
      `for (const each of document.querySelectorAll('button, input, select, textarea'))
        if (${isDisabled} ? !each.disabled : each.dataset.wasEnabled) {
          each.disabled = ${isDisabled};
          ${isDisabled ? 'each.dataset.wasEnabled = 1' : 'delete each.dataset.wasEnabled'};
        }`,
    );
  await disable(true);
  await measure('disabled');
  await disable(false);
  await cdp.detach();
  return found;
}
