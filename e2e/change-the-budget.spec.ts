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
  const leftAt4k = await playground.fact('left it');

  await playground.setBudget(32_000);
  await expect.poll(async () => (await playground.reading()).tokens).toBeGreaterThan(8_000);
  await expect.poll(() => playground.fact('left it')).not.toBe(leftAt4k);
  await expect(playground.verdict).toHaveText(/^Never sent over budget/);
});

for (const [typed, says] of [
  ['abc', '“abc” is not a whole number of tokens from 2,000 to 32,000.'],
  ['-500', '“-500” is not a whole number of tokens from 2,000 to 32,000.'],
  ['8k', '“8k” is not a whole number of tokens from 2,000 to 32,000.'],
  ['7.5', '“7.5” is not a whole number of tokens from 2,000 to 32,000.'],
  ['50', '50 is too small: a budget is from 2,000 to 32,000 tokens.'],
  ['999999999', '999999999 is too large: a budget is from 2,000 to 32,000 tokens.'],
] as const) {
  test(`“${typed}” is no budget: a sentence says so, and the one in force stays`, async ({
    playground,
  }) => {
    const { budgetField, facts, page } = playground;
    await playground.choose(THRASHING);
    await playground.setBudget(5_000);
    await playground.stepTo(2);
    const before = { reading: await playground.reading(), box: await facts.boundingBox() };

    await budgetField.fill(typed);
    await budgetField.press('Enter');
    await expect(budgetField).toHaveAttribute('aria-invalid', 'true');
    await expect(budgetField).toHaveAccessibleDescription(`${says} The budget stays at 5,000.`);
    await expect(page.getByText('The budget stays at 5,000.')).toBeInViewport({ ratio: 1 });
    expect(await facts.boundingBox()).toEqual(before.box);
    expect((await playground.reading()).budget).toBe(before.reading.budget);

    await budgetField.press('Escape');
    await expect(budgetField).toHaveValue('5,000');
    await expect(budgetField).toHaveAttribute('aria-invalid', 'false');
    await expect(playground.alert).toBeHidden();
  });
}

test('a figure that is put right is taken', async ({ playground }) => {
  await playground.choose(THRASHING);
  await playground.budgetField.fill('50');
  await playground.budgetField.blur();
  await expect(playground.alert).toContainText('50 is too small');
  await playground.setBudget(5_000);
  await expect(playground.alert).toBeHidden();
});

test('the slider sets the budget by keys', async ({ playground }) => {
  await playground.choose(THRASHING);
  const slider = playground.page.getByRole('slider', { name: 'Budget slider' });
  await slider.focus();
  await slider.press('Home');
  await expect(playground.budgetField).toHaveValue('2,000');
  await slider.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', '32,000 tokens');
  await expect.poll(async () => (await playground.reading()).budget).toBe(32_000);
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
  await expect.poll(() => playground.fact('refused')).toBe(3);
  await expect.poll(() => playground.fact('message')).toBe(5);

  await playground.setBudget(8_000);
  await expect(playground.notice).toBeHidden();
  await expect(playground.verdict).toHaveText('Never sent over budget in 1 context');
});
