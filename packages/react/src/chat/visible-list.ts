import { AgentMemoryError, type AppendableMessage } from '@agent-memory/core';
import type { FormatChoice } from '@agent-memory/core/formats';
import type { ChatMemory } from './chat-memory.ts';

/** The messages that a chat shows, and the format in which the memory reads them. */
export interface VisibleList<Format extends FormatChoice> {
  readonly messages: readonly AppendableMessage<Format>[];
  readonly format: Format;
}

/**
 * Brings the transcript to what a visible list says. Resolves also where the store failed: the messages
 * are in the transcript then, and the memory's state shows the error.
 */
export async function placeList<Format extends FormatChoice>(
  memory: ChatMemory,
  { messages, format }: VisibleList<Format>,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await memory.reconcile(messages, { format, ...(signal && { signal }) });
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
  }
}

function isStoreFailure(error: unknown): boolean {
  return AgentMemoryError.isInstance(error) && error.phase === 'store';
}
