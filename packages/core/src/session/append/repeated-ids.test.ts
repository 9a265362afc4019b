import { aiSdk, aiSdkUi, anthropic, chatTemplate } from '@agent-memory/formats';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../message/message.ts';
import { inMemoryStore } from '../../store/in-memory-store.ts';
import { aScriptedStore } from '../../testing/scripted-store.ts';
import { simpleCounter } from '../../testing/simple-counter.ts';
import { aSimulatedClock } from '../../testing/simulated-clock.ts';
import { fixedBudget } from '../../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions } from '../agent-memory.ts';
import { createAgentMemory } from '../create-agent-memory.ts';

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  return createAgentMemory({
    id: 'chat',
    budget: fixedBudget(100_000),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    ...options,
  });
}

const user = (content: string, id?: string) => ({
  role: 'user' as const,
  content,
  ...(id && { id }),
});
const reply = (content: string, id?: string) => ({
  role: 'assistant' as const,
  content,
  ...(id && { id }),
});
const idsOf = (memory: AgentMemory) => memory.entries().map(({ id }) => id);
const said = (memory: AgentMemory) => memory.entries().map(({ message }) => textOf(message));
const reports = (memory: AgentMemory) =>
  memory.getState().degraded.filter(({ code }) => code === 'ID_REPEATED');

describe('an id that comes again', () => {
  test('[MSG-7] with other content is kept as the next version and reported once', async () => {
    const memory = aMemory();
    const told: string[] = [];
    memory.onEvent(({ type }) => told.push(type));
    await memory.append([user('One?'), reply('first', 'chatcmpl-41'), user('Two?')]);
    const [second] = await memory.append(reply('second', 'chatcmpl-41'));
    expect(second?.id).toBe('chatcmpl-41~2');
    await memory.append([user('Three?'), reply('third', 'chatcmpl-41')]);
    expect(said(memory)).toEqual(['One?', 'first', 'Two?', 'second', 'Three?', 'third']);
    expect(reports(memory)).toHaveLength(1);
    expect(reports(memory)[0]?.message).toContain('`chatcmpl-41` came again for another message');
    expect(reports(memory)[0]?.message).toContain('`chatcmpl-41~2`');
    expect(told.filter((type) => type === 'degradation-add')).toHaveLength(1);
    expect((await memory.assemble()).messages).toHaveLength(6);
  });

  test('[MSG-7] with the same content adds nothing, whichever version it is', async () => {
    const memory = aMemory();
    const both = [reply('first', 'a'), user('And?'), reply('second', 'a')];
    const entries = await memory.append(both);
    const state = memory.getState();
    expect(await memory.append(reply('second', 'a'))).toEqual([entries[2]]);
    expect(await memory.append([reply('second', 'a'), reply('first', 'a')])).toEqual([
      entries[2],
      entries[0],
    ]);
    expect(memory.getState()).toBe(state);
  });

  test('[MSG-7] twice in one list keeps both, in the order that they were said', async () => {
    const memory = aMemory();
    await memory.append([user('a', 'x'), user('b', 'x'), user('a', 'x'), user('c', 'x')]);
    expect(idsOf(memory)).toEqual(['x', 'x~2', 'x~3']);
    expect(said(memory)).toEqual(['a', 'b', 'c']);
  });

  test('[MSG-7] does not take the id of a message that is named like a version', async () => {
    const memory = aMemory();
    await memory.append([user('first', 'x'), user('named so', 'x~2')]);
    await memory.append(user('second', 'x'));
    expect(idsOf(memory)).toEqual(['x', 'x~2', 'x~3']);
  });

  test('[MSG-7] among messages to begin with keeps both, and is reported', async () => {
    const initialMessages = [user('One?', 'q'), reply('1', 'chatcmpl-1'), reply('2', 'chatcmpl-1')];
    const memory = aMemory({ initialMessages });
    await memory.messages();
    expect(said(memory)).toEqual(['One?', '1', '2']);
    expect(reports(memory)).toHaveLength(1);
  });

  test('[MSG-7] is the same message where a store keeps less of it', async () => {
    const store = inMemoryStore();
    const redact = (text: string) => text.replaceAll('secret', '***');
    const one = aMemory({ store, redact });
    await one.append(user('my secret', 'u'));
    await one.dispose();
    const other = aMemory({ store, redact });
    await other.append([user('my secret', 'u'), user('my word', 'u')]);
    expect(said(other)).toEqual(['my ***', 'my word']);
  });

  test('[MSG-7] in a list of thousands keeps every message', async () => {
    const memory = aMemory();
    const list = Array.from({ length: 3_000 }, (_, index) =>
      reply(`answer ${index}`, `c-${index % 999}`),
    );
    await memory.append(list);
    expect(said(memory)).toEqual(list.map(({ content }) => content));
    await memory.append(list);
    expect(memory.entries()).toHaveLength(3_000);
  });

  test('[MSG-7] twice in a visible list is reported; an edit in its place is not', async () => {
    const memory = aMemory();
    await memory.reconcile([user('One?', '1'), reply('1', '2')]);
    await memory.reconcile([user('Two?', '1'), reply('2', '2')]);
    expect(reports(memory)).toEqual([]);
    await memory.reconcile([user('Two?', '1'), reply('2', '2'), user('Three?', '1')]);
    expect(said(memory)).toEqual(['Two?', '2', 'Three?']);
    expect(reports(memory)).toHaveLength(1);
  });
});

describe('an own `createId` that repeats', () => {
  test('[MSG-7] loses nothing, also where the same is said twice', async () => {
    const memory = aMemory({ createId: () => 'same' });
    await memory.append(user('Hi'));
    await memory.append([user('Hi'), user('Hello')]);
    expect(said(memory)).toEqual(['Hi', 'Hi', 'Hello']);
    expect(reports(memory)).toHaveLength(1);
  });

  test('[MSG-7] that begins anew after a reload loses nothing', async () => {
    const store = inMemoryStore();
    const counting = () => {
      let made = 0;
      return () => {
        made += 1;
        return `id-${made}`;
      };
    };
    const one = aMemory({ store, createId: counting() });
    await one.append([user('1'), reply('2')]);
    await one.dispose();
    const other = aMemory({ store, createId: counting() });
    await other.append([user('3'), reply('4')]);
    await other.dispose();
    expect((await store.load('chat'))?.entries.map(({ message }) => textOf(message))).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
  });

  test.each([
    ['nothing', () => undefined],
    ['a number', () => 5],
    ['no letter', () => ''],
  ])('[MSG-7] that gives %s is refused, and nothing was added', async (_, createId) => {
    const memory = aMemory({ createId: createId as never });
    await expect(memory.append(user('Hi'))).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    expect(memory.entries()).toEqual([]);
  });

  test('[MSG-7] that throws is refused by its name', async () => {
    const createId = () => {
      throw new Error('No more ids.');
    };
    const memory = aMemory({ createId });
    await expect(memory.append(user('Hi'))).rejects.toThrow('`createId` gave no id: No more ids.');
  });

  test('[MSG-7] loses nothing behind an entry that is named', async () => {
    const memory = aMemory({ createId: () => 'same' });
    await memory.append(user('Hi', 'u'));
    await memory.append(reply('Hello'), { after: 'u' });
    const [again] = await memory.append(reply('Hello'), { after: 'u' });
    expect(again?.id).toBe('same~2');
    expect(memory.branches()).toHaveLength(2);
  });
});

test('[MSG-7] whatever ids come, the conversation is what was said, and the same again adds nothing', async () => {
  const message = fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    content: fc.constantFrom('a', 'b', 'c', 'd'),
    id: fc.constantFrom('x', 'y', 'x~2', 'y~2~2'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(message, { maxLength: 4 })), async (lists) => {
      const memory = aMemory({ store: aScriptedStore(inMemoryStore()) });
      for (const list of lists) await memory.append(list);
      const seen = new Set<string>();
      const expected = lists.flat().filter(({ role, content, id }) => {
        const key = JSON.stringify([id, role, content]);
        return !seen.has(key) && seen.add(key);
      });
      const heard = memory.entries().map(({ message: heard }) => [heard.role, textOf(heard)]);
      // Where a caller names messages like versions, one may stand for another of the same words.
      if (lists.flat().every(({ id }) => !id.includes('~'))) {
        expect(heard).toEqual(expected.map(({ role, content }) => [role, content]));
      }
      const words = expected.map(({ role, content }) => String([role, content]));
      expect(new Set(heard.map(String))).toEqual(new Set(words));
      const ids = idsOf(memory);
      expect(new Set(ids).size).toBe(ids.length);
      for (const list of lists) await memory.append(list);
      expect(idsOf(memory)).toEqual(ids);
    }),
    { seed: 20_261_122 },
  );
});

describe('thinking and calls that were streamed apart under one id', () => {
  const thinking = { type: 'thinking', thinking: 'A tool is needed.', signature: 'c2ln' } as const;
  const call = { type: 'tool_use', id: 'toolu_1', name: 'find', input: { q: 'trains' } } as const;
  const streamed = [
    { id: 'msg_1', role: 'assistant' as const, content: [thinking] },
    { id: 'msg_1', role: 'assistant' as const, content: [call] },
  ];
  const question = { id: 'u1', role: 'user' as const, content: 'A train?' };
  const answered = {
    role: 'user' as const,
    content: [{ type: 'tool_result' as const, tool_use_id: 'toolu_1', content: 'None.' }],
  };
  const list = [question, ...streamed, answered];
  const format = anthropic;

  async function expectOneUnit(memory: AgentMemory): Promise<void> {
    expect(memory.entries().map(({ unitStart }) => unitStart)).toEqual([0, 1, 1, 1]);
    expect(reports(memory)).toEqual([]);
    const { messages } = await memory.assemble({ format });
    const { messages: openAi } = await memory.assemble();
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages[1]?.content).toMatchObject([thinking, call]);
    expect(openAi.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  }

  test('[MSG-4] are one unit when appended one by one', async () => {
    const memory = aMemory();
    for (const message of list) await memory.append(message, { format });
    await expectOneUnit(memory);
    for (const message of streamed) await memory.append(message, { format });
    expect(memory.entries()).toHaveLength(4);
  });

  test('[MSG-4] are one unit when the conversation begins with them', async () => {
    const memory = aMemory({ initialMessages: { format, messages: list } });
    await memory.messages();
    await expectOneUnit(memory);
  });

  test('[MSG-4] are one unit in a list that is reconciled, and stay so when it comes again', async () => {
    const memory = aMemory();
    await memory.reconcile(list.slice(0, 2), { format });
    await memory.reconcile(list, { format });
    const ids = idsOf(memory);
    await memory.reconcile(list, { format });
    expect(idsOf(memory)).toEqual(ids);
    await expectOneUnit(memory);
    expect(memory.branches()).toHaveLength(1);
  });

  test('[MSG-4] come back as they were given, and are one unit after a reload', async () => {
    const store = inMemoryStore();
    const memory = aMemory({ store });
    await memory.append(list, { format });
    expect(await memory.messages({ format })).toEqual([
      question,
      streamed[0],
      { ...streamed[1], id: 'msg_1' },
      answered,
    ]);
    await memory.dispose();
    const again = aMemory({ store });
    await again.messages();
    await expectOneUnit(again);
  });

  test.each([
    [
      'openai',
      { content: 'Let me look.' },
      {
        content: null,
        tool_calls: [
          { id: 'c', type: 'function' as const, function: { name: 'find', arguments: '{}' } },
        ],
      },
    ],
    [
      aiSdk,
      { content: [{ type: 'reasoning' as const, text: 'Hm.' }] },
      { content: [{ type: 'tool-call' as const, toolCallId: 'c', toolName: 'find', input: {} }] },
    ],
    [
      aiSdkUi,
      { parts: [{ type: 'reasoning' as const, text: 'Hm.' }] },
      { parts: [{ type: 'text' as const, text: 'Look.' }] },
    ],
    [chatTemplate, { content: 'Let me look.' }, { content: 'There.' }],
  ] as const)('[MSG-4] are one unit in %j too', async (format, first, second) => {
    const memory = aMemory();
    const messages = [first, second].map((message) => ({ id: 'm', role: 'assistant', ...message }));
    await memory.append(messages as never, { format });
    expect(memory.entries().map(({ unitStart }) => unitStart)).toEqual([0, 0]);
    expect(idsOf(memory)).toEqual(['m', 'm~2']);
  });
});
