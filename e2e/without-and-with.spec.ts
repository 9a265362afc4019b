import { ComparisonPage } from './src/comparison-page.ts';
import { expect, test } from './src/fixtures.ts';

test('[DEV-18] the first screen plays by itself and tells in half a minute what is lost without memory', async ({
  page,
}) => {
  const comparison = new ComparisonPage(page);
  await page.clock.install();
  await page.goto('/');
  await expect(comparison.button('Pause')).toBeVisible();
  const tooMany = comparison.lastMessages.getByText(/^\d+ too many$/);
  const seconds =
    (await comparison.secondsUntil(tooMany)) +
    (await comparison.secondsUntil(comparison.button('Replay')));
  expect(seconds).toBeLessThan(30);

  await expect(comparison.root).toContainText('wants the booking number of our cottage');
  await expect(comparison.lastMessages).toContainText('It cannot answer');
  await expect(comparison.lastMessages).toContainText('is not in any of the 20 messages sent');
  await expect(comparison.lastMessages).toContainText(/too many at \d calls/);
  await expect(comparison.lastMessages.locator('mark')).toHaveCount(0);
  await expect(comparison.memory).toContainText('It can answer');
  await expect(comparison.memory).toContainText('stands in the summary');
  await expect(comparison.memory).toContainText('never too many');
  await expect(comparison.memory.locator('mark')).toHaveText('QX7-4921');
});

test('[DEV-10] Space pauses and plays where it does nothing else', async ({ page }) => {
  const comparison = new ComparisonPage(page);
  await page.clock.install();
  await page.goto('/');
  await expect(comparison.button('Pause')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(comparison.button('Play')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(comparison.button('Pause')).toBeVisible();
  // On a button Space presses that button, and once.
  await comparison.button('Pause').focus();
  await page.keyboard.press('Space');
  await expect(comparison.button('Play')).toBeVisible();
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('[DEV-10] nothing plays by itself, and the end is shown on request', async ({ page }) => {
    const comparison = new ComparisonPage(page);
    await page.clock.install();
    await page.goto('/');
    await expect(comparison.button('Play')).toBeVisible();
    await page.clock.runFor(3_000);
    expect(await comparison.calls()).toBe(0);
    await comparison.button('Show the end').click();
    await expect(comparison.memory).toContainText('It can answer');
    await expect(page.getByRole('log')).toContainText('agent-memory still holds it');
  });
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 360, height: 740 },
    contextOptions: { reducedMotion: 'reduce' },
  });

  test('both verdicts are in sight at once', async ({ page, playground }) => {
    const comparison = new ComparisonPage(playground.page);
    await comparison.button('Show the end').click();
    await expect(page.getByText('It cannot answer.')).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('It can answer.')).toBeInViewport({ ratio: 1 });
    await expect(comparison.button('Look inside')).toBeInViewport({ ratio: 1 });
  });
});

test('“Look inside” opens the same session at the same budget, with its memory beside it', async ({
  page,
  playground,
}) => {
  const comparison = new ComparisonPage(page);
  await comparison.button('Look inside').click();
  await expect(playground.budgetField).toHaveValue('3,000');
  await expect(page.getByRole('combobox', { name: 'Session' })).toHaveValue('bundled/booking');
  await expect(page.getByText('All 74 messages')).toBeVisible();
  await expect(playground.verdict).toHaveText(/^Never sent over budget in \d+ contexts$/);
  await expect.poll(() => playground.fact('compaction')).toBe(2);

  // A second visit begins where the first one was left.
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Recorded sessions' })).toBeChecked();
});
