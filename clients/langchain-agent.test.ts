import { defineTool, sessionRuns } from '@agent-memory/agent';
import { createAgentMemory } from '@agent-memory/core';
import { langChainTools } from '@agent-memory/langchain';
import { agentMemoryMiddleware } from '@agent-memory/langchain/middleware';
import { type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';
import { expect, onTestFinished, test } from 'vitest';
import { hostileText, someText } from './testing/lives/hostile.ts';
import { openAiProvider } from './testing/servers/openai-server.ts';
import { Random } from './testing/servers/random.ts';
import { agentScript, type Script, TOOL_NAMES } from './testing/servers/script.ts';
import { startStrictServer } from './testing/servers/strict-server.ts';

const SEED = 20261123;

/** A real agent on LangChain's client for OpenAI, with tools of hostile and of long results. */
async function anAgent(windowTokens: number, script: Script) {
  const rules = { windowTokens, script, namedResults: true };
  const server = await startStrictServer(openAiProvider(rules));
  onTestFinished(() => server.stop());
  const random = new Random(SEED);
  const runs = sessionRuns();
  const result = () => (random.chance(0.2) ? hostileText(random) : someText(random, 400));
  const tools = TOOL_NAMES.map((name) =>
    defineTool({
      name,
      description: `Works as ${name} does.`,
      parameters: {
        type: 'object',
        properties: { query: { type: 'string' } },
        required: ['query'],
      },
      execute: result,
    }),
  );
  const memory = createAgentMemory({
    id: 'agent',
    contextWindow: windowTokens,
    system: 'You run a shop.',
    features: [runs.feature],
    tools: [...runs.definitions, ...tools],
  });
  const model = new ChatOpenAI({
    model: 'strict',
    apiKey: 'none',
    maxRetries: 0,
    configuration: { baseURL: `${server.url}/v1` },
  });
  const middleware = [agentMemoryMiddleware(memory, { runs })];
  const agent = createAgent({ model, tools: langChainTools(tools), middleware });
  return { agent, memory, server, random };
}

type Agent = Awaited<ReturnType<typeof anAgent>>['agent'];

const LIMITS = { recursionLimit: 100 };

const WAYS = {
  'whole answers': async (agent: Agent, messages: BaseMessage[]) => {
    await agent.invoke({ messages }, LIMITS);
  },
  'streamed answers': async (agent: Agent, messages: BaseMessage[]) => {
    const stream = await agent.stream({ messages }, { ...LIMITS, streamMode: 'messages' });
    let chunks = 0;
    for await (const _ of stream) chunks += 1;
    expect(chunks).toBeGreaterThan(2);
  },
};

test.each(Object.entries(WAYS))(
  `[MSG-6] [RCT-5] an agent of LangChain on a strict server, %s: none refused, none lost (seed ${SEED})`,
  async (_, ask) => {
    const asked: string[] = [];
    const next = agentScript(new Random(SEED + 1));
    const answered: string[] = [];
    const script = () => {
      const step = next();
      answered.push(step.text);
      return step;
    };
    const { agent, memory, server, random } = await anAgent(6_144, script);
    for (let turn = 0; turn < 12; turn += 1) {
      const text = `${turn}: ${someText(random, 60)}`;
      asked.push(text);
      await ask(agent, [new HumanMessage(text)]);
    }
    expect(server.faults).toEqual([]);
    const textsOf = (role: string) =>
      memory
        .entries()
        .filter(({ message }) => message.role === role)
        .map(({ message }) =>
          message.parts.map((part) => ('text' in part ? part.text : '')).join(''),
        );
    expect(textsOf('user')).toEqual(asked);
    expect(textsOf('assistant')).toEqual(answered);
    expect(memory.branches()).toHaveLength(1);
    expect(memory.getState().compactions.length).toBeGreaterThan(0);
    expect(memory.getState().ledger.reports).toBeGreaterThan(12);
  },
);

test('[BLK-1] [TOOL-2] through LangChain’s client: a wrong call is answered in words, a right one brings back', async () => {
  const call = (name: string, args: object) => ({
    text: '',
    calls: [{ name, arguments: JSON.stringify(args) }],
  });
  const steps = [
    { text: 'Noted.', calls: [] },
    call('recall', { message: 'the first' }),
    call('recal', { message: 0 }),
    call('recall', { message: 0 }),
    { text: 'It is Q4L9HS.', calls: [] },
  ];
  const script = () => steps.shift() ?? { text: 'Done.', calls: [] };
  const { agent, server } = await anAgent(16_000, script);
  await agent.invoke({ messages: [new HumanMessage('The code of the hotel is Q4L9HS.')] });
  const { messages } = await agent.invoke({ messages: [new HumanMessage('Which code was it?')] });
  expect([server.requests, server.faults]).toEqual([5, []]);
  const [wrong, unknown, right] = messages.filter((message) => ToolMessage.isInstance(message));
  expect(wrong).toMatchObject({ status: 'error' });
  expect(wrong?.text).toContain('`message` must be an integer; got "the first".');
  expect(unknown).toMatchObject({ status: 'error', text: expect.stringContaining('recall') });
  expect(right?.text).toContain('The code of the hotel is Q4L9HS.');
});
