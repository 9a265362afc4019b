import { type AgentMemory, createAgentMemory, textOf, toolCallsOf } from '@agent-memory/core';
import type Anthropic from '@anthropic-ai/sdk';
import type { ToolSet } from 'ai';
import type { ToolSet as ToolSet7 } from 'ai-7';
import type OpenAI from 'openai';
import { expectTypeOf } from 'vitest';
import { aiSdkTools } from './ai-sdk-tools.ts';
import { defineTool, type ModelTool } from './model-tool.ts';
import { runTool } from './run-tool.ts';
import { anthropicTools, openAiTools } from './tool-definitions.ts';

declare const memory: AgentMemory;

interface BlockQuery {
  readonly block: number;
  readonly page?: number;
}

const parameters = {
  type: 'object',
  properties: { block: { type: 'integer' }, page: { type: 'integer' } },
  required: ['block'],
} as const;

// The author says by `execute` of which type the arguments are.
const recall = defineTool({
  name: 'recall',
  description: 'Gives the messages of a block.',
  parameters,
  execute: ({ block, page = 1 }: BlockQuery, { signal }) => {
    expectTypeOf(signal.aborted).toEqualTypeOf<boolean>();
    return memory.entries({ fromSeq: block, toSeq: page }).map(({ message }) => textOf(message));
  },
});
expectTypeOf(recall).toEqualTypeOf<ModelTool<BlockQuery>>();

// Where nothing is said they are fields of which nothing is known.
const anything = defineTool({
  name: 'anything',
  description: 'Takes anything.',
  parameters: { type: 'object' },
  execute: (args) => {
    expectTypeOf(args).toEqualTypeOf<Readonly<Record<string, unknown>>>();
  },
});

// @ts-expect-error: providers take nothing but an object
defineTool({ name: 'a', description: 'a', parameters: { type: 'string' }, execute: () => '' });
// @ts-expect-error: without a description no model knows when to call it
defineTool({ name: 'a', parameters, execute: () => '' });
// @ts-expect-error: arguments are fields
defineTool({ name: 'a', description: 'a', parameters, execute: (block: number) => block });

// Tools of different arguments stand in one list, and the real clients take it.
const tools = [recall, anything];
expectTypeOf(openAiTools(tools)).toExtend<OpenAI.ChatCompletionTool[]>();
expectTypeOf(anthropicTools(tools)).toExtend<Anthropic.Tool[]>();
expectTypeOf(aiSdkTools(tools)).toExtend<ToolSet>();
expectTypeOf(aiSdkTools(tools)).toExtend<ToolSet7>();
createAgentMemory({ id: 'support', contextWindow: 8_000, tools });

// A call of a message runs, and its result can be appended as it is.
const [call] = toolCallsOf({ role: 'assistant', parts: [] });
if (call) {
  const result = await runTool(tools, call, { signal: new AbortController().signal });
  await memory.append({ role: 'tool', parts: [result] });
}
