import { expect, test } from './src/fixtures.ts';
import { THRASHING } from './src/playground-page.ts';

test('[DEV-5] a session is played, scrubbed by keys into the past, read there, and left again', async ({
  playground,
}) => {
  const { page, panel, messages, time } = playground;
  await playground.choose(THRASHING);
  await playground.setBudget(4_000);
  await playground.playToTheEnd();
  await expect.poll(() => playground.fact('out of it')).toBeGreaterThan(0);
  await playground.panelCatchesUp();
  const now = { messages: await playground.fact('message'), items: await panel.sentItems() };

  await test.step('keys lead to a call before the first compaction', async () => {
    await time.strip.focus();
    await page.keyboard.press('Home');
    await expect(time.banner).toHaveText(/^Call 1 of \d+ · the past$/);
    for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowRight');
    await expect(time.banner).toHaveText(/^Call 4 of \d+ · the past$/);
    await expect(time.strip).toHaveAttribute('aria-valuetext', /^Call 4 of \d+: [\d,]+ of 4,000/);
  });

  await test.step('chat, figures and panel are of that call', async () => {
    await expect.poll(() => playground.fact('message')).toBeLessThan(now.messages);
    await expect.poll(() => playground.fact('out of it')).toBeNaN();
    await expect.poll(() => playground.compactions()).toBe(0);
    const said = await playground.fact('message');
    await expect(playground.lastMessage).toHaveAccessibleName(new RegExp(`message ${said - 1}$`));
    await expect(messages.getByRole('button', { name: 'Left the context' })).toHaveCount(0);
    await expect.poll(() => panel.sentItems()).toBeLessThanOrEqual(said + 2);
  });

  await test.step('a message and its row are one selection', async () => {
    await messages
      .getByRole('article', { name: /, message 1$/ })
      .getByTitle('Show in the panel')
      .click();
    await expect(panel.root.getByRole('region', { name: 'Details: Message #1' })).toBeVisible();
    await panel.root.getByRole('button', { name: 'Show in chat' }).click();
    await expect(messages.getByRole('article', { name: /, message 1$/ })).toBeFocused();
  });

  await test.step('back to live everything is as it was', async () => {
    await playground.button('Back to live').click();
    await expect(time.banner).toBeHidden();
    await expect(time.strip).toBeFocused();
    await expect.poll(() => playground.fact('message')).toBe(now.messages);
    await expect.poll(() => playground.fact('out of it')).toBeGreaterThan(0);
  });
});

test('[DEV-5] in the past nothing can be said; in the present it can again', async ({
  playground,
}) => {
  const { page, time } = playground;
  await playground.openChat();
  await playground.say('My order number is A-20417');
  await playground.say('What is my order number?');
  await time.strip.focus();
  await page.keyboard.press('Home');
  await expect(playground.messageField).toBeDisabled();
  await expect(playground.button('Start over')).toBeDisabled();
  await expect(playground.budget).toBeDisabled();
  await expect(
    page
      .getByRole('group', { name: 'How to go on' })
      .getByText('This is the past. Go back to live to go on from there.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(playground.messageField).toBeEnabled();
  await expect(playground.button('Start over')).toBeEnabled();
  await expect(playground.budget).toBeEnabled();
});

test('[DEV-5] calls that arrive while a person looks at the past do not move the view', async ({
  playground,
}) => {
  const { page, time } = playground;
  await playground.choose(THRASHING);
  await playground.stepTo(12);
  await time.strip.focus();
  await page.keyboard.press('ArrowLeft');
  const [call = ''] = /^Call \d+/.exec((await time.banner.textContent()) ?? '') ?? [];
  await playground.button('Step').click();
  await expect(time.strip).not.toHaveAttribute('aria-valuemax', call.slice(5));
  await expect(time.banner).toContainText(call);
});
