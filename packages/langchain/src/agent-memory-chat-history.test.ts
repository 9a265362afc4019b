import { createAgentMemory, fixedBudget, inMemoryStore } from '@agent-memory/core';
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages';
import { ChatPromptTemplate, MessagesPlaceholder } from '@langchain/core/prompts';
import { RunnableLambda, RunnableWithMessageHistory } from '@langchain/core/runnables';
import { expect, test } from 'vitest';
import { AgentMemoryChatHistory } from './agent-memory-chat-history.ts';
import { langChainFormat } from './langchain-format.ts';

const store = inMemoryStore();

function aMemory(id: string, inputTokens = 60_000) {
  return createAgentMemory({ id, store, budget: fixedBudget(inputTokens) });
}

test('[RCT-5] a chain of LangChain remembers what was said in its earlier calls', async () => {
  const memory = aMemory('chain');
  const read: BaseMessage[][] = [];
  const model = new RunnableLambda({
    func: async (prompt: { toChatMessages(): BaseMessage[] }) => {
      read.push(prompt.toChatMessages());
      return new AIMessage(`Answer ${read.length}`);
    },
  });
  const prompt = ChatPromptTemplate.fromMessages([
    ['system', 'Be brief.'],
    new MessagesPlaceholder('history'),
    ['human', '{question}'],
  ]);
  const chain = new RunnableWithMessageHistory({
    runnable: prompt.pipe(model),
    getMessageHistory: () => new AgentMemoryChatHistory(memory),
    inputMessagesKey: 'question',
    historyMessagesKey: 'history',
  });
  const config = { configurable: { sessionId: 'chain' } };
  await chain.invoke({ question: 'First?' }, config);
  await chain.invoke({ question: 'Second?' }, config);
  expect(read[1]?.map((message) => [message.type, message.content])).toEqual([
    ['system', 'Be brief.'],
    ['human', 'First?'],
    ['ai', 'Answer 1'],
    ['human', 'Second?'],
  ]);
  expect(memory.entries()).toHaveLength(4);
});

test('[BUD-3] a chain is given what fits the budget, and the transcript stays whole', async () => {
  const memory = aMemory('long', 600);
  const history = new AgentMemoryChatHistory(memory);
  for (let turn = 0; turn < 40; turn += 1) {
    await history.addMessages([
      new HumanMessage(`Question ${turn}: where is parcel ${1_000 + turn}, sent on Monday?`),
      new AIMessage(`Parcel ${1_000 + turn} is in the depot and leaves in the morning.`),
    ]);
  }
  await history.addUserMessage('And the last one?');
  const context = await history.getMessages();
  expect(context.length).toBeLessThan(81);
  expect(context.at(-1)?.content).toContain('And the last one?');
  expect(await memory.messages({ format: langChainFormat })).toHaveLength(81);
  expect(memory.getState().plan?.totalTokens).toBeLessThanOrEqual(600);
});

test('[CMP-3] no call is sent without its result, and a dangling one is answered', async () => {
  const memory = aMemory('dangling');
  const history = new AgentMemoryChatHistory(memory);
  await history.addMessages([
    new SystemMessage('Be brief.'),
    new HumanMessage('Find it.'),
    new AIMessage({
      content: '',
      tool_calls: [
        { id: 'a', name: 'search', args: {} },
        { id: 'b', name: 'search', args: {} },
      ],
    }),
    new ToolMessage({ content: 'Found.', tool_call_id: 'a' }),
    new HumanMessage('Well?'),
  ]);
  const context = await history.getMessages();
  expect(context.map(({ type }) => type)).toEqual([
    'system',
    'human',
    'ai',
    'tool',
    'tool',
    'human',
  ]);
  expect(context[4]).toMatchObject({ tool_call_id: 'b' });
  expect(await memory.messages({ format: langChainFormat })).toHaveLength(5);
});

test('[TIER-4] live notes stand before the words of the user', async () => {
  const memory = aMemory('live');
  const history = new AgentMemoryChatHistory(memory);
  await history.addUserMessage('Go on.');
  await memory.patchScratchpad({ objective: 'Find parcel 1001' });
  const [message] = await history.getMessages();
  expect(message?.content).toMatchObject([
    { type: 'text', text: expect.stringContaining('Find parcel 1001') },
    { type: 'text', text: 'Go on.' },
  ]);
});

test('[MSG-5] clearing starts over and takes nothing away', async () => {
  const memory = aMemory('cleared');
  const history = new AgentMemoryChatHistory(memory);
  await history.addUserMessage('Old');
  await history.clear();
  expect(await history.getMessages()).toEqual([]);
  await history.addUserMessage('New');
  expect((await history.getMessages()).map(({ content }) => content)).toEqual(['New']);
  expect(memory.branches()).toHaveLength(2);
});

test('[MSG-3] adds none of the messages when one of them is refused', async () => {
  const memory = aMemory('refused');
  const history = new AgentMemoryChatHistory(memory);
  const bad = new AIMessage({ content: '', tool_calls: [{ name: 'search', args: {} }] });
  await expect(history.addMessages([new HumanMessage('Hi'), bad])).rejects.toThrow(
    'tool_calls.0.id',
  );
  expect(memory.entries()).toHaveLength(0);
});

test('[STO-4] metadata of an answer is there after the session was loaded again', async () => {
  const answer = new AIMessage({ content: 'Hi', id: 'm', response_metadata: { model: 'x' } });
  const before = aMemory('reload');
  await new AgentMemoryChatHistory(before).addMessage(answer);
  await before.dispose();
  const after = aMemory('reload');
  const [message] = await after.messages({ format: langChainFormat });
  expect(message?.toDict()).toEqual(answer.toDict());
});

test('[MSG-7] completion ids that repeat, as those of Ollama do, lose no answer', async () => {
  const memory = aMemory('repeating ids');
  const history = new AgentMemoryChatHistory(memory);
  for (let turn = 0; turn < 40; turn += 1) {
    const answer = new AIMessage({ id: `chatcmpl-${turn % 7}`, content: `Answer ${turn}` });
    await history.addMessages([new HumanMessage(`Question ${turn}`), answer]);
  }
  const said = (await memory.messages({ format: langChainFormat })).map(({ content }) => content);
  const expected = Array.from({ length: 40 }, (_, turn) => [`Question ${turn}`, `Answer ${turn}`]);
  expect(said).toEqual(expected.flat());
  expect(memory.getState().degraded.map(({ code }) => code)).toEqual(['ID_REPEATED']);
});

test('[OBS-3] a memory that is not one is refused', () => {
  // Callers without types hand in anything.
  expect(() => new AgentMemoryChatHistory(undefined as never)).toThrow(
    'Option `memory` must be a memory',
  );
});
