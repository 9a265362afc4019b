import { expect, test } from './src/fixtures.ts';
import { HEALTHY, THRASHING } from './src/playground-page.ts';

test('[BUD-3] first visit: a session plays to its end and is never over budget', async ({
  playground,
}) => {
  await playground.choose(HEALTHY);
  const readings = await playground.watchReadings();
  await playground.watchToTheEnd();
  const read = await readings();
  expect(read.length).toBeGreaterThan(10);
  for (const { tokens, budget } of read) {
    expect(tokens).toBeLessThanOrEqual(budget);
  }
});

test('[TIER-1] [DEV-1] after a session, tiers and reasons are there to be read', async ({
  playground,
}) => {
  await playground.choose(THRASHING);
  await playground.playToTheEnd();
  await expect.poll(() => playground.compactions()).toBeGreaterThan(0);

  const { panel } = playground;
  for (const tier of ['System', 'Earlier', 'Working'] as const) {
    await expect(panel.budget.getByRole('img')).toHaveAccessibleName(new RegExp(`${tier} [1-9]`));
  }
  await expect(panel.tier('System')).toBeVisible();
  await expect(panel.tier('Earlier')).toBeVisible();
  await panel.openRow('You are the tour desk');
  await expect(panel.why).toContainText('always stays');
  await panel.openRow('earlier-conversation');
  await expect(panel.why).toContainText(/Stands for \d+ earlier messages/);
});

test('a message that left the context says so in the chat, and the panel says why', async ({
  playground,
}) => {
  await playground.choose(THRASHING);
  await playground.playToTheEnd();
  await playground.messages.focus();
  await playground.page.keyboard.press('Home');

  const second = playground.messages.getByRole('article', { name: /, message 2$/ });
  await second.getByRole('button', { name: 'Left the context' }).click();
  const { root } = playground.panel;
  await expect(root.getByRole('region', { name: 'Details: Message #2' })).toBeVisible();
  await expect(root).toContainText('when the context was to be compacted to');
});

test('pause stops, step goes on by one reply, replay starts again', async ({ playground }) => {
  await playground.choose(HEALTHY);
  await playground.holdTime();
  await playground.button('Play').click();
  await playground.passUntil(async () => (await playground.position()) > 6);
  await playground.button('Pause').click();
  await playground.letTimeFlow();
  await expect(playground.button('Step')).toBeEnabled();
  const paused = await playground.position();

  await playground.button('Step').click();
  await expect.poll(() => playground.position()).toBeGreaterThan(paused);
  expect(await playground.position()).toBe(await playground.fact('message'));

  await playground.button('Start over').click();
  await expect(playground.page.getByText(/^Ready to play/)).toBeVisible();
  await expect.poll(() => playground.position()).toBe(0);
});

test('“To the end” makes every call and shows the end, with the focus on what comes next', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.choose(THRASHING);
  await playground.stepTo(5);
  await playground.button('To the end').click();
  await expect(playground.end).toBeVisible();
  await expect(playground.button('Replay')).toBeFocused();
  await expect(playground.time.strip).toHaveAttribute('aria-valuemax', /^6\d$/);
  await expect(page.getByRole('log')).toContainText(/Played to the end: \d+ messages/);
});
