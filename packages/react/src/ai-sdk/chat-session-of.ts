import { CodeUnavailableError } from '@agent-memory/core';
import type { ChatMemory, HoldMemory } from '../chat/chat-memory.ts';
import type { ChatSession } from './chat-session.ts';

const sessions = new WeakMap<object, Promise<ChatSession>>();

/**
 * The one chat session of a memory; its code is fetched with the first call.
 *
 * @throws CodeUnavailableError if the code cannot be fetched. The next message tries again.
 */
export function chatSessionOf(memory: ChatMemory): Promise<ChatSession> {
  const found = sessions.get(memory);
  if (found !== undefined) return found;
  const loading = import('./chat-session.ts').then(
    (code) => new code.ChatSession(memory),
    (cause: unknown) => {
      throw new CodeUnavailableError('chats of AI SDK', { phase: 'append', cause });
    },
  );
  sessions.set(memory, loading);
  loading.catch(() => sessions.delete(memory));
  return loading;
}

/** Runs a task with the chat session and keeps the memory open until the task calls `release`, or fails. */
export async function whileHeld<Result>(
  memory: ChatMemory,
  hold: HoldMemory | undefined,
  task: (session: ChatSession, release: () => void) => Promise<Result>,
): Promise<Result> {
  const release = hold?.() ?? (() => undefined);
  try {
    return await task(await chatSessionOf(memory), release);
  } catch (error) {
    release();
    throw error;
  }
}
