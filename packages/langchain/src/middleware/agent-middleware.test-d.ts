import type { SessionRuns } from '@agent-memory/agent';
import type { AgentMemory } from '@agent-memory/core';
import type { BaseMessage } from '@langchain/core/messages';
import { MemorySaver } from '@langchain/langgraph';
import { type AgentMiddleware, createAgent, createMiddleware } from 'langchain';
import { agentMemoryMiddleware } from './agent-memory-middleware.ts';

declare const memory: AgentMemory;
declare const runs: SessionRuns;
declare const model: string;

/** [RCT-5] The middleware goes into an agent without a cast, beside a checkpointer and other middleware. */
export async function middlewareFitsLangChain(): Promise<void> {
  const own: AgentMiddleware = agentMemoryMiddleware(memory, { runs });
  const other = createMiddleware({ name: 'Other', beforeModel: () => undefined });
  const agent = createAgent({ model, middleware: [own, other], checkpointer: new MemorySaver() });
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Hello' }] });
  const given: BaseMessage[] = messages;
  void given;
}

/** [NS-1] The memory of a thread may be found at once or later, and by its name alone. */
export const byThread: readonly AgentMiddleware[] = [
  agentMemoryMiddleware((threadId: string) => (threadId === 'a' ? memory : memory)),
  agentMemoryMiddleware(async (threadId) => {
    const name: string = threadId;
    return name === '' ? memory : memory;
  }),
];

/** [OBS-3] What is no memory, and options that are not known, are refused. */
export const refused = [
  // @ts-expect-error A list of memories is not one.
  () => agentMemoryMiddleware([memory]),
  // @ts-expect-error A function has to give a memory.
  () => agentMemoryMiddleware(() => 'support'),
  // @ts-expect-error There is no such option.
  () => agentMemoryMiddleware(memory, { run: runs }),
];
