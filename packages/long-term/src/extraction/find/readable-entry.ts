import { type Entry, textOf, toolCallsOf, toolResultsOf } from '@agent-memory/core';
import { isRecalled } from '@agent-memory/core/internal';

/** A message as extraction reads it. */
export interface ReadableEntry {
  readonly entryId: string;
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  /** The tool whose result it is. */
  readonly toolName?: string;
}

/**
 * The words of messages without thoughts, with the names of the tools whose results they hold. A message
 * that brings back what was said before has no words: its originals were read when they were said.
 */
export function readableEntries(entries: readonly Entry[]): readonly ReadableEntry[] {
  const toolNames = new Map<string, string>();
  return entries.map(({ id: entryId, message }) => {
    for (const call of toolCallsOf(message)) toolNames.set(call.callId, call.toolName);
    const [result] = toolResultsOf(message);
    const toolName = result && toolNames.get(result.callId);
    return {
      entryId,
      role: message.role,
      text: isRecalled(message) ? '' : textOf(message),
      ...(toolName !== undefined && { toolName }),
    };
  });
}
