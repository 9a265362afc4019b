import { expect, test } from './src/fixtures.ts';

const BOOKING_NUMBER = 'QX7-4921';

test('[DEV-13] a value is found, followed to the call that saw it last, and left again, by keys alone', async ({
  playground,
}) => {
  const { page, panel, time } = playground;
  await playground.choose('A week on the island');
  await playground.setBudget(2_000);
  await playground.playToTheEnd();
  const answer = panel.root.getByRole('region', { name: 'Where the value is' });
  const strip = panel.root.getByRole('slider', { name: 'Calls, by whether they had it' });

  await test.step('the slash and the number give the sentence', async () => {
    await panel.root.getByRole('tab', { name: /^Context/ }).focus();
    await page.keyboard.press('/');
    await page.keyboard.type(BOOKING_NUMBER.toLowerCase());
    await expect(answer).toContainText(BOOKING_NUMBER.toLowerCase());
    await expect(answer).toContainText(/first said in #\d+/);
    await expect(answer).toContainText(/seen by (calls?|\d+ of)/);
  });

  await test.step('the strip leads to a call of the past, which the whole panel shows', async () => {
    for (let steps = 0; steps < 12; steps += 1) {
      if (await strip.evaluate((element) => element.matches(':focus'))) break;
      await page.keyboard.press('Tab');
    }
    await expect(strip).toBeFocused();
    await page.keyboard.press('PageUp');
    await expect(time.banner).toBeVisible();
    await expect(answer).toContainText(/at call \d+:/);
    await expect(strip).toHaveAttribute('aria-valuetext', /^Call \d+ of \d+: /);
  });

  await test.step('back to live it shows the present again', async () => {
    await page.keyboard.press('Escape');
    await expect(time.banner).toBeHidden();
    await expect(answer).not.toContainText(/at call/);
  });
});
