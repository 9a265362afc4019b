import type { Behaviour } from './src/endpoint-server.ts';
import { expect, test } from './src/example-fixtures.ts';
import { storedText } from './src/stored-bytes.ts';

test('AI SDK: stop, another answer, an edit, a tool of the server, and all of it after a reload', async ({
  page,
  server,
  openExample,
}) => {
  const chat = await openExample('ai-sdk');
  server.willAnswer(
    { kind: 'stall', words: ['Let me ', 'see'], rest: ['never sent'] },
    { kind: 'stream', words: ['Which ', 'parcel?'] },
  );
  await chat.say('Where is my parcel?');
  await expect(chat.lastMessage).toHaveText('Let me see');
  await chat.button('Stop').click();
  await expect.poll(() => server.requests[0]?.isGivenUp()).toBe(true);
  await chat.hasStored(2);

  await chat.button('Answer again').click();
  await expect(chat.lastMessage).toHaveText('Which parcel?');
  await expect(chat.messages).toHaveCount(2);
  expect(JSON.stringify(server.requests[1]?.body)).not.toContain('Let me see');

  await chat.button('Edit').click();
  await expect(chat.field).toBeFocused();
  await expect(chat.field).toHaveValue('Where is my parcel?');
  await chat.say('Where is parcel 1001?');
  await expect(chat.lastMessage).toHaveText('You said: Where is parcel 1001?');
  await expect(chat.messages).toHaveCount(2);
  expect(server.requests[2]?.body.messages.map(({ content }) => content)).toEqual([
    'You are the support desk of a parcel service. Answer briefly.',
    'Where is parcel 1001?',
  ]);

  await chat.hasStored(2);
  await page.reload();
  await expect(chat.messages).toHaveCount(2);
  await expect(chat.messages.first()).toContainText('Where is parcel 1001?');
  server.willAnswer(callOfTool('find_parcel', { number: '1002' }), {
    kind: 'stream',
    words: ['It is in depot 4.'],
  });
  await chat.say('And parcel 1002?');
  await expect(chat.lastMessage).toContainText('find_parcel {"number":"1002"} → {"number":"1002"');
  await expect(chat.lastMessage).toContainText('It is in depot 4.');
  expect(JSON.stringify(server.requests[3]?.body.messages)).toContain('Where is parcel 1001?');
  expect(server.requests[4]?.body.messages.at(-1)).toMatchObject({ role: 'tool' });

  // The call and its result are messages of their own in memory.
  await chat.hasStored(6);
  await page.reload();
  await expect(chat.messages).toHaveCount(4);
  await expect(chat.lastMessage).toContainText('It is in depot 4.');
  await chat.say('Thanks.');
  await expect(chat.lastMessage).toHaveText('You said: Thanks.');
  expect(server.requests[5]?.body.messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ]);
});

test('AI SDK: a context that the provider calls too long is sent again, smaller, and nobody notices', async ({
  server,
  openExample,
}) => {
  const chat = await openExample('ai-sdk');
  for (const city of ['Lisbon', 'Porto', 'Braga']) {
    await chat.say(`About ${city}: ${'its streets and its harbour, '.repeat(20)}`);
    await expect(chat.lastMessage).toContainText(`You said: About ${city}`);
  }
  const message = "This model's maximum context length is 200 tokens.";
  const body = { error: { message, code: 'context_length_exceeded' } };
  server.willAnswer({ kind: 'refuse', status: 400, body });
  await chat.say('And now?');
  await expect(chat.lastMessage).toHaveText('You said: And now?');
  expect(server.requests).toHaveLength(5);
});

test('AI SDK: [RCT-6] a person corrects what is remembered about them, and the next request carries it', async ({
  page,
  server,
  openExample,
}) => {
  const chat = await openExample('ai-sdk');
  await chat.say('I prefer parcels at the door.');
  await expect(chat.lastMessage).toHaveText('You said: I prefer parcels at the door.');
  await page.getByText('About me', { exact: true }).click();
  const about = page.getByRole('region', { name: 'What do you remember about me?' });
  await about.getByRole('button', { name: /^Correct: .*at the door/ }).click();
  await about.getByRole('textbox').fill('I prefer parcels at the quagga gate.');
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(about.getByRole('status')).toHaveText('Corrected.');
  await chat.say('Where do I prefer my parcels?');
  await expect.poll(() => server.requests.length).toBe(2);
  expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('quagga gate');
});

function callOfTool(name: string, input: object): Behaviour {
  const call = { index: 0, id: 'call-1', type: 'function' };
  const chunk = (delta: object, finish_reason: string | null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const text = [
    chunk(
      { tool_calls: [{ ...call, function: { name, arguments: JSON.stringify(input) } }] },
      null,
    ),
    chunk({}, 'tool_calls'),
    'data: [DONE]\n\n',
  ];
  return { kind: 'raw', text: text.join('') };
}

test('AI SDK: [STO-10] what a reload interrupts is shown as interrupted, and the model reads that it was', async ({
  page,
  server,
  openExample,
}) => {
  const chat = await openExample('ai-sdk');
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
