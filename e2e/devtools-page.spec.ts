import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './src/fixtures.ts';
import { HEALTHY } from './src/playground-page.ts';

test('[DEV-8] another tab shows the memory of the playground, from whenever it is opened', {
  tag: '@long',
}, async ({ page, context, playground }) => {
  await playground.choose(HEALTHY);
  await playground.stepTo(6);
  await playground.panel.root.getByRole('button', { name: 'Keys and words' }).click();
  const [devtools] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: /Open in a tab of its own/ }).click(),
  ]);
  const total = devtools.locator('.total');
  // Each is drawn in frames of its own, and only a tab in front has any.
  const expectAsInTheChat = () =>
    expect(async () => {
      await page.bringToFront();
      const { tokens } = await playground.reading();
      await devtools.bringToFront();
      const words = `${tokens.toLocaleString('en-US')} of 8,000 tokens`;
      expect(await total.textContent()).toContain(words);
    }).toPass();
  await expectAsInTheChat();
  await playground.stepTo(20);
  await expectAsInTheChat();
  await devtools.getByRole('row').nth(2).click();
  await expect(devtools.getByRole('region', { name: /^Details/ })).toBeVisible();
  const { violations } = await new AxeBuilder({ page: devtools })
    .disableRules(['page-has-heading-one'])
    .analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.close({ runBeforeUnload: true });
  await expect(devtools.getByText(/Shown is the last that arrived/)).toBeVisible();
});

test('[DEV-9] the page of the devtools asks for nothing but its own files', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await page.goto('/devtools');
  await expect(page.getByRole('heading', { name: 'No memory answers yet' })).toBeVisible();
  await expect(page).toHaveURL(/\/devtools\/$/);
  expect(asked.filter((path) => !/^\/(devtools(\/|$)|icon)/.test(path))).toEqual([]);
  expect(refused).toEqual([]);
});
