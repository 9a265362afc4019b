import type { ReportedUsage } from '@agent-memory/core';
import type { OpenAiToolCall } from '@agent-memory/core/formats';

/** Tokens of one call in the server's own count. `memory.reportUsage` takes it as it is. */
export interface ChatUsage extends ReportedUsage {
  /** Tokens of the answer, thoughts included. */
  readonly outputTokens?: number;
}

/** An answer, or as much of it as arrived. */
export interface ChatReply {
  readonly text: string;
  /** Reasoning before the words, where the server sends it; '' where not. */
  readonly thinking: string;
  /** Calls of tools, in order; each has an id. Empty in an answer that is not whole. */
  readonly toolCalls: readonly OpenAiToolCall[];
  /** Why the model ended, in the server's word: `stop`, `length`, `tool_calls` … */
  readonly finishReason?: string;
  /** Absent where the server reported none, or figures that cannot be meant. */
  readonly usage?: ChatUsage;
  /** Pieces of the stream that could not be read, and so are missing. */
  readonly unreadable: number;
}

/**
 * The answer before anything of it has arrived.
 *
 * @example
 * let reply = EMPTY_REPLY;
 * const onDelta = ({ text }: ChatDelta): void => {
 *   reply = { ...reply, text: reply.text + text };
 * };
 */
export const EMPTY_REPLY: ChatReply = { text: '', thinking: '', toolCalls: [], unreadable: 0 };
