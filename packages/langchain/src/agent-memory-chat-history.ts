import type { AgentMemory } from '@agent-memory/core';
import { checkOption } from '@agent-memory/core/internal';
import { BaseListChatMessageHistory } from '@langchain/core/chat_history';
import type { BaseMessage } from '@langchain/core/messages';
import { langChainFormat } from './langchain-format.ts';

/** The part of a memory that a chat history needs. */
export type HistoryMemory = Pick<AgentMemory<unknown>, 'append' | 'assemble' | 'moveHead'>;

/**
 * A chat history of LangChain.js over a memory: what a chain reads is compacted to the budget, and
 * what it adds is stored whole. `memory.messages({ format: langChainFormat })` gives all of it.
 *
 * A chain sends its own prompt and the newest question beside the history, so leave room for both
 * with `reserved` in the memory's budget, and give the system text to one of the two only.
 *
 * A session is a memory of its own: give the same one whenever a chain asks for the same `sessionId`.
 *
 * @example
 * const memories = new Map<string, AgentMemory>();
 * const memoryOf = (id: string) => {
 *   const memory = memories.get(id) ?? createAgentMemory({ id, store, contextWindow: 128_000 });
 *   memories.set(id, memory);
 *   return memory;
 * };
 * const chain = new RunnableWithMessageHistory({
 *   runnable: prompt.pipe(model),
 *   getMessageHistory: (sessionId) => new AgentMemoryChatHistory(memoryOf(sessionId)),
 *   inputMessagesKey: 'question',
 *   historyMessagesKey: 'history',
 * });
 */
export class AgentMemoryChatHistory extends BaseListChatMessageHistory {
  override lc_namespace = ['agent_memory', 'chat_history'];
  readonly #memory: HistoryMemory;

  /** @throws InvalidOptionError if `memory` is not one. */
  constructor(memory: HistoryMemory) {
    super();
    const given: unknown = memory;
    const isMemory = typeof given === 'object' && given !== null && 'assemble' in given;
    checkOption(isMemory, 'memory', 'must be a memory, as `createAgentMemory` makes it.');
    this.#memory = memory;
  }

  /** @throws ContextOverflowError when what is protected alone does not fit the budget. */
  override async getMessages(): Promise<BaseMessage[]> {
    const { messages } = await this.#memory.assemble({ format: langChainFormat });
    return messages;
  }

  override async addMessage(message: BaseMessage): Promise<void> {
    await this.addMessages([message]);
  }

  /** Adds all of them or none. @throws InvalidMessageError naming the field at fault. */
  override async addMessages(messages: BaseMessage[]): Promise<void> {
    await this.#memory.append(messages, { format: langChainFormat });
  }

  /** Begins again. What was said stays stored, as another branch of the session. */
  override async clear(): Promise<void> {
    await this.#memory.moveHead(null);
  }
}
