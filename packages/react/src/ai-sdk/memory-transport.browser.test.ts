import { inMemoryStore } from '@agent-memory/core';
import { aiSdkUi } from '@agent-memory/formats';
import {
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai';
import { expect, test, vi } from 'vitest';
import {
  aChat,
  aMemory,
  aRoom,
  keptIsShown,
  says,
  shown,
  storedEntries,
} from '../testing/chat-server-chats.ts';
import { saying, step, wordsOf } from '../testing/chat-server-room.ts';

test('[RCT-5] keeps a question and its answer as they are shown, each once', async () => {
  const memory = aMemory();
  const chat = aChat(memory, await aRoom(saying('Hello there.'), saying('It is noon.')));
  await chat.sendMessage({ text: 'Hi' });
  await keptIsShown(memory, chat);
  await chat.sendMessage({ text: 'What time is it?' });
  await keptIsShown(memory, chat);
  expect(shown(chat)).toEqual(['Hi', 'Hello there.', 'What time is it?', 'It is noon.']);
  expect(await storedEntries(memory)).toBe(4);
  expect(memory.branches()).toHaveLength(1);
});

test('[RCT-5] names an answer that its server did not name as the chat shows it', async () => {
  const memory = aMemory();
  const chat = aChat(memory, await aRoom(saying('Hello.')));
  await chat.sendMessage({ text: 'Hi' });
  await keptIsShown(memory, chat);
  expect(memory.entry(chat.messages[1]?.id ?? '')?.message.role).toBe('assistant');
});

test('[RCT-5] leaves the name that a server gives an answer as it is', async () => {
  const memory = aMemory();
  const answer = { kind: 'model', steps: [step('Hello.')], isNaming: true } as const;
  const chat = aChat(memory, await aRoom(answer));
  await chat.sendMessage({ text: 'Hi' });
  await keptIsShown(memory, chat);
  expect(chat.messages[1]?.id).toMatch(/^\w{16}$/);
});

const smallBudget = {
  contextWindow: 2_000,
  maxReplyTokens: 200,
  safetyTokens: 100,
  toolResultTokens: 100,
};

test('[RCT-5] sends the context that was assembled and leaves the visible list alone', async () => {
  const memory = aMemory({ budget: smallBudget });
  const story = 'The ship sailed on through the night. '.repeat(30);
  const turns = [1, 2, 3, 4, 5, 6, 7, 8];
  const room = await aRoom(...turns.map((turn) => saying(`Chapter ${turn}. ${story}`)));
  const chat = aChat(memory, room);
  await memory.patchScratchpad({ objective: 'Write a book.' });
  for (const turn of turns) await chat.sendMessage({ text: `Tell me chapter ${turn}.` });
  await keptIsShown(memory, chat);
  expect(chat.messages).toHaveLength(16);
  const sent = (await room.requests()).at(-1);
  expect(memory.getState().compactions.length).toBeGreaterThan(0);
  expect(sent?.messages.length).toBeLessThan(15);
  expect(wordsOf(sent?.messages.at(-1) ?? { parts: [] })).toContain('Tell me chapter 8.');
  expect(wordsOf(sent?.messages.at(-1) ?? { parts: [] })).toContain('Write a book.');
  expect(shown(chat).at(-2)).toBe('Tell me chapter 8.');
});

test('[TOK-5] reports what the provider read for the context', async () => {
  const memory = aMemory();
  const steps = [{ ...step('Hello.'), inputTokens: 640, cachedInputTokens: 512 }];
  const chat = aChat(memory, await aRoom({ kind: 'model', steps }));
  await chat.sendMessage({ text: 'Hi' });
  await expect.poll(() => memory.getState().ledger.reports).toBe(1);
  expect(memory.getState().ledger.last).toMatchObject({ reportedTokens: 640, cachedTokens: 512 });
});

test('[TOK-5] of several steps reports the one that read the context', async () => {
  const memory = aMemory();
  const call = { type: 'call', id: 'c', tool: 'weather', input: { city: 'Bern' } } as const;
  const steps = [
    { ...step(call), inputTokens: 640 },
    { ...step('12 degrees.'), inputTokens: 900 },
  ];
  const chat = aChat(memory, await aRoom({ kind: 'model', steps }));
  await chat.sendMessage({ text: 'How warm is it in Bern?' });
  await expect.poll(() => memory.getState().ledger.reports).toBe(1);
  expect(memory.getState().ledger.last?.reportedTokens).toBe(640);
});

test('[RCT-5] keeps the steps of an answer, with the calls of a tool at the server and its results', async () => {
  const memory = aMemory();
  const call = { type: 'call', id: 'c', tool: 'weather', input: { city: 'Bern' } } as const;
  const chat = aChat(
    memory,
    await aRoom(
      { kind: 'model', steps: [step('Let me see.', call), step('12 degrees.')] },
      saying('You are welcome.'),
    ),
  );
  await chat.sendMessage({ text: 'How warm is it in Bern?' });
  await chat.sendMessage({ text: 'Thanks' });
  await keptIsShown(memory, chat);
  const roles = memory.entries().map(({ message }) => message.role);
  expect(roles).toEqual(['user', 'assistant', 'tool', 'assistant', 'user', 'assistant']);
  expect(await storedEntries(memory)).toBe(6);
});

test('[RCT-5] keeps a call whose input the server refused', async () => {
  const memory = aMemory();
  const call = { type: 'call', id: 'c', tool: 'weather', input: { town: 3 } } as const;
  const chat = aChat(
    memory,
    await aRoom(
      { kind: 'model', steps: [step(call), step('I cannot say.')] },
      saying('You are welcome.'),
    ),
  );
  await chat.sendMessage({ text: 'How warm is it?' });
  await chat.sendMessage({ text: 'Thanks' });
  // Version 6 shows the input in another field than version 7; it is kept as the latter does.
  const asVersion7 = JSON.stringify(chat.messages).replace('"rawInput"', '"input"');
  await keptIsShown(memory, { messages: JSON.parse(asVersion7) });
  const roles = memory.entries().map(({ message }) => message.role);
  expect(roles).toEqual(['user', 'assistant', 'tool', 'assistant', 'user', 'assistant']);
  expect(memory.entries()[1]?.message.parts).toMatchObject([{ arguments: '{"town":3}' }]);
  expect(await storedEntries(memory)).toBe(6);
});

test('[RCT-5] continues with an answer when the page has answered its tool call', async () => {
  const memory = aMemory();
  const call = { type: 'call', id: 'c', tool: 'location', input: {} } as const;
  const room = await aRoom(saying('Where are you?', call), saying('Bern is lovely.'));
  const chat = aChat(memory, room, {
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
    onToolCall: () => {
      void chat.addToolOutput({ tool: 'location', toolCallId: 'c', output: { city: 'Bern' } });
    },
  });
  await chat.sendMessage({ text: 'Where am I?' });
  await says(chat, 'Where are you?Bern is lovely.');
  await keptIsShown(memory, chat);
  expect(chat.messages).toHaveLength(2);
  const roles = memory.entries().map(({ message }) => message.role);
  expect(roles).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect(await storedEntries(memory)).toBe(4);
  const [, second] = await room.requests();
  expect(second?.messages.at(-1)?.id).toBe(chat.messages[1]?.id);
});

test.each([
  [true, 'Paid.'],
  [false, 'I will not.'],
])(
  '[RCT-5] continues with an answer when the user has decided on its call: %s',
  async (approved, words) => {
    const memory = aMemory();
    const call = { type: 'call', id: 'c', tool: 'pay', input: { sum: 3 } } as const;
    const room = await aRoom(saying('May I?', call), saying(words), saying('Bye.'));
    const chat = aChat(memory, room, {
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    });
    await chat.sendMessage({ text: 'Pay three.' });
    await keptIsShown(memory, chat);
    const part = chat.lastMessage?.parts.find(({ type }) => type === 'tool-pay');
    expect(part).toMatchObject({ state: 'approval-requested' });
    const { approval } = part as { readonly approval: { readonly id: string } };
    await chat.addToolApprovalResponse({ id: approval.id, approved });
    await says(chat, `May I?${words}`);
    await expect.poll(() => chat.status).toBe('ready');
    await keptIsShown(memory, chat);
    await chat.sendMessage({ text: 'Thanks' });
    await keptIsShown(memory, chat);
    const [, second] = await room.requests();
    expect(second?.messages.at(-1)?.parts).toContainEqual(
      expect.objectContaining({ approval: { id: approval.id, approved } }),
    );
  },
);

test('[RCT-5] keeps reasoning with its signature and sends it back', async () => {
  const memory = aMemory();
  const thought = { type: 'reasoning', text: 'They greet me.', signature: 'sealed' } as const;
  const call = { type: 'call', id: 'c', tool: 'location', input: {} } as const;
  const room = await aRoom(saying(thought, call), saying('Hello.'));
  const chat = aChat(memory, room, {
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
    onToolCall: () => {
      void chat.addToolOutput({ tool: 'location', toolCallId: 'c', output: { city: 'Bern' } });
    },
  });
  await chat.sendMessage({ text: 'Hi' });
  await says(chat, 'They greet me.Hello.');
  await keptIsShown(memory, chat);
  const [, second] = await room.requests();
  expect(second?.messages.at(-1)?.parts).toContainEqual(
    expect.objectContaining({
      type: 'reasoning',
      text: 'They greet me.',
      providerMetadata: { maker: { signature: 'sealed' } },
    }),
  );
});

test('[RCT-5] keeps what was said until it was stopped, and continues from there', async () => {
  const memory = aMemory();
  const room = await aRoom(saying('One two ', { type: 'wait' }, 'three.'), saying('As you wish.'));
  const chat = aChat(memory, room);
  const sending = chat.sendMessage({ text: 'Count.' });
  await says(chat, 'One two ');
  await chat.stop();
  await sending;
  await keptIsShown(memory, chat);
  await chat.sendMessage({ text: 'Enough.' });
  await keptIsShown(memory, chat);
  expect(shown(chat)).toEqual(['Count.', 'One two ', 'Enough.', 'As you wish.']);
  expect(await storedEntries(memory)).toBe(4);
});

test('[RCT-5] keeps the beginning of a tool call that was stopped, and does not send it', async () => {
  const memory = aMemory();
  const half = { type: 'half-call', id: 'c', tool: 'weather', json: '{"city":"Be' } as const;
  const room = await aRoom(saying('Let me see.', half, { type: 'wait' }), saying('All right.'));
  const chat = aChat(memory, room);
  const sending = chat.sendMessage({ text: 'How warm is it?' });
  await expect.poll(() => chat.lastMessage?.parts.at(-1)).toMatchObject({ input: { city: 'Be' } });
  await chat.stop();
  await sending;
  await keptIsShown(memory, chat);
  await chat.sendMessage({ text: 'Never mind.' });
  await keptIsShown(memory, chat);
  const [, second] = await room.requests();
  expect(JSON.stringify(second?.messages)).not.toContain('"city');
  expect(await storedEntries(memory)).toBe(4);
});

test('[RCT-5] sends nothing when it is stopped before the context', async () => {
  const { promise: loaded, resolve: letLoad } = Promise.withResolvers<undefined>();
  const store = inMemoryStore();
  vi.spyOn(store, 'load').mockReturnValueOnce(loaded);
  const memory = aMemory({ store });
  const room = await aRoom(saying('Hello.'));
  const chat = aChat(memory, room);
  const sending = chat.sendMessage({ text: 'Hi' });
  await expect.poll(() => chat.status).toBe('submitted');
  await chat.stop();
  await sending;
  expect(chat.status).toBe('ready');
  letLoad(undefined);
  await chat.sendMessage({ text: 'Hi again' });
  await keptIsShown(memory, chat);
  expect(shown(chat)).toEqual(['Hi', 'Hi again', 'Hello.']);
  expect(await room.requests()).toHaveLength(1);
});

test('[RCT-5] answers again on a branch of its own and keeps the answer before', async () => {
  const memory = aMemory();
  const room = await aRoom(saying('First.'), saying('Second.'), saying('Third.'));
  const chat = aChat(memory, room);
  await chat.sendMessage({ text: 'Say something.' });
  await chat.regenerate();
  await keptIsShown(memory, chat);
  expect(shown(chat)).toEqual(['Say something.', 'Second.']);
  expect(memory.branches()).toHaveLength(2);
  const [, second] = await room.requests();
  expect(second?.messages.map(wordsOf)).toEqual(['Say something.']);
  await chat.sendMessage({ text: 'And now?' });
  await keptIsShown(memory, chat);
  expect(await storedEntries(memory)).toBe(5);
});

test('[RCT-5] continues behind an edited message and keeps what it was', async () => {
  const memory = aMemory();
  const room = await aRoom(saying('Bern.'), saying('Paris.'), saying('Rome.'));
  const chat = aChat(memory, room);
  await chat.sendMessage({ text: 'Capital of Switzerland?' });
  await chat.sendMessage({ text: 'Capital of Frence?' });
  const messageId = chat.messages[2]?.id ?? '';
  await chat.sendMessage({ text: 'Capital of Italy?', messageId });
  await keptIsShown(memory, chat);
  expect(shown(chat)).toEqual(['Capital of Switzerland?', 'Bern.', 'Capital of Italy?', 'Rome.']);
  const [, , third] = await room.requests();
  expect(third?.messages.map(wordsOf)).toEqual([
    'Capital of Switzerland?',
    'Bern.',
    'Capital of Italy?',
  ]);
  expect(await storedEntries(memory)).toBe(6);
  expect(memory.branches()).toHaveLength(2);
});

test('[RCT-5] keeps what was said when a model fails half-way', async () => {
  const memory = aMemory();
  const room = await aRoom(saying('One two ', { type: 'fail', message: 'The model is gone.' }));
  const chat = aChat(memory, room);
  await chat.sendMessage({ text: 'Count.' });
  expect(chat.error?.message).toBe('An error occurred.');
  expect(shown(chat)).toEqual(['Count.', 'One two ']);
  await keptIsShown(memory, chat);
});

test('[RCT-5] takes an answer up again whose connection broke, and keeps it once', async () => {
  const memory = aMemory();
  const room = await aRoom(saying('One two ', { type: 'wait' }, 'three.'), saying('Four.'));
  const chat = aChat(memory, room);
  const sending = chat.sendMessage({ text: 'Count.' });
  await says(chat, 'One two ');
  await room.cut();
  await sending;
  expect(chat.status).toBe('error');
  await keptIsShown(memory, chat);
  const resuming = chat.resumeStream();
  await expect.poll(() => chat.status).toBe('streaming');
  await room.go();
  await resuming;
  expect(shown(chat)).toEqual(['Count.', 'One two three.']);
  await keptIsShown(memory, chat);
  await chat.sendMessage({ text: 'Go on.' });
  await keptIsShown(memory, chat);
  expect(shown(chat)).toEqual(['Count.', 'One two three.', 'Go on.', 'Four.']);
});

test('[RCT-5] takes an answer up in a page that was loaded again', async () => {
  const before = aMemory();
  const room = await aRoom(saying('One two ', { type: 'wait' }, 'three.'));
  const chatBefore = aChat(before, room);
  void chatBefore.sendMessage({ text: 'Count.' });
  await says(chatBefore, 'One two ');
  await before.dispose();
  const memory = aMemory({ id: before.id, store: before.store });
  const messages = await memory.messages({ format: aiSdkUi });
  expect(messages.map(wordsOf)).toEqual(['Count.']);
  const chat = aChat(memory, room, { messages });
  const resuming = chat.resumeStream();
  await expect.poll(() => chat.status).toBe('streaming');
  await room.go();
  await resuming;
  expect(shown(chat)).toEqual(['Count.', 'One two three.']);
  await keptIsShown(memory, chat);
  expect(await storedEntries(memory)).toBe(2);
  await chatBefore.stop();
});

test('[RCT-5] finds nothing to take up where no answer is under way', async () => {
  const memory = aMemory();
  const chat = aChat(memory, await aRoom(saying('Hello.')));
  await chat.sendMessage({ text: 'Hi' });
  await chat.resumeStream();
  expect(chat.status).toBe('ready');
  await keptIsShown(memory, chat);
});

test.each([400, 503])('[RCT-5] keeps the question when the server answers %i', async (status) => {
  const memory = aMemory();
  const room = await aRoom({ kind: 'status', status, body: 'Not now.' }, saying('Hello.'));
  const chat = aChat(memory, room);
  await chat.sendMessage({ text: 'Hi' });
  expect(chat.error?.message).toBe('Not now.');
  await keptIsShown(memory, chat);
  await chat.regenerate();
  await keptIsShown(memory, chat);
  expect(shown(chat)).toEqual(['Hi', 'Hello.']);
  expect(await storedEntries(memory)).toBe(2);
});

test.each([
  ['no JSON', 'data: {"type":"text-\n\n'],
  ['chunks of no kind', 'data: {"type":"nonsense"}\n\n'],
  ['a text that never began', 'data: {"type":"text-delta","id":"1","delta":"x"}\n\n'],
])('[RCT-5] keeps the question when the server sends %s', async (_, body) => {
  const memory = aMemory();
  const chat = aChat(memory, await aRoom({ kind: 'raw', body }));
  await chat.sendMessage({ text: 'Hi' });
  expect(chat.status).toBe('error');
  expect(memory.entries().map(({ message }) => message.role)).toEqual(['user']);
});

/** Long enough for something to yield, many times. */
function aLongTalk(): UIMessage[] {
  return Array.from({ length: 30 }, (_, index) => ({
    id: `talk-${index}`,
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    parts: [{ type: 'text' as const, text: `${index}. ${'And so it went on. '.repeat(20)}` }],
  }));
}

const tooLong = "This model's maximum context length is 8192 tokens.";

test.each([
  ['refuses it', { kind: 'status', status: 400, body: tooLong }],
  ['says so in its answer', saying({ type: 'fail', message: tooLong })],
] as const)(
  '[BUD-4] sends a smaller context when the server %s as too long',
  async (_, refusal) => {
    const memory = aMemory();
    const room = await aRoom(refusal, saying('Now it fits.'));
    const chat = aChat(memory, room, { messages: aLongTalk() });
    await chat.sendMessage({ text: 'Go on.' });
    await keptIsShown(memory, chat);
    expect(chat.error).toBeUndefined();
    expect(shown(chat).slice(-2)).toEqual(['Go on.', 'Now it fits.']);
    const [first, second] = await room.requests();
    const sizes = [first, second].map((request) => JSON.stringify(request?.messages).length);
    expect(sizes[1]).toBeLessThan(sizes[0] ?? 0);
  },
);

test('[BUD-4] gives up when every context is too long, and says so', async () => {
  const memory = aMemory();
  const refusals = Array.from({ length: 6 }, () => saying({ type: 'fail', message: tooLong }));
  const chat = aChat(memory, await aRoom(...refusals), { messages: aLongTalk() });
  await chat.sendMessage({ text: 'Go on.' });
  expect(chat.error).toMatchObject({ code: 'OVERFLOW_PERSISTS' });
});

test('[RCT-5] lets an answer stream to its end when its memory was ended', async () => {
  const memory = aMemory();
  const room = await aRoom(saying('One two ', { type: 'wait' }, 'three.'));
  const chat = aChat(memory, room);
  const sending = chat.sendMessage({ text: 'Count.' });
  await says(chat, 'One two ');
  await memory.dispose();
  await room.go();
  await sending;
  expect(shown(chat)).toEqual(['Count.', 'One two three.']);
  expect(chat.error).toBeUndefined();
});

test('[RCT-5] continues when the store fails, and the state says so', async () => {
  const memory = aMemory();
  const chat = aChat(memory, await aRoom(saying('Hello.'), saying('Still here.')));
  await chat.sendMessage({ text: 'Hi' });
  await keptIsShown(memory, chat);
  const full = new Error('full');
  vi.spyOn(memory.store, 'commit').mockRejectedValue(full);
  await chat.sendMessage({ text: 'Are you there?' });
  expect(chat.error).toMatchObject({ phase: 'store' });
  expect(shown(chat).at(-1)).toBe('Still here.');
  expect(memory.getState().error).toMatchObject({ phase: 'store' });
  await keptIsShown(memory, chat);
});
