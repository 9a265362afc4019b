import { expect, inject, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { axeFindings } from '../testing/axe-findings.ts';
import { manyCalls } from '../testing/many-calls.ts';
import { movingByItself } from '../testing/moving-by-itself.ts';
import { panelPerTest } from '../testing/panel-per-test.ts';
import type { RenderPanelOptions } from '../testing/render-panel.tsx';
import { richSession } from '../testing/rich-session.ts';
import { timedSource, wordsOf } from '../testing/timed-source.ts';

const panel = panelPerTest();

const strip = () => page.getByRole('slider', { name: 'Calls of the session' });

function showCalls(count: number, options: RenderPanelOptions & { readonly name?: string } = {}) {
  const { name = 'support-4127', ...rest } = options;
  panel.show(richSession().memory, {
    ...rest,
    sourceOf: (live) => timedSource({ ...live, name }, manyCalls(count)).source,
  });
}

async function goToFirstCall(): Promise<void> {
  await expect.element(strip()).toBeVisible();
  (strip().element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}');
  await expect.element(page.getByRole('row', { name: wordsOf(1) })).toBeVisible();
}

const violations = () => axeFindings(panel);

for (const theme of ['light', 'dark'] as const) {
  for (const widthPixels of [320, 1_200]) {
    test(`[DEV-10] axe finds nothing, and measures every contrast, in the strip, its table and the past, ${theme}, ${widthPixels} px`, async () => {
      showCalls(2_000, { theme, widthPixels });
      await goToFirstCall();
      expect(await violations()).toEqual([]);
      await page.getByRole('button', { name: 'Table' }).click();
      await expect.element(page.getByRole('grid', { name: 'Calls, oldest first' })).toBeVisible();
      expect(await violations()).toEqual([]);
    });
  }
}

/** Media as the reader's system has them on every page. */
async function emulate(features: readonly { name: string; value: string }[]): Promise<void> {
  // Chromium's own protocol; its types are not part of the test runner's.
  const session = cdp() as unknown as { send(method: string, parameters: unknown): Promise<void> };
  await session.send('Emulation.setEmulatedMedia', { features });
}

test('[DEV-10] in forced colours the columns are drawn in the colours of the system', async () => {
  showCalls(61, { theme: 'light' });
  await expect.element(strip()).toBeVisible();
  await expect.poll(coloursDrawn).toContain('rgb(18, 130, 115)');
  await emulate([{ name: 'forced-colors', value: 'active' }]);
  try {
    await expect.poll(coloursDrawn).not.toContain('rgb(18, 130, 115)');
    expect(coloursDrawn().length).toBeGreaterThan(1);
    await goToFirstCall();
    expect(await violations()).toEqual([]);
  } finally {
    await emulate([{ name: 'forced-colors', value: 'none' }]);
  }
});

test('[DEV-10] in forced colours the strip and its present call have an outline', async () => {
  await emulate([{ name: 'forced-colors', value: 'active' }]);
  try {
    showCalls(61);
    await expect.element(strip()).toBeVisible();
    for (const selector of ['.time-strip', '.time-cursor']) {
      const element = panel.shadow().querySelector(selector);
      if (!element) throw new Error(`The strip has ${selector}.`);
      expect(getComputedStyle(element).outlineStyle, selector).toBe('solid');
    }
  } finally {
    await emulate([{ name: 'forced-colors', value: 'none' }]);
  }
});

/** The ground of each tier, as it is drawn. */
function coloursDrawn(): readonly string[] {
  const grounds = panel.shadow().querySelectorAll('.time-drawing pattern > rect:not(.grain)');
  return [...grounds].map((ground) => getComputedStyle(ground).fill);
}

test('[DEV-10] nothing of the strip moves by itself where the reader wants no motion', async () => {
  await emulate([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  try {
    showCalls(61);
    await goToFirstCall();
    expect(movingByItself(panel.shadow())).toEqual([]);
  } finally {
    await emulate([{ name: 'prefers-reduced-motion', value: '' }]);
  }
});

// Strings, by the setup that provides them.
const hostileStrings = JSON.parse(decodeURIComponent(inject('hostileStrings'))) as string[];

test.skipIf(hostileStrings.length === 0)(
  `[DEV-10] a session may have any name, now and in the past${inject('needsHostileStrings')}`,
  async () => {
    const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined);
    const name = hostileStrings.join(' ');
    showCalls(61, { name });
    await goToFirstCall();
    await page.getByRole('button', { name: 'Table' }).click();
    expect(panel.shadow().querySelector('.session-name')?.textContent).toBe(name);
    expect(
      panel.shadow().querySelectorAll('script, img, iframe, [onerror], [onload]'),
    ).toHaveLength(0);
    expect(alert).not.toHaveBeenCalled();
  },
);
