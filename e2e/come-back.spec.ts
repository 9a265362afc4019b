import { expect, test } from './src/fixtures.ts';
import { HEALTHY, THRASHING } from './src/playground-page.ts';

test('[STO-4] a reload brings everything back: transcript, overlays, figures, the place of the player', async ({
  playground,
}) => {
  await playground.choose(THRASHING);
  await playground.setBudget(4_000);
  await playground.setSpeed('max');
  await playground.holdTime();
  await playground.button('Play').click();
  await playground.passUntil(async () => (await playground.fact('compaction')) > 1);
  await playground.button('Pause').click();
  await playground.letTimeFlow();
  await expect(playground.button('Step')).toBeEnabled();
  const before = {
    position: await playground.position(),
    facts: await playground.factLines(),
    reading: await playground.reading(),
    last: await playground.lastMessage.textContent(),
  };

  await playground.page.reload();
  await expect(playground.button('Play')).toBeEnabled();
  // An estimate at first, exact again as soon as the ranks are loaded.
  await expect.poll(() => playground.reading()).toEqual(before.reading);
  await expect.poll(() => playground.factLines()).toEqual(before.facts);
  await expect.poll(() => playground.position()).toBe(before.position);
  expect(await playground.lastMessage.textContent()).toBe(before.last);

  await playground.playToTheEnd();
  await expect(playground.verdict).toHaveText(/^Never sent over budget/);
});

test('a reload keeps budget, theme, speed and the session that is open', async ({ playground }) => {
  const { page } = playground;
  await page.getByRole('radio', { name: 'Dark' }).check();
  await playground.choose(HEALTHY);
  await playground.setBudget(12_300);
  await playground.setSpeed('16×');

  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Session' })).toHaveValue('bundled/healthy');
  await expect(playground.budgetField).toHaveValue('12,300');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(page.getByRole('radio', { name: '16×' })).toBeChecked();
});

test('each session keeps its own place', async ({ playground }) => {
  const picker = playground.page.getByRole('combobox', { name: 'Session' });
  await playground.choose(HEALTHY);
  await playground.stepTo(4);
  const healthy = await playground.position();
  await picker.selectOption({ value: 'bundled/thrashing' });
  await expect(playground.page.getByText(/^Ready to play/)).toBeVisible();
  await picker.selectOption({ value: 'bundled/healthy' });
  await expect.poll(() => playground.position()).toBe(healthy);
});
