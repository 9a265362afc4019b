import { ChatPage } from './src/chat-page.ts';
import { expect, test } from './src/example-fixtures.ts';
import { storedText } from './src/stored-bytes.ts';

test('plain fetch: an answer streams in, a reload keeps the conversation, and the model is sent it', async ({
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

test('plain fetch: [STO-10] what a reload interrupts is shown as interrupted, and the model reads that it was', async ({
  page,
  server,
  openExample,
}) => {
  const chat = await openExample('fetch');
  server.willAnswer({ kind: 'stall', words: ['Noted: ', 'seat '], rest: ['never read'] });
  await chat.say('My seat is 14C.');
  await expect(chat.lastMessage).toHaveText('Noted: seat ');
  await expect.poll(() => storedText(page)).toContain('Noted: seat ');
  await page.reload();
  await expect(chat.messages).toHaveText(['My seat is 14C.', 'Noted: seat  (interrupted)']);
  await chat.say('Go on.');
  await expect(chat.lastMessage).toHaveText('You said: Go on.');
  expect(server.requests[1]?.body.messages.slice(1)).toEqual([
    { role: 'user', content: 'My seat is 14C.' },
    { role: 'assistant', content: 'Noted: seat \n[The answer was interrupted here.]' },
    { role: 'user', content: 'Go on.' },
  ]);
  await chat.hasStored(4);
  await page.reload();
  await expect(chat.messages).toHaveCount(4);
});

test('plain fetch: [STO-10] [NS-2] an answer that streams in one tab is not interrupted in another, until its tab is closed', async ({
  page,
  context,
  server,
  openExample,
}) => {
  const chat = await openExample('fetch');
  server.willAnswer({ kind: 'stall', words: ['Noted: ', 'seat '], rest: ['never read'] });
  await chat.say('My seat is 14C.');
  await expect.poll(() => storedText(page)).toContain('Noted: seat ');
  const other = await context.newPage();
  await other.goto(page.url());
  const there = new ChatPage(other);
  await expect(there.status).toHaveText('1 messages remembered');
  await expect(there.messages).toHaveText(['My seat is 14C.']);
  await page.close();
  await expect(there.messages).toHaveText(['My seat is 14C.', 'Noted: seat  (interrupted)']);
});

test('plain fetch: [CMP-12] a person sees what a compaction would do, has it done, and takes it back: the same bytes are sent', async ({
  server,
  openExample,
}) => {
  const chat = await openExample('fetch');
  const room = chat.page.getByRole('region', { name: 'Room for new messages' });
  await chat.say('Hello.');
  await chat.hasStored(2);
  await chat.button('Make room').click();
  await expect(room).toHaveText('Everything fits; there is nothing to take out.');
  await chat.page.reload();
  const willNote = (promptTokens: number) =>
    server.willAnswer({ kind: 'stream', words: ['Noted.'], promptTokens });
  for (let turn = 1; turn <= 6; turn += 1) {
    willNote(3_000 * turn);
    await chat.say(`Note ${turn}: ${'The train leaves at noon from the old hall. '.repeat(300)}`);
    await chat.hasStored(2 + 2 * turn);
  }
  await chat.button('Make room').click();
  await expect(room).toContainText(
    /This will take \d+ messages out of view\. Nothing is deleted\. Go ahead\?/,
  );
  await chat.button('Cancel').click();
  await chat.button('Make room').click();
  await chat.button('Go ahead').click();
  await expect(room).toContainText(/\d+ messages left the view/);
  await chat.button('Undo').click();
  await expect(chat.button('Make room')).toBeVisible();
  willNote(18_000);
  await chat.say('And now?');
  await chat.hasStored(16);
  const [before, after] = server.requests.slice(-2).map(({ body }) => body.messages);
  expect(after?.slice(0, before?.length)).toEqual(before);
});
