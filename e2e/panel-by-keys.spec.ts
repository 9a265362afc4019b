import type { Locator, Page } from '@playwright/test';
import { expect, test } from './src/fixtures.ts';
import { THRASHING } from './src/playground-page.ts';

/** More stops than a page has: a walk that is longer has met a trap. */
const MOST_STOPS = 60;

/** Presses Tab until it has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

test('[DEV-10] a person without a mouse reads every tab, follows a block to its reason, compacts and takes it back', async ({
  playground,
}) => {
  const { page, panel, time } = playground;
  await playground.choose(THRASHING);
  await playground.setBudget(9_000);
  await playground.playToTheEnd();
  const { root } = panel;
  const tab = (name: string) => root.getByRole('tab', { name: new RegExp(`^${name}`) });

  await test.step('past the chat Tab comes from the strip to the tab that is open, and the arrows skip none', async () => {
    await time.strip.focus();
    await tabTo(page, page.getByRole('link', { name: 'Skip to memory' }));
    await page.keyboard.press('Enter');
    await tabTo(page, tab('Context'));
    await expect(tab('Context')).toHaveAttribute('aria-selected', 'true');
    const names = await root.getByRole('tab').all();
    for (const next of names.slice(1)) {
      await page.keyboard.press('ArrowRight');
      await expect(next).toBeFocused();
      await expect(next).toHaveAttribute('aria-selected', 'true');
    }
    await page.keyboard.press('Home');
    await expect(tab('Context')).toBeFocused();
    await page.keyboard.press('End');
    await expect(names.at(-1) ?? tab('Context')).toBeFocused();
    await page.keyboard.press('Home');
  });

  await test.step('a block of the map leads to its row and its reason, and the way back', async () => {
    await tabTo(page, root.getByRole('button', { name: 'Map', exact: true }));
    await page.keyboard.press('Enter');
    const block = root.getByRole('region', { name: 'Map' }).locator('[tabindex="0"]').first();
    await tabTo(page, block);
    await page.keyboard.press('End');
    await expect(panel.details).toBeVisible();
    await expect(root.locator('[role="row"][aria-selected="true"]')).toContainText(/\S/);
    await tabTo(page, root.getByRole('treegrid'));
    await page.keyboard.press('Enter');
    await expect(panel.details.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(root.getByRole('treegrid')).toBeFocused();
  });

  await test.step('the question mark lists the keys, and Esc returns the focus', async () => {
    await page.keyboard.press('?');
    await expect(root.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(root.getByRole('dialog')).toBeHidden();
    await expect(root.getByRole('treegrid')).toBeFocused();
  });

  await test.step('a compaction is previewed, left alone, previewed again, made and taken back', async () => {
    await tabTo(page, tab('Context'), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await expect(tab('Compactions')).toBeFocused();
    const preview = root.getByRole('button', { name: 'Preview compaction' });
    await tabTo(page, preview);
    await page.keyboard.press('Enter');
    await expect(panel.preview).toContainText('nothing has changed');
    await page.keyboard.press('Escape');
    await expect(panel.preview).toBeHidden();
    await expect(preview).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, panel.preview.getByRole('button', { name: 'Compact now' }));
    await page.keyboard.press('Enter');
    const newest = panel.compactions.first();
    await expect(newest.getByRole('heading').first()).toHaveText(/^manual · /);
    await tabTo(page, newest.getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await expect(newest.getByRole('heading').first()).toHaveText(/^undo · .* messages back/);
  });

  await test.step('the log is filtered, and a decision leads to its call', async () => {
    await tabTo(page, tab('Compactions'), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await expect(tab('Log')).toBeFocused();
    await page.keyboard.press('/');
    await page.keyboard.type('summarised');
    const log = root.getByRole('grid', { name: /decisions/i });
    await expect(log.getByRole('row').nth(1)).toContainText('summarised');
    await tabTo(page, log);
    await page.keyboard.press('End');
    await expect(time.banner).toBeVisible();
    await expect(log).toBeFocused();
  });

  await test.step('and Tab leaves the panel again', async () => {
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      await page.keyboard.press('Tab');
      if (await root.evaluate((element) => !element.matches(':focus-within'))) break;
    }
    expect(await root.evaluate((element) => element.matches(':focus-within'))).toBe(false);
  });
});
