import { type AnyTool, defineTool } from '@agent-memory/agent';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { createAgent, createMiddleware } from 'langchain';
import { expect, test } from 'vitest';
import { calling, ScriptedChatModel } from '../testing/scripted-chat-model.ts';
import { langChainTools } from './langchain-tools.ts';

function aTool(
  execute: (args: { number: string }) => unknown = ({ number }) => `${number} was sent.`,
) {
  return defineTool({
    name: 'get_order',
    description: 'Looks up an order.',
    parameters: {
      type: 'object',
      properties: { number: { type: 'string' } },
      required: ['number'],
      additionalProperties: false,
    },
    execute,
  });
}

/** The passing of calls through middleware makes an error that a tool throws end the run. */
const passing = createMiddleware({ name: 'Passing', wrapToolCall: (call, run) => run(call) });

/** A real agent whose model calls the tool with these arguments; what it is answered. */
async function answered(tool: AnyTool, args: object, middleware = [passing]) {
  const call = calling({ name: 'get_order', args, id: 'c-1' });
  const model = new ScriptedChatModel([call, new AIMessage('Well.')]);
  const agent = createAgent({ model, tools: langChainTools([tool]), middleware });
  const { messages } = await agent.invoke({ messages: [new HumanMessage('Where is it?')] });
  expect(messages.at(-1)?.text).toBe('Well.');
  const result = messages.find(ToolMessage.isInstance);
  return result && { text: result.text, status: result.status, id: result.tool_call_id };
}

test('[TOOL-1] an agent of LangChain runs the tool, and its output goes to the model as text', async () => {
  expect(await answered(aTool(), { number: 'A' })).toMatchObject({
    text: 'A was sent.',
    id: 'c-1',
  });
  const found = { sent: true };
  expect(
    await answered(
      aTool(() => found),
      { number: 'A' },
    ),
  ).toMatchObject({ text: '{"sent":true}' });
});

test.each([
  [{ number: 7 }, '`number` must be a string; got 7.'],
  [{}, '`number` is missing.'],
  [{ nubmer: 'A' }, '`nubmer` is not a known field: did you mean `number`?'],
])(
  '[TOOL-2] wrong arguments %j are answered in words, and the run continues',
  async (args, words) => {
    let runs = 0;
    const tool = aTool(() => {
      runs += 1;
    });
    for (const middleware of [[], [passing]]) {
      const result = await answered(tool, args, middleware);
      expect(result).toMatchObject({ status: 'error', text: expect.stringContaining(words) });
      expect(result?.text).toContain('Correct this and call it again.');
    }
    expect(runs).toBe(0);
  },
);

test('[TOOL-3] a tool that throws is an answer, also where calls pass through middleware', async () => {
  const tool = aTool(() => Promise.reject(new Error('The order service is down.')));
  const expected = { status: 'error', text: '`get_order` failed: The order service is down.' };
  expect(await answered(tool, { number: 'A' }, [])).toMatchObject(expected);
  expect(await answered(tool, { number: 'A' })).toMatchObject(expected);
});

test('[TOOL-3] who stops the run stops the tool with the same reason', async () => {
  const stop = new AbortController();
  let reason: unknown;
  const tool = defineTool({
    ...aTool(),
    execute: (_, { signal }) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason;
      });
      stop.abort('stopped');
      return new Promise(() => undefined);
    },
  });
  const [made] = langChainTools([tool]);
  const call = { type: 'tool_call' as const, id: 'c-1', name: 'get_order', args: { number: 'A' } };
  await expect(made?.invoke(call, { signal: stop.signal })).rejects.toBe('stopped');
  expect(reason).toBe('stopped');
});

test('[TOOL-2] invoked with arguments alone it gives text', async () => {
  const [made] = langChainTools([aTool()]);
  expect(await made?.invoke({ number: 'A' })).toBe('A was sent.');
  expect(await made?.invoke({ number: 7 })).toContain('must be a string');
});

test('[TOOL-1] who traces a run hears of the tool', async () => {
  const heard: string[] = [];
  const callbacks = [
    { handleToolStart: () => heard.push('start'), handleToolEnd: () => heard.push('end') },
  ];
  const [made] = langChainTools([aTool()]);
  await made?.invoke({ number: 'A' }, { callbacks });
  expect(heard).toEqual(['start', 'end']);
});

test('[TOOL-1] two tools of one name are refused', () => {
  expect(() => langChainTools([aTool(), aTool()])).toThrow('two tools of the name `get_order`');
});
