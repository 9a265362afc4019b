import { expect, test } from './src/fixtures.ts';

test('[CMP-10] [TIER-4] [PAD-2] a stated value and a note are known after their messages have left the context', {
  tag: '@long',
}, async ({ playground }) => {
  await playground.openChat();
  await playground.setBudget(2_000);
  await playground.say('Hello');
  await playground.say('Remember that my seat is 14C.');
  await expect(playground.panel.tier('Live')).toBeVisible();
  await playground.say('My order number is A-20417');
  await playground.fillTheContext();
  await expect.poll(() => playground.compactions()).toBeGreaterThan(0);
  const stated = playground.messages.getByRole('article', { name: 'User, message 2' });
  await expect(stated.getByRole('button', { name: 'Left the context' })).toBeVisible();

  await playground.say('What is my order number?');
  await expect(playground.lastMessage).toContainText('“My order number is A-20417.” I read that');
  await playground.say('What is my seat?');
  await expect(playground.lastMessage).toContainText('seat is 14C');
});

test('suggestions start the conversation, and it is all there after a reload', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.openChat();
  await playground.button('My order number is A-20417').click();
  await expect(playground.lastMessage).toContainText('Got it: “My order number is A-20417.”');
  await expect(playground.messages).toContainText('save_memory');
  await playground.say('What is my order number?');
  await expect(playground.lastMessage).toContainText('“My order number is A-20417.” I read that');

  await playground.reload();
  await expect(page.getByRole('radio', { name: 'Scripted' })).toBeChecked();
  await expect(playground.messages.getByRole('article')).toHaveCount(6);
  await expect.poll(() => playground.fact('not sent yet')).toBeNaN();
  await expect(playground.lastMessage).toContainText('“My order number is A-20417.” I read that');
});

test('stop keeps what was said so far', async ({ playground }) => {
  await playground.openChat();
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

test('[LTM-1] what the user said to the script is sent to a model that answers in its place', async ({
  playground,
  endpoint,
  server,
}) => {
  await playground.openChat();
  await playground.say('I prefer an aisle seat');
  await endpoint.use(server.address);
  await playground.say('Which seat do I prefer?');
  expect(JSON.stringify(server.requests[0]?.body.messages)).toContain('I prefer an aisle seat.');
  await playground.page.getByRole('radio', { name: 'Scripted' }).check();
  await expect(playground.messages).toContainText('Got it: “I prefer an aisle seat.”');
});
