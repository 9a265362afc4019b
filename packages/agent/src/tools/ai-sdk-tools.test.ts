import { aSimulatedAbort } from '@agent-memory/core/testing';
import * as ai6 from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as ai7 from 'ai-7';
import { MockLanguageModelV4 } from 'ai-7/test';
import { expect, test } from 'vitest';
import { aTool } from '../testing/tool-builders.ts';
import { aiSdkTools } from './ai-sdk-tools.ts';
import type { AnyTool } from './model-tool.ts';

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that calls the tool once, with these arguments. */
function turn(input: string) {
  return async () => ({
    content: [{ type: 'tool-call' as const, toolCallId: 'call-1', toolName: 'get_order', input }],
    finishReason: { unified: 'tool-calls' as const, raw: undefined },
    usage: USAGE,
    warnings: [],
  });
}

const VERSIONS = {
  'AI SDK 6': async (tool: AnyTool, input: string) => {
    const model = new MockLanguageModelV3({ doGenerate: turn(input) });
    const tools = aiSdkTools([tool]);
    const { content } = await ai6.generateText({ model, tools, prompt: 'Where is it?' });
    return { content, sent: model.doGenerateCalls[0]?.tools };
  },
  'AI SDK 7': async (tool: AnyTool, input: string) => {
    const model = new MockLanguageModelV4({ doGenerate: turn(input) });
    const tools = aiSdkTools([tool]);
    const { content } = await ai7.generateText({ model, tools, prompt: 'Where is it?' });
    return { content, sent: model.doGenerateCalls[0]?.tools };
  },
};

test.each(Object.entries(VERSIONS))(
  '[TOOL-1] %s sends the tool as it is, and runs it',
  async (_, ask) => {
    const tool = aTool();
    const { content, sent } = await ask(tool, '{"number":"ZFA04Y"}');
    expect(sent).toMatchObject([
      {
        type: 'function',
        name: 'get_order',
        description: tool.description,
        inputSchema: { ...tool.parameters, type: 'object' },
      },
    ]);
    expect(content).toContainEqual(
      expect.objectContaining({ type: 'tool-result', output: 'Order ZFA04Y was sent.' }),
    );
    expect(tool.parameters).toEqual(aTool().parameters);
  },
);

test.each(Object.entries(VERSIONS))(
  '[TOOL-1] %s answers wrong arguments in words',
  async (_, ask) => {
    let runs = 0;
    const execute = () => {
      runs += 1;
    };
    const { content } = await ask(aTool({ execute }), '{"number":7}');
    const error = content.find((part) => part.type === 'tool-error')?.error;
    expect(String(error)).toContain('number must be a string; got 7');
    expect(runs).toBe(0);
  },
);

test.each(Object.entries(VERSIONS))(
  '[TOOL-1] %s answers a tool that failed in words',
  async (_, ask) => {
    const execute = () => {
      throw new Error('The order service is down.');
    };
    const { content } = await ask(aTool({ execute }), '{"number":"ZFA04Y"}');
    const error = content.find((part) => part.type === 'tool-error')?.error;
    expect(error).toMatchObject({ message: '`get_order` failed: The order service is down.' });
  },
);

test('[TOOL-1] who aborts AI SDK aborts the tool with the same reason', async () => {
  const { signal, abort } = aSimulatedAbort();
  const tools = aiSdkTools([aTool({ execute: () => new Promise(() => undefined) })]);
  const running = tools.get_order?.execute({ number: 'ZFA04Y' }, { abortSignal: signal });
  abort('stopped');
  await expect(running).rejects.toBe('stopped');
});

test('[TOOL-1] two tools of one name are refused', () => {
  expect(() => aiSdkTools([aTool(), aTool()])).toThrow('two tools of the name `get_order`');
});
