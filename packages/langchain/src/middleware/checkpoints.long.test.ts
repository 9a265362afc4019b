import { type AgentMemory, createAgentMemory, fixedBudget } from '@agent-memory/core';
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { DynamicStructuredTool } from '@langchain/core/tools';
import { Command, MemorySaver } from '@langchain/langgraph';
import {
  type AgentMiddleware,
  createAgent,
  createMiddleware,
  humanInTheLoopMiddleware,
} from 'langchain';
import { expect, test } from 'vitest';
import { kept, order, said } from '../testing/an-agent.ts';
import { calling, type ModelStep, ScriptedChatModel } from '../testing/scripted-chat-model.ts';
import { agentMemoryMiddleware } from './agent-memory-middleware.ts';

/** A tool whose results have ids of their own: LangGraph makes up random ones. */
const getOrder = new DynamicStructuredTool({
  name: 'get_order',
  description: 'Looks up an order.',
  schema: { type: 'object' as const, properties: { number: { type: 'string' as const } } },
  func: async ({ number }: { number?: string }, _manager, config) => {
    const { toolCall } = config as { readonly toolCall?: { readonly id?: string } };
    const callId = String(toolCall?.id);
    const content = `Order ${number} was sent.`;
    return new ToolMessage({ id: `result-${callId}`, tool_call_id: callId, content });
  },
});

/** Stands in the graph as ours does, and does nothing. */
const idle: AgentMiddleware = createMiddleware({
  name: 'AgentMemory',
  wrapModelCall: (request, handler) => handler(request),
  afterModel: () => undefined,
  afterAgent: () => undefined,
});

interface AgentChoice {
  readonly middleware?: 'ours' | 'idle' | 'none';
  readonly isReviewed?: boolean;
}

/** A real agent and what keeps its threads, with our middleware or another one in its place. */
function anAgent(
  steps: readonly ModelStep[],
  { middleware = 'ours', isReviewed = false }: AgentChoice = {},
) {
  const memories = new Map<string, AgentMemory>();
  const memoryOf = (id: string): AgentMemory => {
    const memory = memories.get(id) ?? createAgentMemory({ id, budget: fixedBudget(800) });
    memories.set(id, memory);
    return memory;
  };
  // Its options have the type `never` under strict settings.
  const review: AgentMiddleware = humanInTheLoopMiddleware({
    interruptOn: { get_order: true },
  } as never);
  const first = { ours: [agentMemoryMiddleware(memoryOf)], idle: [idle], none: [] }[middleware];
  const model = new ScriptedChatModel(steps);
  const checkpointer = new MemorySaver();
  const agent = createAgent({
    model,
    tools: [getOrder],
    checkpointer,
    middleware: [...first, ...(isReviewed ? [review] : [])],
  });
  return { agent, model, checkpointer, memoryOf };
}

type Parts = ReturnType<typeof anAgent>;

const thread = (id: string) => ({ configurable: { thread_id: id } });
const human = (text: string) => ({ messages: [new HumanMessage({ id: text, content: text })] });
const says = (text: string) => new AIMessage({ id: `says ${text}`, content: text });

function calls(...numbers: readonly string[]) {
  const message = calling(...numbers.map((number) => order(number, `call-${number}`)));
  message.id = `calls ${numbers}`;
  return message;
}

interface Kept {
  readonly values: Readonly<Record<string, unknown>>;
  readonly step: unknown;
}

/** The states of a thread that a checkpointer keeps, oldest first. */
async function statesOf({ checkpointer }: Parts, id: string): Promise<readonly Kept[]> {
  const states: Kept[] = [];
  for await (const { checkpoint, metadata } of checkpointer.list(thread(id))) {
    states.unshift({ values: checkpoint.channel_values, step: [metadata?.source, metadata?.step] });
  }
  return states;
}

/** As a database is given them. */
async function bytesOf({ checkpointer }: Parts, value: unknown): Promise<string> {
  const [type, bytes] = await checkpointer.serde.dumpsTyped(value);
  return `${type} ${new TextDecoder().decode(bytes)}`;
}

/** The messages of a thread, state by state, each once. */
async function messagesOf(parts: Parts, id: string): Promise<readonly string[]> {
  const all = (await statesOf(parts, id)).map(({ values }) =>
    bytesOf(parts, values.messages ?? []),
  );
  return (await Promise.all(all)).filter((state, at, states) => state !== states[at - 1]);
}

/** Everything that a checkpointer keeps of a thread but its own ids and times. */
async function checkpointsOf(parts: Parts, id: string): Promise<readonly string[]> {
  const states = await statesOf(parts, id);
  return Promise.all(states.map((state) => bytesOf(parts, state)));
}

/** LangChain gives messages that have no id a random one: each in place of its first appearance. */
function withoutChance(states: readonly string[]): readonly string[] {
  const ids = new Map<string, string>();
  const numbered = (id: string) => {
    const number = ids.get(id) ?? `id ${ids.size}`;
    ids.set(id, number);
    return number;
  };
  return states.map((state) =>
    state.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, numbered),
  );
}

/** Says where two lists part: the whole of them is too much to read. */
function same(ours: readonly string[], others: readonly string[]): string {
  const [list, expected] = [withoutChance(ours), withoutChance(others)];
  const at = list.findIndex((state, index) => state !== expected[index]);
  if (at === -1 && list.length === expected.length) return 'the same';
  return `${list.length} of ${expected.length} states, the first other one ${list[at]} for ${expected[at]}`;
}

/** A life of an agent: the script of its model, and what its user does. */
interface Life {
  readonly steps: () => readonly ModelStep[];
  readonly isReviewed?: boolean;
  readonly threads: readonly string[];
  readonly live: (parts: Parts) => Promise<void>;
}

const LIVES: Readonly<Record<string, Life>> = {
  'steps and parallel calls': {
    steps: () => [calls('A'), calls('B', 'C'), says('All three were sent.')],
    threads: ['one'],
    live: async ({ agent }) => {
      await agent.invoke(human('Where are they?'), thread('one'));
    },
  },
  'a call that a person edits': {
    steps: () => [calls('A'), says('It was sent.'), says('You are welcome.')],
    isReviewed: true,
    threads: ['one'],
    live: async ({ agent }) => {
      await agent.invoke(human('Where is A?'), thread('one'));
      const editedAction = { name: 'get_order', args: { number: 'B' } };
      const resume = new Command({ resume: { decisions: [{ type: 'edit', editedAction }] } });
      await agent.invoke(resume, thread('one'));
      await agent.invoke(human('Thanks.'), thread('one'));
    },
  },
  'a call that a person refuses': {
    steps: () => [calls('A'), says('Then not.')],
    isReviewed: true,
    threads: ['one'],
    live: async ({ agent }) => {
      await agent.invoke(human('Where is A?'), thread('one'));
      const resume = new Command({ resume: { decisions: [{ type: 'reject', message: 'No.' }] } });
      await agent.invoke(resume, thread('one'));
    },
  },
  'answers that stream': {
    steps: () => [calls('A', 'B'), says('Both were sent on Monday.')],
    threads: ['one'],
    live: async ({ agent }) => {
      const options = { ...thread('one'), streamMode: 'messages' as const };
      const stream = await agent.stream(human('Where are they?'), options);
      let chunks = 0;
      for await (const _ of stream) chunks += 1;
      expect(chunks).toBeGreaterThan(2);
    },
  },
  'a run that is stopped, and one that fails': {
    steps: () => [
      () => new Promise(() => undefined),
      says('I am back.'),
      calls('A'),
      new Error('503 The provider is down.'),
      says('It was sent.'),
    ],
    threads: ['one'],
    live: async ({ agent, model }) => {
      const stop = new AbortController();
      const options = { ...thread('one'), signal: stop.signal };
      const running = agent.invoke(human('Tell me all.'), options);
      running.catch(() => undefined);
      await expect.poll(() => model.sent.length).toBe(1);
      stop.abort(new Error('The user pressed stop.'));
      await expect(running).rejects.toThrow(/The user pressed stop\.|[Aa]bort/);
      await agent.invoke(human('Are you there?'), thread('one'));
      await expect(agent.invoke(human('Where is A?'), thread('one'))).rejects.toThrow('503');
      await agent.invoke(human('Again, please.'), thread('one'));
    },
  },
  'two threads that outgrow the window': {
    steps: () => Array.from({ length: 60 }, (_, turn) => says(`${turn}. ${'Well. '.repeat(20)}`)),
    threads: ['ada', 'bob'],
    live: async ({ agent }) => {
      for (let turn = 0; turn < 30; turn += 1) {
        await agent.invoke(human(`Ada’s question ${turn}?`), thread('ada'));
        await agent.invoke(human(`Bob’s question ${turn}?`), thread('bob'));
      }
    },
  },
};

test.each(Object.entries(LIVES))(
  '[RCT-5] the checkpoints of a thread hold byte for byte the messages that they hold without a memory: %s',
  async (_, { steps, isReviewed = false, threads, live }) => {
    const [ours, plain] = [
      anAgent(steps(), { isReviewed }),
      anAgent(steps(), { isReviewed, middleware: 'none' }),
    ];
    await live(ours);
    await live(plain);
    for (const id of threads) {
      const expected = await messagesOf(plain, id);
      expect(expected.length).toBeGreaterThan(1);
      expect(same(await messagesOf(ours, id), expected)).toBe('the same');
    }
  },
);

test.each(Object.entries(LIVES))(
  '[RCT-5] the checkpoints of a thread are byte for byte those of a middleware that does nothing: %s',
  async (_, { steps, isReviewed = false, threads, live }) => {
    const [ours, idle] = [
      anAgent(steps(), { isReviewed }),
      anAgent(steps(), { isReviewed, middleware: 'idle' }),
    ];
    await live(ours);
    await live(idle);
    for (const id of threads) {
      const expected = await checkpointsOf(idle, id);
      expect(same(await checkpointsOf(ours, id), expected)).toBe('the same');
    }
  },
);

test('[BUD-3] [NS-1] what stands for earlier messages goes to the model alone, in each thread its own', async () => {
  const life = LIVES['two threads that outgrow the window'];
  const parts = anAgent(life?.steps() ?? []);
  await life?.live(parts);
  for (const [id, other] of [
    ['ada', 'Bob'],
    ['bob', 'Ada'],
  ] as const) {
    const { values } = await parts.agent.graph.getState(thread(id));
    const messages: readonly BaseMessage[] = values.messages;
    expect(messages).toHaveLength(60);
    expect(kept({ memory: parts.memoryOf(id) })).toEqual(said(messages));
    expect(parts.memoryOf(id).getState().compactions.length).toBeGreaterThan(0);
    const sent = parts.model.sent.filter((list) =>
      list.at(-1)?.text.startsWith(id === 'ada' ? 'Ada' : 'Bob'),
    );
    expect(sent).toHaveLength(30);
    expect(JSON.stringify(sent)).not.toContain(other);
    const last = sent.at(-1) ?? [];
    expect(last.length).toBeLessThan(60);
    // The text that stands for earlier messages is in the request, and not in the thread.
    const texts = new Set(messages.map(({ text }) => text));
    expect(last.some(({ text }) => !texts.has(text))).toBe(true);
  }
});
