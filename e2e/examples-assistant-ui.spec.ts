import { expect, test } from './src/example-fixtures.ts';
import { storedText } from './src/stored-bytes.ts';

test('assistant-ui: stop, an edit, another answer, and every version of them after a reload', async ({
  page,
  server,
  openExample,
}) => {
  const chat = await openExample('assistant-ui');
  await expect(chat.status).toHaveText('0 messages remembered');
  server.willAnswer(
    { kind: 'stall', words: ['Let me ', 'see'], rest: ['never sent'] },
    { kind: 'stream', words: ['Seat ', '14C.'] },
  );
  await chat.say('What is my seat?');
  await expect(chat.lastMessage).toContainText('Let me see');
  await chat.button('Stop').click();
  await expect.poll(() => server.requests[0]?.isGivenUp()).toBe(true);
  await chat.hasStored(2);

  await chat.button('Answer again').click();
  await expect(chat.lastMessage).toContainText('Seat 14C.');
  await expect(chat.lastMessage).toContainText('2 of 2');
  expect(JSON.stringify(server.requests[1]?.body)).not.toContain('Let me see');

  await chat.button('Edit').click();
  await page.getByRole('textbox', { name: 'Edited message' }).fill('What is my gate?');
  await chat.button('Send again').click();
  await expect(chat.lastMessage).toContainText('You said: What is my gate?');
  expect(server.requests[2]?.body.messages).toEqual([
    { role: 'system', content: 'You are a helpful assistant. Answer briefly.' },
    { role: 'user', content: 'What is my gate?' },
  ]);

  await chat.hasStored(2);
  await page.reload();
  await expect(chat.messages).toHaveCount(2);
  await expect(chat.lastMessage).toContainText('You said: What is my gate?');
  await chat.say('And the time?');
  await expect(chat.lastMessage).toContainText('You said: And the time?');
  expect(server.requests[3]?.body.messages.map(({ content }) => content)).toEqual([
    'You are a helpful assistant. Answer briefly.',
    'What is my gate?',
    'You said: What is my gate?',
    'And the time?',
  ]);
  await chat.messages.first().getByRole('button', { name: 'Earlier version' }).click();
  await expect(chat.messages).toHaveCount(2);
  await expect(chat.messages.first()).toContainText('What is my seat?');
  await expect(chat.lastMessage).toContainText('Let me see');
  await chat.lastMessage.getByRole('button', { name: 'Later version' }).click();
  await expect(chat.lastMessage).toContainText('Seat 14C.');
});

test('assistant-ui: [STO-10] what a reload interrupts is shown as interrupted, and the model reads that it was', async ({
  page,
  server,
  openExample,
}) => {
  const chat = await openExample('assistant-ui');
  server.willAnswer({ kind: 'stall', words: ['Noted: ', 'seat'], rest: ['never read'] });
  await chat.say('My seat is 14C.');
  await expect(chat.lastMessage).toContainText('Noted: seat');
  await expect.poll(() => storedText(page)).toContain('Noted: seat');
  await page.reload();
  await expect(chat.messages).toHaveCount(2);
  await expect(chat.lastMessage).toContainText('Noted: seat (interrupted)');
  await chat.say('Go on.');
  await expect(chat.lastMessage).toContainText('You said: Go on.');
  const sent = server.requests[1]?.body.messages.slice(1) ?? [];
  expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(JSON.stringify(sent[1])).toContain('Noted: seat\\n[The answer was interrupted here.]');
  await chat.hasStored(4);
  await page.reload();
  await expect(chat.messages).toHaveCount(4);
});
