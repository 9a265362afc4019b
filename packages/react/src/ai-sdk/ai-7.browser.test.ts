import { AbstractChat, type ChatState, DefaultChatTransport, type UIMessage } from 'ai-7';
import { expect, test } from 'vitest';
import { aMemory, aRoom, keptIsShown, says, shown } from '../testing/chat-server-chats.ts';
import { saying, step } from '../testing/chat-server-room.ts';
import { chatFunctionsOf } from './chat-functions.ts';

/** A chat of AI SDK 7 without a framework. */
class PlainChat extends AbstractChat<UIMessage> {
  constructor(init: Omit<ConstructorParameters<typeof AbstractChat<UIMessage>>[0], 'state'>) {
    super({ ...init, state: plainState() });
  }
}

function plainState(): ChatState<UIMessage> {
  return {
    status: 'ready',
    error: undefined,
    messages: [],
    pushMessage(message) {
      this.messages = [...this.messages, message];
    },
    popMessage() {
      this.messages = this.messages.slice(0, -1);
    },
    replaceMessage(index, message) {
      this.messages = this.messages.with(index, structuredClone(message));
    },
    snapshot: (thing) => structuredClone(thing),
  };
}

test('[RCT-5] keeps what a chat of AI SDK 7 shows, its tools and what was stopped', async () => {
  const memory = aMemory({ system: 'Answer in one sentence.' });
  const call = { type: 'call', id: 'c', tool: 'weather', input: { city: 'Bern' } } as const;
  const room = await aRoom(
    {
      kind: 'model',
      sdk: 7,
      steps: [{ ...step('Let me see.', call), inputTokens: 640 }, step('12 degrees.')],
    },
    { ...saying('You are ', { type: 'wait' }, 'welcome.'), sdk: 7 },
  );
  const inner = new DefaultChatTransport<UIMessage>({ api: room.api });
  const chat = new PlainChat({
    id: memory.id,
    transport: chatFunctionsOf(memory).transport(inner),
  });
  await chat.sendMessage({ text: 'How warm is it in Bern?' });
  await keptIsShown(memory, chat);
  await expect.poll(() => memory.getState().ledger.last?.reportedTokens).toBe(640);
  const sending = chat.sendMessage({ text: 'Thanks' });
  await says(chat, 'You are ');
  await chat.stop();
  await sending;
  await keptIsShown(memory, chat);
  expect(shown(chat)).toEqual([
    'How warm is it in Bern?',
    'Let me see.12 degrees.',
    'Thanks',
    'You are ',
  ]);
});

test('[RCT-5] edits and answers again in a chat of AI SDK 7', async () => {
  const memory = aMemory();
  const room = await aRoom(saying('One.'), saying('Two.'), saying('Three.'));
  const inner = new DefaultChatTransport<UIMessage>({ api: room.api });
  const chat = new PlainChat({
    id: memory.id,
    transport: chatFunctionsOf(memory).transport(inner),
  });
  await chat.sendMessage({ text: 'Cuont.' });
  await chat.sendMessage({ text: 'Count.', messageId: chat.messages[0]?.id ?? '' });
  await chat.regenerate();
  await keptIsShown(memory, chat);
  expect(shown(chat)).toEqual(['Count.', 'Three.']);
  expect(memory.branches()).toHaveLength(3);
});
