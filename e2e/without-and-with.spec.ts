import { ComparisonPage } from './src/comparison-page.ts';
import { expect, test } from './src/fixtures.ts';

test('[DEV-18] the first screen plays by itself and shows in half a minute what is lost without memory', async ({
  page,
}) => {
  const comparison = new ComparisonPage(page);
  await page.clock.install();
  await page.goto('/');
  await expect(comparison.button('Pause')).toBeVisible();
  const dropped = comparison.newest.getByText(/^\d+ older messages? dropped$/);
  const seconds =
    (await comparison.secondsUntil(dropped)) +
    (await comparison.secondsUntil(comparison.button('Replay')));
  expect(seconds).toBeLessThan(30);

  await expect(comparison.root).toContainText('wants the booking number of our cottage');
  await expect(comparison.newest).toContainText('The model cannot answer');
  await expect(comparison.newest).toContainText(/is in none of the \d+ messages sent/);
  await expect(comparison.newest.locator('mark')).toHaveCount(0);
  await expect(comparison.memory).toContainText('The model can answer');
  await expect(comparison.memory).toContainText('is in the summary');
  await expect(comparison.memory.locator('mark')).toHaveText('QX7-4921');
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
    await expect(comparison.memory).toContainText('The model can answer');
    await expect(page.getByRole('log')).toContainText('agent-memory still has it');
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
    await expect(page.getByText('The model cannot answer.')).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('The model can answer.')).toBeInViewport({ ratio: 1 });
    await expect(comparison.button('Look inside')).toBeInViewport({ ratio: 1 });
  });
});

test('“Look inside” opens the same session at the same budget, with its memory beside it', async ({
  page,
  playground,
}) => {
  const comparison = new ComparisonPage(page);
  await comparison.button('Look inside').click();
  await expect(playground.budget).toHaveValue('3000');
  await expect(page.getByRole('combobox', { name: 'Session' })).toHaveValue('booking');
  await expect(page.getByText('All 74 messages')).toBeVisible();
  await expect.poll(() => playground.compactions()).toBe(2);

  // A second visit begins where the first one was left.
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Sessions' })).toBeChecked();
});
