import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { Command, MemorySaver } from '@langchain/langgraph';
import { humanInTheLoopMiddleware } from 'langchain';
import { expect, test } from 'vitest';
import { anAgent, kept, order, said } from '../testing/an-agent.ts';
import { calling } from '../testing/scripted-chat-model.ts';
import { langChainTools } from '../tools/langchain-tools.ts';

function aGate() {
  const gate = { open: (): void => undefined };
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  return { open: () => gate.open(), opened };
}

const thread = (id: string) => ({ configurable: { thread_id: id } });

test('[RCT-5] a run of several steps is stored once, in the order of the graph', async () => {
  const parts = anAgent([
    calling(order('A', 'c-1')),
    calling(order('B', 'c-2'), order('C', 'c-3')),
    new AIMessage('All three were sent.'),
  ]);
  const { messages } = await parts.agent.invoke({
    messages: [new HumanMessage('Where are they?')],
  });
  expect(said(messages)).toEqual([
    'human: Where are they?',
    'ai: ',
    'tool: Order A was sent.',
    'ai: ',
    'tool: Order B was sent.',
    'tool: Order C was sent.',
    'ai: All three were sent.',
  ]);
  expect(kept(parts)).toEqual(said(messages));
  expect(parts.memory.branches()).toHaveLength(1);
  expect(parts.model.sent.map(({ length }) => length)).toEqual([1, 3, 6]);
});

test('[RCT-5] of parallel calls each has its result, whichever tool is done first', async () => {
  const gate = aGate();
  const own = (name: string, execute: () => unknown) => ({
    name,
    description: 'Works.',
    parameters: { type: 'object' as const },
    execute,
  });
  const tools = langChainTools([
    own('slow', () => gate.opened.then(() => 'slow')),
    own('fast', () => {
      gate.open();
      return 'fast';
    }),
  ]);
  const parts = anAgent(
    [
      calling({ name: 'slow', args: {}, id: 'c-1' }, { name: 'fast', args: {}, id: 'c-2' }),
      new AIMessage('Done.'),
    ],
    { appTools: tools },
  );
  const { messages } = await parts.agent.invoke({ messages: [new HumanMessage('Go.')] });
  expect(kept(parts)).toEqual(said(messages));
  const results = parts.model.sent[1]?.filter(ToolMessage.isInstance) ?? [];
  expect(results.map(({ tool_call_id: id, text }) => [id, text])).toEqual([
    ['c-1', 'slow'],
    ['c-2', 'fast'],
  ]);
});

test('[BUD-3] the model is sent what fits, and the graph’s messages stay whole', async () => {
  const answers = Array.from({ length: 30 }, (_, turn) => `Answer ${turn}. ${'Well. '.repeat(20)}`);
  const parts = anAgent(
    answers.map((answer) => new AIMessage(answer)),
    { inputTokens: 800, checkpointer: new MemorySaver() },
  );
  let state: readonly BaseMessage[] = [];
  for (const turn of answers.keys()) {
    const messages = [new HumanMessage(`Question ${turn}?`)];
    ({ messages: state } = await parts.agent.invoke({ messages }, thread('long')));
  }
  expect(state).toHaveLength(60);
  expect(kept(parts)).toEqual(said(state));
  expect(parts.model.sent.at(-1)?.length).toBeLessThan(40);
  expect(parts.model.sent.at(-1)?.at(-1)?.text).toContain('Question 29?');
  expect(parts.memory.getState().plan?.totalTokens).toBeLessThanOrEqual(800);
});

test('[RCT-5] without a checkpointer an agent that is sent the newest message alone knows the rest', async () => {
  const parts = anAgent([new AIMessage('Hello Ada.'), new AIMessage('Ada.')]);
  await parts.agent.invoke({ messages: [new HumanMessage('I am Ada.')] });
  const { messages } = await parts.agent.invoke({ messages: [new HumanMessage('Who am I?')] });
  expect(messages).toHaveLength(2);
  expect(said(parts.model.sent[1] ?? [])).toEqual([
    'human: I am Ada.',
    'ai: Hello Ada.',
    'human: Who am I?',
  ]);
});

test('[MSG-5] the whole conversation sent again, under ids that nobody knows, is stored once', async () => {
  const parts = anAgent([
    new AIMessage('Hello Ada.'),
    calling(order('A', 'c-1')),
    new AIMessage('Sent.'),
    new AIMessage('You are welcome.'),
  ]);
  const user = (content: string) => ({ role: 'user', content });
  const assistant = (content: string) => ({ role: 'assistant', content });
  const opening = [user('I am Ada.')];
  await parts.agent.invoke({ messages: opening });
  const next = [...opening, assistant('Hello Ada.'), user('Where is A?')];
  const { messages } = await parts.agent.invoke({ messages: next });
  const { messages: all } = await parts.agent.invoke({ messages: [...messages, user('Thanks.')] });
  expect(kept(parts)).toEqual(said(all));
  expect(parts.memory.branches()).toHaveLength(1);
});

test('[MSG-5] a rule that is sent before each question is no conversation told again', async () => {
  const parts = anAgent([new AIMessage('Hello Ada.'), new AIMessage('Ada.')]);
  const system = { role: 'system', content: 'Be brief.' };
  const ask = (content: string) => ({ messages: [system, { role: 'user', content }] });
  await parts.agent.invoke(ask('I am Ada.'));
  await parts.agent.invoke(ask('Who am I?'));
  expect(said(parts.model.sent[1] ?? [])).toContain('ai: Hello Ada.');
});

test('[MSG-5] where a thread continues from an earlier state, the memory continues there', async () => {
  const parts = anAgent(
    [new AIMessage('In Porto.'), new AIMessage('Lisbon.'), new AIMessage('Ghent.')],
    {
      checkpointer: new MemorySaver(),
    },
  );
  await parts.agent.invoke({ messages: [new HumanMessage('Where is it?')] }, thread('fork'));
  const { config } = await parts.agent.graph.getState(thread('fork'));
  await parts.agent.invoke({ messages: [new HumanMessage('And now?')] }, thread('fork'));
  const { messages } = await parts.agent.graph.invoke(
    { messages: [new HumanMessage('And then?')] },
    config,
  );
  expect(kept(parts)).toEqual(said(messages));
  expect(kept(parts)).not.toContain('ai: Lisbon.');
  expect(parts.memory.branches()).toHaveLength(2);
});

test('[RCT-5] a run that waits for a person is resumed where it stopped', async () => {
  // Its options have the type `never` under strict settings.
  const review = humanInTheLoopMiddleware({ interruptOn: { get_order: true } } as never);
  const parts = anAgent([calling(order('A', 'c-1')), new AIMessage('It was sent.')], {
    checkpointer: new MemorySaver(),
    others: [review],
  });
  const config = thread('review');
  await parts.agent.invoke({ messages: [new HumanMessage('Where is A?')] }, config);
  // The person may still change the call: it is stored once it is decided.
  expect(kept(parts)).toEqual(['human: Where is A?']);
  const editedAction = { name: 'get_order', args: { number: 'B' } };
  const resume = new Command({ resume: { decisions: [{ type: 'edit', editedAction }] } });
  const { messages } = await parts.agent.invoke(resume, config);
  expect(messages).toHaveLength(4);
  expect(said(messages)[2]).toBe('tool: Order B was sent.');
  expect(kept(parts)).toEqual(said(messages));
  expect(parts.memory.branches()).toHaveLength(1);
});

test('[RCT-5] a streamed run comes word by word, and is stored as one that is not', async () => {
  const parts = anAgent([calling(order('A', 'c-1')), new AIMessage('It was sent on Monday.')]);
  const words: string[] = [];
  const stream = await parts.agent.stream(
    { messages: [new HumanMessage('Where is A?')] },
    { streamMode: 'messages' },
  );
  for await (const [chunk, { langgraph_node: node }] of stream) {
    if (node === 'model_request' && chunk.text !== '') words.push(chunk.text);
  }
  expect(words).toEqual(['It ', 'was ', 'sent ', 'on ', 'Monday.']);
  expect(kept(parts)).toEqual([
    'human: Where is A?',
    'ai: ',
    'tool: Order A was sent.',
    'ai: It was sent on Monday.',
  ]);
});

test('[RCT-5] a run that is stopped rejects with the reason, and the next one continues behind it', async () => {
  const stop = new AbortController();
  const parts = anAgent([
    () => {
      stop.abort(new Error('The user pressed stop.'));
      return new Promise(() => undefined);
    },
    new AIMessage('I am back.'),
  ]);
  const running = parts.agent.invoke(
    { messages: [new HumanMessage('Tell me all.')] },
    { signal: stop.signal },
  );
  await expect(running).rejects.toThrow(/The user pressed stop\.|[Aa]bort/);
  expect(kept(parts)).toEqual(['human: Tell me all.']);
  await parts.agent.invoke({ messages: [new HumanMessage('Are you there?')] });
  expect(kept(parts)).toEqual(['human: Tell me all.', 'human: Are you there?', 'ai: I am back.']);
});

test('[CMP-3] after an error in the middle of a run every call that is sent has a result', async () => {
  const parts = anAgent([
    calling(order('A', 'c-1')),
    new Error('503 The provider is down.'),
    new AIMessage('It was sent.'),
  ]);
  const running = parts.agent.invoke({ messages: [new HumanMessage('Where is A?')] });
  await expect(running).rejects.toThrow('503 The provider is down.');
  expect(kept(parts)).toEqual(['human: Where is A?', 'ai: ', 'tool: Order A was sent.']);
  await parts.agent.invoke({ messages: [new HumanMessage('Again, please.')] });
  expect(parts.model.sent.at(-1)?.map(({ type }) => type)).toEqual([
    'human',
    'ai',
    'tool',
    'human',
  ]);
});
