import type { AgentMemory } from '@agent-memory/core';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import { langChainFormat } from './langchain-format.ts';

declare const memory: AgentMemory;
declare const model: BaseChatModel;
declare const answer: AIMessageChunk;
declare const history: BaseMessage[];

/** [MSG-2] A context goes to a model of LangChain, and its answer to the memory, without a cast. */
export async function contextsFitLangChain(): Promise<void> {
  const { messages } = await memory.assemble({ format: langChainFormat });
  const given: BaseMessage[] = messages;
  await memory.append(await model.invoke(given), { format: langChainFormat });
  await memory.append([answer, ...history], { format: langChainFormat });
}
