import { expect, test } from './src/example-fixtures.ts';

test('Next.js: the server renders the chat, the browser takes it over and remembers', async ({
  page,
  request,
  server,
  openExample,
}) => {
  const chat = await openExample('nextjs');
  const html = await (await request.get(page.url())).text();
  expect(html).toContain('<h1>Chat with memory</h1>');
  expect(html).toContain('Looking for earlier messages …');
  expect(html).toContain('name="message"');

  await expect(chat.status).toHaveText('0 messages remembered');
  server.willAnswer({ kind: 'stall', words: ['Noted: ', 'seat '], rest: ['14C.'] });
  await chat.say('My seat is 14C.');
  await expect(chat.lastMessage).toHaveText('Noted: seat ');
  server.release();
  await expect(chat.lastMessage).toHaveText('Noted: seat 14C.');
  await chat.hasStored(2);

  await page.reload();
  await expect(chat.messages).toHaveText(['My seat is 14C.', 'Noted: seat 14C.']);
  await chat.say('Which seat?');
  await expect(chat.lastMessage).toHaveText('You said: Which seat?');
  expect(server.requests[1]?.body.messages).toEqual([
    { role: 'system', content: 'You are a helpful assistant. Answer briefly.' },
    { role: 'user', content: 'My seat is 14C.' },
    { role: 'assistant', content: 'Noted: seat 14C.' },
    { role: 'user', content: 'Which seat?' },
  ]);
});

test('Next.js: React finds no mismatch when it takes over what the server rendered', async ({
  page,
  openExample,
}) => {
  // Only a development server words mismatches, and React's strict mode is on there.
  const chat = await openExample('nextjs-dev');
  await chat.say('Hello');
  await expect(chat.lastMessage).toHaveText('You said: Hello');
  await chat.hasStored(2);
  await page.reload();
  await expect(chat.messages).toHaveText(['Hello', 'You said: Hello']);
});
