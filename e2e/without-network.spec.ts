import { expect, test } from './src/fixtures.ts';
import { HEALTHY, THRASHING } from './src/playground-page.ts';

test('a session that could not be fetched is fetched again by “Try again”, without a reload', async ({
  playground,
}) => {
  const { page } = playground;
  const sessionFile = /\/assets\/healthy-.*\.json$/;
  let isOnline = false;
  await page.route(sessionFile, (route) => (isOnline ? route.continue() : route.abort()));

  await playground.openRecorded();
  await page.getByRole('button', { name: HEALTHY }).click();
  await expect(playground.alert).toContainText('it could not be fetched. Are you offline?');
  const again = playground.button('Try again');
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(playground.alert).toContainText('it could not be fetched. Are you offline?');
  await expect(again).toBeFocused();

  isOnline = true;
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Ready to play \d+ messages$/)).toBeVisible();
  await expect(playground.alert).toBeHidden();
  await expect(playground.button('Play')).toBeFocused();
});

test('another session can be opened while one cannot be fetched', async ({ playground }) => {
  const { page } = playground;
  await page.route(/\/assets\/healthy-.*\.json$/, (route) => route.abort());
  await playground.openRecorded();
  await page.getByRole('button', { name: HEALTHY }).click();
  await expect(playground.alert).toBeVisible();
  await page.getByRole('button', { name: THRASHING }).click();
  await expect(page.getByText(/^Ready to play \d+ messages$/)).toBeVisible();
  await expect(playground.alert).toBeHidden();
});
