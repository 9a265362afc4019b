import { expect, test } from './src/fixtures.ts';
import { THRASHING } from './src/playground-page.ts';
import { SHORT_TALK, sessionFile } from './src/session-files.ts';

test('[CMP-8] a change of the budget takes effect at once, down and up', async ({ playground }) => {
  await playground.choose(THRASHING);
  await playground.playToTheEnd();

  await playground.setBudget(4_000);
  await expect.poll(async () => (await playground.reading()).budget).toBe(4_000);
  await expect.poll(async () => (await playground.reading()).tokens).toBeLessThanOrEqual(4_000);
  await expect(playground.panel.root).toContainText(/of 4,000 tokens/);
  const leftAt4k = await playground.fact('out of it');

  await playground.setBudget(32_000);
  await expect.poll(async () => (await playground.reading()).tokens).toBeGreaterThan(8_000);
  await expect.poll(() => playground.fact('out of it')).not.toBe(leftAt4k);
});

test('the slider sets the budget by keys', async ({ playground }) => {
  await playground.choose(THRASHING);
  const { budget } = playground;
  await budget.press('ArrowRight');
  await expect(budget).toHaveAttribute('aria-valuetext', '2,100 tokens');
  await budget.press('End');
  await expect(budget).toHaveAttribute('aria-valuetext', '32,000 tokens');
});

test('[BUD-3] a turn that cannot fit is refused in words, loses nothing, and fits after a raise', async ({
  playground,
}) => {
  const [system, ...rest] = SHORT_TALK;
  if (!system) throw new Error('the session has no system message');
  const rules = 'Guests are greeted by name, and every answer names the room. '.repeat(220);
  const messages = [{ ...system, content: rules }, ...rest];
  await playground.drop('rules.json', sessionFile('rules', messages));
  await playground.setBudget(2_000);
  await playground.playToTheEnd();

  await expect(playground.notice).toContainText('Not sent: ');
  await expect(playground.notice).toContainText('Nothing was lost');
  await expect.poll(() => playground.fact('message')).toBe(5);

  await playground.setBudget(8_000);
  await expect(playground.notice).not.toContainText('Not sent');
});
