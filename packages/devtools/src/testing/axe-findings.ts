import axe from 'axe-core';
import { movingByItself } from './moving-by-itself.ts';
import type { PanelPerTest } from './panel-per-test.ts';

/** The page around the panel is not what is tested here. */
const RULES = { 'page-has-heading-one': { enabled: false } };

/**
 * Everything that axe finds in the panel, each in words. A text whose contrast axe could not measure
 * because it stood half in sight or under a hint is measured in full; one that still cannot be measured is a finding.
 */
export async function axeFindings({ shadow }: PanelPerTest): Promise<readonly string[]> {
  const host = document.querySelector('[data-agent-memory-panel]');
  if (!host) throw new Error('The panel has been drawn.');
  // A colour on its way to another is none that anybody reads.
  await Promise.allSettled(movingByItself(shadow()).map(({ finished }) => finished));
  const { violations: found, incomplete } = await axe.run(host, { rules: RULES, elementRef: true });
  const cut = incomplete
    .filter(({ id }) => id === 'color-contrast')
    .flatMap(({ nodes }) => nodes.flatMap(({ element }) => element ?? []));
  return [...found, ...(await contrastInFull(cut, shadow()))].map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, any }) => `${html} (${any[0]?.message})`).join(', ')}`,
  );
}

/**
 * Measures the contrast of texts that stood half in sight, one by one in the middle of what scrolls,
 * without the hints over them, which have been measured themselves.
 * Text over a pattern cannot be measured there either, and so might not be readable.
 */
async function contrastInFull(
  elements: readonly Element[],
  shadow: ShadowRoot,
): Promise<readonly axe.Result[]> {
  const results: axe.Result[] = [];
  const hints = [...shadow.querySelectorAll<HTMLElement>('.tooltip')];
  for (const hint of hints) hint.style.visibility = 'hidden';
  for (const element of elements) {
    const restore = scrolledToMiddle(element);
    if (element.isConnected && !isUnread(element, shadow)) {
      const { violations: found, incomplete } = await axe.run(element, {
        runOnly: ['color-contrast'],
      });
      results.push(...found, ...incomplete);
    }
    restore();
  }
  for (const hint of hints) hint.style.visibility = '';
  return results;
}

/** Brings a text into sight; the answer puts everything back where it was. */
function scrolledToMiddle(element: Element): () => void {
  const places: (() => void)[] = [];
  for (let each: Element | null = element; each; each = each.parentElement) {
    const scroller = each;
    const { scrollTop, scrollLeft } = scroller;
    places.push(() => scroller.scrollTo({ top: scrollTop, left: scrollLeft, behavior: 'instant' }));
  }
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return () => {
    for (const putBack of places) putBack();
  };
}

/** Whether a text is no text, or is under what stays at the top wherever it is scrolled to. */
function isUnread(element: Element, shadow: ShadowRoot): boolean {
  if (!/[\p{L}\p{N}]/u.test(element.textContent ?? '')) return true;
  const box = element.getClientRects()[0];
  if (!box) return true;
  const { left, top, bottom, right } = box;
  const shown = shadow.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return !element.contains(shown);
}
