import { AgentMemoryError, type AppendableMessage } from '@agent-memory/core';
import type { FormatChoice } from '@agent-memory/core/formats';
import type { ChatMemory } from './chat-memory.ts';

/** The messages that a chat shows, and the format in which the memory reads them. */
export interface VisibleList<Format extends FormatChoice> {
  readonly messages: readonly AppendableMessage<Format>[];
  readonly format: Format;
}

/** How a list is placed. */
interface Placing {
  /** It was placed before, maybe without the answer that stands behind it now. */
  readonly isEarlier: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Brings the transcript to what a visible list says. Where the store failed the messages are in the
 * transcript all the same: gives the error then, and does not reject.
 */
export async function placeList<Format extends FormatChoice>(
  memory: ChatMemory,
  { messages, format }: VisibleList<Format>,
  { isEarlier, signal }: Placing,
): Promise<AgentMemoryError | undefined> {
  try {
    await memory.reconcile(messages, { format, isEarlier, ...(signal && { signal }) });
    return undefined;
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
    return error;
  }
}

function isStoreFailure(error: unknown): error is AgentMemoryError {
  return AgentMemoryError.isInstance(error) && error.phase === 'store';
}
