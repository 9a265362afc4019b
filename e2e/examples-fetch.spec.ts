import { expect, test } from './src/example-fixtures.ts';

test('plain fetch: an answer streams in, a reload keeps the talk, and the model is told of it', async ({
  page,
  server,
  openExample,
}) => {
  const chat = await openExample('fetch');
  await expect(chat.status).toHaveText('0 messages remembered');
  server.willAnswer({ kind: 'stall', words: ['Noted: ', 'seat '], rest: ['14C.'] });
  await chat.say('My seat is 14C.');
  await expect(chat.lastMessage).toHaveText('Noted: seat ');
  await expect(chat.status).toHaveText('Answering …');
  server.release();
  await expect(chat.lastMessage).toHaveText('Noted: seat 14C.');
  await chat.hasStored(2);

  await page.reload();
  await expect(chat.messages).toHaveText(['My seat is 14C.', 'Noted: seat 14C.']);
  await chat.say('Which seat?');
  await expect(chat.lastMessage).toHaveText('You said: Which seat?');
  await chat.hasStored(4);
  expect(server.requests[1]?.body.messages).toEqual([
    { role: 'system', content: 'You are a helpful assistant. Answer briefly.' },
    { role: 'user', content: 'My seat is 14C.' },
    { role: 'assistant', content: 'Noted: seat 14C.' },
    { role: 'user', content: 'Which seat?' },
  ]);
});

test('plain fetch: what arrived before the connection broke is kept', async ({
  page,
  server,
  openExample,
}) => {
  const chat = await openExample('fetch');
  server.willAnswer({ kind: 'die', words: ['Half an answer'] });
  await chat.say('Hello?');
  await expect(chat.lastMessage).toHaveText('Half an answer');
  server.release();
  await expect(chat.status).toHaveText('network error');
  await page.reload();
  await expect(chat.messages).toHaveText(['Hello?', 'Half an answer']);
});
