import type { MemoryFeature, ToolDefinition } from '@agent-memory/core';
import { createAgentMemory, fixedBudget } from '@agent-memory/core';
import type { BaseMessage } from '@langchain/core/messages';
import { type ClientTool, DynamicStructuredTool } from '@langchain/core/tools';
import type { MemorySaver } from '@langchain/langgraph';
import { type AgentMiddleware, createAgent } from 'langchain';
import {
  type AgentMemoryMiddlewareOptions,
  agentMemoryMiddleware,
} from '../middleware/agent-memory-middleware.ts';
import { type ModelStep, ScriptedChatModel } from './scripted-chat-model.ts';

/** A tool of the app, made as LangChain makes them. */
const getOrder = new DynamicStructuredTool({
  name: 'get_order',
  description: 'Looks up an order.',
  schema: {
    type: 'object' as const,
    properties: { number: { type: 'string' as const } },
    required: ['number'],
  },
  func: async ({ number }: { number: string }) => `Order ${number} was sent.`,
});

/** A call of it. */
export const order = (number: string, id: string) => ({ name: 'get_order', args: { number }, id });

export interface AgentParts extends AgentMemoryMiddlewareOptions {
  readonly inputTokens?: number;
  readonly system?: string;
  readonly systemPrompt?: string;
  readonly features?: readonly MemoryFeature[];
  readonly definitions?: readonly ToolDefinition[];
  readonly checkpointer?: MemorySaver;
  readonly appTools?: readonly ClientTool[];
  /** Behind ours. */
  readonly others?: readonly AgentMiddleware[];
}

/** A real agent with a memory and a model that says what a script says. */
export function anAgent(steps: readonly ModelStep[], parts: AgentParts = {}) {
  const { inputTokens = 60_000, appTools = [getOrder], others = [], ...given } = parts;
  const { system, systemPrompt, features, definitions, checkpointer, ...options } = given;
  const memory = createAgentMemory({
    id: 'support',
    budget: fixedBudget(inputTokens),
    ...(system !== undefined && { system }),
    ...(features && { features }),
    ...(definitions && { tools: definitions }),
  });
  const model = new ScriptedChatModel(steps);
  const agent = createAgent({
    model,
    tools: [...appTools],
    middleware: [agentMemoryMiddleware(memory, options), ...others],
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(checkpointer && { checkpointer }),
  });
  return { agent, memory, model };
}

/** Speaker and text of each of LangChain's messages. */
export const said = (messages: readonly BaseMessage[]) =>
  messages.map(({ type, text }) => `${type}: ${text}`);

const TYPES = { user: 'human', assistant: 'ai', system: 'system', tool: 'tool' } as const;

/** Speaker and text of each message of the memory, in the same words. */
export const kept = ({ memory }: Pick<ReturnType<typeof anAgent>, 'memory'>) =>
  memory.entries().map(({ message }) => {
    const texts = message.parts.map((part) => ('text' in part ? part.text : ''));
    return `${TYPES[message.role]}: ${texts.join('')}`;
  });
