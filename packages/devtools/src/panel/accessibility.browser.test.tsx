// Drop into packages/devtools/src/panel/accessibility.browser.test.tsx once "axe-core" is a devDependency of
// packages/devtools (4.13.0 is in the lockfile already, through @axe-core/playwright).
import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FixtureMemory } from '../testing/fixture-memory.ts';
import { type RenderedPanel, renderPanel } from '../testing/render-panel.tsx';
import { richSession } from '../testing/rich-session.ts';

let panel: RenderedPanel | undefined;

afterEach(() => {
  panel?.remove();
  panel = undefined;
});

/** The page around the panel is not what is tested here. */
const RULES = { 'page-has-heading-one': { enabled: false } };

async function violations(): Promise<readonly string[]> {
  const host = document.querySelector('[data-agent-memory-panel]');
  if (!host) throw new Error('The panel has been drawn.');
  const { violations: found } = await axe.run(host, { rules: RULES });
  return found.map(
    (violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(', ')}`,
  );
}

for (const theme of ['light', 'dark'] as const) {
  for (const widthPixels of [340, 700, 1_200]) {
    test(`[DEV-10] axe finds nothing on any tab, ${theme}, ${widthPixels} px`, async () => {
      panel = renderPanel(richSession().memory, { theme, widthPixels });
      await page.getByRole('row', { name: /Which chains/ }).click();
      expect(await violations()).toEqual([]);
      await page.getByRole('radio', { name: /Everything considered/ }).click();
      await page.getByRole('row', { name: /14 messages not sent/ }).click();
      await userEvent.keyboard('{ArrowRight}');
      expect(await violations()).toEqual([]);
      await page.getByRole('tab', { name: /Compactions/ }).click();
      expect(await violations()).toEqual([]);
    });
  }

  test(`[DEV-10] axe finds nothing where there is nothing to show, ${theme}`, async () => {
    panel = renderPanel(new FixtureMemory(), { theme });
    await expect.element(page.getByText('No context has been assembled yet')).toBeVisible();
    expect(await violations()).toEqual([]);
  });
}
