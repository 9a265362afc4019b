import { type AgentMemory, createAgentMemory, inMemoryStore } from '@agent-memory/core';
import { sessionRuns } from '@agent-memory/core/runs';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
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

test('[STO-4] a session that was loaded again goes on behind what the graph sends', async () => {
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
