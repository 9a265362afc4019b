import { expect, test } from './src/fixtures.ts';
import { HEALTHY, THRASHING } from './src/playground-page.ts';

test('[STO-4] a reload brings everything back: transcript, overlays, figures, the place of the player', async ({
  playground,
}) => {
  await playground.choose(THRASHING);
  await playground.setBudget(4_000);
  await playground.holdTime();
  await playground.button('Play').click();
  await playground.passUntil(async () => (await playground.compactions()) > 1);
  await playground.button('Pause').click();
  await playground.letTimeFlow();
  await expect(playground.button('Step')).toBeEnabled();
  const before = {
    position: await playground.position(),
    facts: await playground.factLines(),
    reading: await playground.reading(),
    last: await playground.lastMessage.textContent(),
  };

  await playground.reload();
  await expect(playground.button('Play')).toBeEnabled();
  // An estimate at first, exact again as soon as the ranks are loaded.
  await expect.poll(() => playground.reading()).toEqual(before.reading);
  await expect.poll(() => playground.factLines()).toEqual(before.facts);
  await expect.poll(() => playground.position()).toBe(before.position);
  expect(await playground.lastMessage.textContent()).toBe(before.last);
});

test('a reload keeps the budget and the session that is open', async ({ playground }) => {
  const { page } = playground;
  await playground.choose(HEALTHY);
  await playground.setBudget(12_300);

  await playground.reload();
  await expect(page.getByRole('combobox', { name: 'Session' })).toHaveValue('healthy');
  await expect(playground.budget).toHaveValue('12300');
});

test('each session keeps its own place', async ({ playground }) => {
  const picker = playground.page.getByRole('combobox', { name: 'Session' });
  await playground.choose(HEALTHY);
  await playground.stepTo(4);
  const healthy = await playground.position();
  await picker.selectOption({ value: 'thrashing' });
  await expect(playground.page.getByText(/^Ready to play/)).toBeVisible();
  await picker.selectOption({ value: 'healthy' });
  await expect.poll(() => playground.position()).toBe(healthy);
});
