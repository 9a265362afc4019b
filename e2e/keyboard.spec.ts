import type { Page } from '@playwright/test';
import { expect, test } from './src/fixtures.ts';
import { HEALTHY } from './src/playground-page.ts';

/** Tabs until the element with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      return element?.getAttribute('aria-label') ?? (label ?? element)?.textContent?.trim() ?? '';
    });
    expect(focused).toMatch(name);
  }).toPass({ intervals: [0] });
}

test('[DEV-10] a session is chosen, played, slowed, paused, stepped and asked by keys alone', async ({
  playground,
}) => {
  const { page } = playground;
  await tabTo(page, new RegExp(HEALTHY));
  await page.keyboard.press('Enter');
  await expect(playground.button('Play')).toBeEnabled();

  await tabTo(page, /^Budget$/);
  await page.keyboard.type('2000');
  await page.keyboard.press('Enter');
  await expect(playground.budgetField).toHaveValue('2,000');

  await tabTo(page, /^4×$/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'max' })).toBeChecked();
  await page.keyboard.press('Shift+Tab');
  await expect(playground.button('Step')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await expect.poll(() => playground.fact('left it')).toBeGreaterThan(0);
  await expect(page.getByText(/^All \d+ messages$/)).toBeVisible({ timeout: 60_000 });

  await playground.messages.focus();
  await page.keyboard.press('Home');
  await tabTo(page, /^Left the context/);
  await page.keyboard.press('Enter');
  await expect(playground.messages).toContainText('the oldest messages left');
});

test('[DEV-10] a message is written, sent and stopped by keys alone', async ({ playground }) => {
  const { page } = playground;
  await tabTo(page, /^Recorded sessions$/);
  await page.keyboard.press('ArrowRight');
  await expect(playground.messageField).toBeVisible();
  await tabTo(page, /^Message$/);
  await page.keyboard.type('Tell me a long story');
  await page.keyboard.press('Enter');
  await expect(playground.lastMessage).toContainText('The lighthouse');
  await tabTo(page, /^Stop$/);
  await page.keyboard.press('Enter');
  await expect(playground.messageField).toBeFocused();
  await expect(playground.lastMessage).toContainText(/The lighthouse.*…/);
});
