import { sessionRuns } from '@agent-memory/agent';
import {
  type AgentMemory,
  createAgentMemory,
  InvalidOptionError,
  inMemoryStore,
  textOf,
} from '@agent-memory/core';
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  RemoveMessage,
  ToolMessage,
} from '@langchain/core/messages';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent } from 'langchain';
import { expect, test } from 'vitest';
import { kept } from '../testing/an-agent.ts';
import { calling, ScriptedChatModel } from '../testing/scripted-chat-model.ts';
import { agentMemoryMiddleware } from './agent-memory-middleware.ts';

const thread = (id: string) => ({ configurable: { thread_id: id } });
const human = (text: string) => ({ messages: [new HumanMessage(text)] });

test('[NS-1] one agent serves many threads, each with its own memory and what it recalls', async () => {
  const runs = sessionRuns();
  const memories = new Map<string, AgentMemory>();
  const memoryOf = (id: string) => {
    const known = memories.get(id);
    if (known) return known;
    const memory = createAgentMemory({ id, contextWindow: 64_000, features: [runs.feature] });
    memories.set(id, memory);
    return memory;
  };
  const recall = (id: string) => calling({ name: 'recall', args: { message: 0 }, id });
  const answer = () => new AIMessage('Noted.');
  const model = new ScriptedChatModel([
    answer(),
    answer(),
    recall('a-1'),
    answer(),
    recall('b-1'),
    answer(),
  ]);
  const agent = createAgent({ model, middleware: [agentMemoryMiddleware(memoryOf, { runs })] });
  await agent.invoke(human('I am Ada.'), thread('ada'));
  await agent.invoke(human('I am Bob.'), thread('bob'));
  const ada = await agent.invoke(human('Who am I?'), thread('ada'));
  const bob = await agent.invoke(human('Who am I?'), thread('bob'));
  const recalled = ({ messages }: typeof ada) => messages.find(ToolMessage.isInstance)?.text;
  expect(recalled(ada)).toContain('I am Ada.');
  expect(recalled(bob)).toContain('I am Bob.');
  expect(JSON.stringify(kept({ memory: memoryOf('ada') }))).not.toContain('Bob');
  expect(JSON.stringify(model.sent[4])).not.toContain('Ada');
});

test('[NS-1] a memory of one session is shown to one thread alone', async () => {
  const memory = createAgentMemory({ id: 'one', contextWindow: 64_000 });
  const model = new ScriptedChatModel([new AIMessage('Hello.'), new AIMessage('Hello again.')]);
  const agent = createAgent({ model, middleware: [agentMemoryMiddleware(memory)] });
  await agent.invoke(human('I am Ada.'), thread('ada'));
  await expect(agent.invoke(human('Who am I?'), thread('bob'))).rejects.toThrow(
    '`memory` is that of the thread "ada", and this run is of "bob". Nothing was sent',
  );
  await agent.invoke(human('Hello?'), thread('ada'));
  expect(model.sent).toHaveLength(2);
  expect(memory.entries()).toHaveLength(4);
});

test('[NS-1] where memories are found by thread a run without one is refused', async () => {
  const memory = createAgentMemory({ id: 'none', contextWindow: 64_000 });
  const model = new ScriptedChatModel([]);
  const agent = createAgent({ model, middleware: [agentMemoryMiddleware(() => memory)] });
  await expect(agent.invoke(human('Hello?'))).rejects.toThrow('configurable: { thread_id }');
  expect(memory.entries()).toHaveLength(0);
});

test('[STO-4] a session that was loaded again continues behind what the graph sends', async () => {
  const store = inMemoryStore();
  const open = () => createAgentMemory({ id: 'reload', contextWindow: 64_000, store });
  const ask = async (text: string) => {
    const memory = open();
    const model = new ScriptedChatModel([new AIMessage(`Yes: ${text}`)]);
    const agent = createAgent({ model, middleware: [agentMemoryMiddleware(memory)] });
    await agent.invoke(human(text));
    await memory.dispose();
    return model.sent[0]?.map(({ text: words }) => words);
  };
  await ask('I am Ada.');
  expect(await ask('Who am I?')).toEqual(['I am Ada.', 'Yes: I am Ada.', 'Who am I?']);
});

/** A thread of two turns that has a checkpointer, and whatever removes messages of it. */
function aKeptThread(store = inMemoryStore()) {
  const checkpointer = new MemorySaver();
  const config = thread('kept');
  const open = (...answers: readonly string[]) => {
    const memory = createAgentMemory({ id: 'kept', contextWindow: 64_000, store });
    const model = new ScriptedChatModel(answers.map((answer) => new AIMessage(answer)));
    const middleware = [agentMemoryMiddleware(memory)];
    const agent = createAgent({ model, middleware, checkpointer });
    const messages = async () => {
      const { values } = await agent.graph.getState(config);
      return values.messages as BaseMessage[];
    };
    const remove = async (...indexes: readonly number[]) => {
      const ids = (await messages()).map(({ id = '' }) => id);
      const removals = indexes.map((index) => new RemoveMessage({ id: ids[index] ?? '' }));
      await agent.graph.updateState(config, { messages: removals });
    };
    const ask = (text: string) => agent.invoke(human(text), config);
    const texts = async () => (await messages()).map(({ text }) => text);
    const sent = () => model.sent.at(-1)?.map(({ text }) => text);
    return { memory, ask, remove, texts, sent };
  };
  return { open };
}

test.each([
  ['the first message', [0], ['a1', 'two', 'a2', 'three', 'a3']],
  ['the first turn', [0, 1], ['two', 'a2', 'three', 'a3']],
  ['a message between', [1], ['one', 'two', 'a2', 'three', 'a3']],
  ['everything', [0, 1, 2, 3], ['three', 'a3']],
])('[MSG-5] %s that was removed from a kept thread is not sent again', async (_, gone, left) => {
  const { open } = aKeptThread();
  const { memory, ask, remove, texts, sent } = open('a1', 'a2', 'a3', 'a4');
  await ask('one');
  await ask('two');
  await remove(...gone);
  await ask('three');
  expect(sent()).toEqual(left.slice(0, -1));
  expect(await texts()).toEqual(left);
  await ask('four');
  expect(sent()).toEqual([...left, 'four']);
  expect(memory.branches()).toHaveLength(2);
});

test('[MSG-5] what was removed while no memory was open is not sent again either', async () => {
  const { open } = aKeptThread();
  const first = open('a1', 'a2');
  await first.ask('one');
  await first.ask('two');
  await first.memory.dispose();
  await first.remove(0, 1);
  const again = open('a3');
  await again.ask('three');
  expect(again.sent()).toEqual(['two', 'a2', 'three']);
});

test('[STO-4] a thread that its checkpointer lost continues behind what the memory keeps', async () => {
  const store = inMemoryStore();
  const first = aKeptThread(store).open('a1');
  await first.ask('one');
  await first.memory.dispose();
  const again = aKeptThread(store).open('a2', 'a3');
  await again.ask('two');
  await again.ask('three');
  expect(again.sent()).toEqual(['one', 'a1', 'two', 'a2', 'three']);
});

test('[MSG-5] after two runs of a new thread at the same instant the memory follows the thread', async () => {
  const { memory, ask, texts, sent } = aKeptThread().open('a1', 'a2', 'a3', 'a4');
  await Promise.all([ask('one'), ask('two')]);
  await ask('three');
  expect(sent()).toEqual((await texts()).slice(0, -1));
  await ask('four');
  const thread = await texts();
  expect(thread.slice(-4)).toEqual(['three', 'a3', 'four', 'a4']);
  expect(memory.entries().map(({ message }) => textOf(message))).toEqual(thread);
  // Whichever run the thread left is a branch, and none of it is lost.
  const all = memory.branches().length;
  expect(all).toBe(thread.includes('one') && thread.includes('two') ? 1 : 2);
});

test.each<[string, unknown, object]>([
  ['memory', undefined, {}],
  ['memory', 5, {}],
  ['runs', () => undefined, { runs: 5 }],
])('[RCT-5] a wrong `%s` (%#) is refused in words', (name, memory, options) => {
  const make = () => agentMemoryMiddleware(memory as never, options);
  expect(make).toThrow(InvalidOptionError);
  expect(make).toThrow(`\`${name}\` must be `);
});

test('[RCT-5] of two runs at once on one memory the second is refused, and nothing of it is stored', async () => {
  const memory = createAgentMemory({ id: 'one', contextWindow: 64_000 });
  const model = new ScriptedChatModel([
    async () => {
      const second = agent.invoke(human('B'));
      await expect(second).rejects.toThrow(
        /serves one run at a time.*Nothing of this run was sent/,
      );
      return new AIMessage('To A.');
    },
    new AIMessage('To C.'),
  ]);
  const agent = createAgent({ model, middleware: [agentMemoryMiddleware(memory)] });
  await agent.invoke(human('A'));
  await agent.invoke(human('C'));
  expect(kept({ memory })).toEqual(['human: A', 'ai: To A.', 'human: C', 'ai: To C.']);
  expect(memory.branches()).toHaveLength(1);
});

test('[OBS-3] a function that gives no memory for a thread is told so, and nothing is sent', async () => {
  const model = new ScriptedChatModel([new AIMessage('Noted.')]);
  // Callers without types hand in anything.
  const none = (() => undefined) as never;
  const agent = createAgent({ model, middleware: [agentMemoryMiddleware(none)] });
  const run = agent.invoke(human('I am Ada.'), thread('ada'));
  await expect(run).rejects.toThrow('gave no memory for the thread "ada"; got undefined');
  expect(model.sent).toEqual([]);
});
