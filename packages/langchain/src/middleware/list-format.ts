import type { Entry } from '@agent-memory/core';
import { showsSame } from '@agent-memory/core/internal';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { langChainFormat } from '../langchain-format.ts';
import type { MiddlewareMemory } from './thread-memory.ts';

/** Messages as if they had no ids: then they are known by what they show. */
const nameless: typeof langChainFormat = {
  ...langChainFormat,
  read: (message) => langChainFormat.read(message).map((read) => ({ message: read.message })),
};

/**
 * The format in which the messages of a graph are laid beside the conversation. LangGraph gives a new
 * id to every message that comes without one, so an app that sends the whole conversation with each
 * request sends ids that nobody knows: such a list is known by its words, where it opens as the
 * conversation does, up to the first answer.
 */
export function listFormat(
  memory: Pick<MiddlewareMemory, 'entries' | 'entry'>,
  messages: readonly BaseMessage[],
): typeof langChainFormat {
  const hasKnownId = messages.some(({ id }) => id !== undefined && memory.entry(id) !== undefined);
  return !hasKnownId && opensTheSame(memory, messages) ? nameless : langChainFormat;
}

function opensTheSame(
  memory: Pick<MiddlewareMemory, 'entries'>,
  messages: readonly BaseMessage[],
): boolean {
  const answer = messages.findIndex((message) => AIMessage.isInstance(message));
  if (answer === -1) return false;
  const opening = memory.entries({ fromSeq: 0, toSeq: answer + 1 });
  return messages.slice(0, answer + 1).every((message, index) => isSaidIn(opening[index], message));
}

function isSaidIn(entry: Entry | undefined, message: BaseMessage): boolean {
  const [read] = langChainFormat.read(message);
  return entry !== undefined && read !== undefined && showsSame(entry.message, read.message);
}
