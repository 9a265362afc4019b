import { anthropic } from '@agent-memory/formats';
import { expect, test } from 'vitest';
import type { MessageFormat } from '../formats/message-format.ts';
import { InvalidMessageError } from '../ground/errors/errors.ts';
import { textOf } from '../message/message.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { aTextMessage } from '../testing/builders.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  return createAgentMemory({
    id: 'chat',
    budget: fixedBudget(1_000),
    tokenCounter: simpleCounter,
    ...options,
  });
}

const initialMessages = [
  { id: 'first', role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'Hi' },
] as const;

/** One line for a message: `role: text`. */
const lineFormat: MessageFormat<string, { readonly lines: readonly string[] }> = {
  name: 'lines',
  read(line) {
    const [role = '', text = ''] = String(line).split(': ');
    if (role !== 'user' && role !== 'assistant') {
      throw new InvalidMessageError('role', `must be user or assistant; got ${role}.`);
    }
    return [{ message: aTextMessage(role, text) }];
  },
  write: (entries) => entries.map(({ message }) => `${message.role}: ${textOf(message)}`),
  render: ({ items }) => ({ lines: items.map(({ message }) => textOf(message)) }),
};

const said = (memory: AgentMemory) => memory.entries().map(({ message }) => textOf(message));

test('[MSG-5] a session without a conversation begins with the one it is given', async () => {
  const memory = aMemory({ initialMessages });
  await memory.ready;
  expect(said(memory)).toEqual(['Hello', 'Hi']);
  expect(memory.getState()).toMatchObject({ status: 'ready', entries: 2 });
  const { messages } = await memory.assemble();
  expect(messages).toHaveLength(2);
});

test('[MSG-5] the state never shows a session that is ready without the conversation it begins with', async () => {
  const memory = aMemory({ initialMessages });
  const shown: string[] = [];
  memory.subscribe(() => {
    const { status, entries } = memory.getState();
    shown.push(`${status} ${entries}`);
  });
  await memory.ready;
  expect(shown).not.toContain('ready 0');
});

test('[MSG-5] initial messages may come in any format', async () => {
  const memory = aMemory({
    initialMessages: {
      format: anthropic,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    },
  });
  await memory.ready;
  expect(said(memory)).toEqual(['Hello']);
  expect(await memory.messages({ format: anthropic })).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
  ]);
});

test('[MSG-5] [MSG-2] initial messages may come in a format of one’s own', async () => {
  const memory = aMemory({
    initialMessages: { format: lineFormat, messages: ['user: Hello', 'assistant: Hi'] },
  });
  await memory.ready;
  expect(memory.getState()).toMatchObject({ status: 'ready', entries: 2 });
  expect(said(memory)).toEqual(['Hello', 'Hi']);
  expect(await memory.messages({ format: lineFormat })).toEqual(['user: Hello', 'assistant: Hi']);
});

test('[MSG-5] initial messages are stored with the first change, and not looked at again', async () => {
  const store = aScriptedStore(inMemoryStore());
  const first = aMemory({ store, initialMessages });
  await first.ready;
  expect(store.calls).toEqual(['load']);
  await first.append({ id: 'new', role: 'user', content: 'Go on' });
  const stored = await store.load('chat');
  expect(stored?.entries.map(({ message }) => textOf(message))).toEqual(['Hello', 'Hi', 'Go on']);
  await first.dispose();
  const second = aMemory({ store, initialMessages: [{ role: 'user', content: 'Anew' }] });
  await second.ready;
  expect(said(second)).toEqual(['Hello', 'Hi', 'Go on']);
});

test.each([
  [
    'a message with no known role',
    [initialMessages[0], { role: 'nobody', content: 'x' }],
    'initialMessages.1.role',
  ],
  ['a single message with a fault', [{ role: 'nobody', content: 'x' }], 'initialMessages.0.role'],
  [
    'a message that a format of one’s own refuses',
    { format: lineFormat, messages: ['user: Hello', 'narrator: Once'] },
    'initialMessages.1.role',
  ],
  ['messages without their format', { messages: initialMessages }, 'initialMessages.format'],
  [
    'messages in a format that there is not',
    { format: 'other', messages: initialMessages },
    'initialMessages.format',
  ],
  ['a format that holds no list', { format: 'openai', messages: 'Hello' }, 'initialMessages'],
  ['a number', 5, 'initialMessages'],
])(
  '[MSG-3] %s: every call names it, nothing is stored, and once repaired all are taken',
  async (_, given, option) => {
    const store = inMemoryStore();
    const memory = aMemory({ store, initialMessages: given as never });
    await memory.ready;
    const error = expect.objectContaining({
      code: 'INVALID_OPTION',
      option,
      message: expect.stringMatching(/^Option `initialMessages[^`]*` (must|is) [^\n]*\.$/),
    });
    expect(memory.getState()).toMatchObject({ status: 'error', error });
    memory.clearError();
    await expect(memory.append({ role: 'user', content: 'Hello' })).rejects.toEqual(error);
    await expect(memory.assemble()).rejects.toEqual(error);
    await expect(memory.notes.set('plan', 'Lyon')).rejects.toEqual(error);
    await memory.dispose();
    expect(await store.load('chat')).toBeUndefined();

    const repaired = aMemory({ store, initialMessages });
    await repaired.append({ role: 'user', content: 'Go on' });
    expect(said(repaired)).toEqual(['Hello', 'Hi', 'Go on']);
  },
);

test('[MSG-5] a session that is stored takes no offence at initial messages that are wrong', async () => {
  const store = inMemoryStore();
  const first = aMemory({ store, initialMessages });
  await first.append({ role: 'user', content: 'Go on' });
  await first.dispose();
  const second = aMemory({ store, initialMessages: 5 as never });
  await second.append({ role: 'assistant', content: 'Gladly' });
  expect(said(second)).toEqual(['Hello', 'Hi', 'Go on', 'Gladly']);
});
