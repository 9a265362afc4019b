import { expect, test } from './src/fixtures.ts';

test('[CMP-10] a stated value is answered after the message that held it has left the context', async ({
  playground,
}) => {
  await playground.openAssistant();
  await playground.setBudget(2_000);
  await playground.say('Hello');
  await playground.say('My order number is A-20417');
  await playground.fillTheContext();
  await expect.poll(() => playground.fact('compaction')).toBeGreaterThan(0);

  const stated = playground.messages.getByRole('article', { name: 'User, message 2' });
  await expect(stated).toContainText('My order number is A-20417');
  await expect(stated.getByRole('button', { name: 'Left the context' })).toBeVisible();

  await playground.say('What is my order number?');
  await expect(playground.lastMessage).toContainText('Your order number is A-20417.');
  await expect(playground.lastMessage).toContainText(
    'the summary that stands for earlier messages',
  );
  await expect(playground.verdict).toHaveText(/^Never sent over budget/);
});

test('[TIER-4] [PAD-2] what it is asked to remember is on the scratchpad, in the live tier', async ({
  playground,
}) => {
  await playground.openAssistant();
  await playground.say('Remember that my seat is 14C.');
  await playground.say('What is my seat?');
  await expect(playground.lastMessage).toContainText('Your seat is 14C.');
  await expect(playground.panel.tier('Live')).toBeVisible();
});

test('suggestions start the conversation, and it is all there after a reload', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.openAssistant();
  await playground.button('My order number is A-20417').click();
  await expect(playground.lastMessage).toContainText('your order number is A-20417');
  await playground.say('Look up my order');
  await expect(playground.messages).toContainText('lookup_order');
  await expect(playground.lastMessage).toContainText('Your tracking number is');

  await page.reload();
  await expect(page.getByRole('radio', { name: 'Assistant' })).toBeChecked();
  await expect(playground.messages.getByRole('article')).toHaveCount(8);
  await expect.poll(() => playground.fact('not sent yet')).toBeNaN();
  await expect(playground.lastMessage).toContainText('Your tracking number is');
});

test('stop keeps what was said so far', async ({ playground }) => {
  await playground.openAssistant();
  await playground.messageField.fill('Tell me a long story');
  await playground.holdTime();
  await playground.messageField.press('Enter');
  await playground.passUntil(() => playground.hasSaid('The lighthouse'));
  await playground.button('Stop').click();
  await playground.letTimeFlow();
  await expect(playground.button('Send')).toBeVisible();
  await expect(playground.lastMessage).toContainText(/The lighthouse.*…/s);
  await expect.poll(() => playground.fact('message')).toBe(2);
});
