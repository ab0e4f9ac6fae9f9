type Place = HTMLElement | SVGElement;

/** Where the focus was, with the parts of the page around it, the last place first. */
let places: { element: Place; parts: HTMLElement[] }[] = [];
const MOST = 20;

const isGone = (element: Place): boolean => !element.isConnected || element.matches(':disabled');

function partsAround(element: Element): HTMLElement[] {
  const part = element.parentElement?.closest<HTMLElement>('section, dialog, main');
  return part ? [part, ...partsAround(part)] : [];
}

function putBack(): void {
  const [last, ...before] = places;
  if (last === undefined || !isGone(last.element)) return;
  // One that is disabled still has it, until the page is painted.
  if (document.activeElement !== document.body && document.activeElement !== last.element) return;
  const part = last.parts.find(({ isConnected }) => isConnected) ?? document.querySelector('main');
  const next = before.find(({ element }) => !isGone(element) && part?.contains(element))?.element ?? part;
  if (next === part) part?.setAttribute('tabindex', '-1');
  next?.focus({ preventScroll: true });
}

/**
 * What has the focus may go: a form that closes, a button that is disabled, a row that somebody else has taken. Then
 * browsers begin again at the top of the page; this puts the focus where it was before, in the same part.
 */
export function keepFocus(): void {
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement || target instanceof SVGElement)) return;
    const others = places.filter(({ element }) => element !== target);
    places = [{ element: target, parts: partsAround(target) }, ...others].slice(0, MOST);
  });
  // Somebody who clicks beside all controls has left them.
  addEventListener('focusout', ({ target, relatedTarget }) =>
    queueMicrotask(() => {
      const [last] = places;
      const isLeft = relatedTarget === null && document.activeElement === document.body;
      if (isLeft && last?.element === target && !isGone(last.element)) places = [];
    }),
  );
  const observer = new MutationObserver(putBack);
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}
