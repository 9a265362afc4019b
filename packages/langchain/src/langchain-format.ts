import { InvalidMessageError, type Message, type Part } from '@agent-memory/core';
import type { BarePlan, MessageFormat, ToolCallPart } from '@agent-memory/core/formats';
import { formatKit } from '@agent-memory/core/internal';
import { BaseMessage } from '@langchain/core/messages';
import {
  LANGCHAIN,
  parsedArguments,
  readLangChainMessage,
  writeLangChainMessages,
} from './langchain-message.ts';

/**
 * Messages of LangChain.js as a format of agent memory: every call that takes a `format` takes it.
 * Calls without an id are refused, because no result could be joined to them.
 *
 * @example
 * await memory.append(new HumanMessage('Where is order ZFA04Y?'), { format: langChainFormat });
 * const { messages } = await memory.assemble({ format: langChainFormat });
 * const answer = await model.invoke(messages);
 */
export const langChainFormat: MessageFormat<BaseMessage, { readonly messages: BaseMessage[] }> = {
  name: LANGCHAIN,
  refusesOthers: true,
  read(message) {
    if (!BaseMessage.isInstance(message)) {
      throw new InvalidMessageError('message', 'must be a message of LangChain.');
    }
    const { id } = message;
    return [{ ...(id && { id }), message: readLangChainMessage(message) }];
  },
  write: (entries) => entries.flatMap(({ message }) => writeLangChainMessages(message)),
  render: (plan) => ({ messages: contextOf(plan) }),
};

function contextOf(plan: BarePlan): BaseMessage[] {
  const { livePlacement } = plan;
  const live = livePlacement.kind === 'none' ? '' : formatKit.liveTextOf(plan.items);
  const host = livePlacement.kind === 'inside' ? livePlacement.itemId : undefined;
  const messages = plan.items
    .filter(({ tier, kind }) => tier !== 'live' && kind !== 'tools')
    .map(({ id, message }) => ({
      message: live && id === host ? withLive(message, live) : message,
    }));
  const own = live && host === undefined ? [{ message: liveMessage(live) }] : [];
  return formatKit
    .withJoinedAnswers([...messages, ...own])
    .map(({ message }) => sendable(message))
    .filter((message) => !saysNothing(message))
    .flatMap((message) => writeLangChainMessages(message));
}

/**
 * A message as a model takes it. A call with arguments that are no object would be one of
 * `invalid_tool_calls`, which LangChain does not send: its result would answer no call. And a blank
 * text is refused.
 */
function sendable(message: Message): Message {
  const parts = message.parts.flatMap((part): readonly Part[] => {
    if (part.type === 'tool-call') return [withObjectArguments(part)];
    return part.type === 'text' && part.text.trim() === '' ? [] : [part];
  });
  return { ...message, parts };
}

/** An answer without words and calls, as an interrupted one is, is refused. */
function saysNothing({ role, parts }: Message): boolean {
  return role === 'assistant' && parts.every(({ type }) => type === 'thinking');
}

function withObjectArguments(call: ToolCallPart): ToolCallPart {
  const { arguments: text } = call;
  if (parsedArguments(text)) return call;
  return { ...call, arguments: JSON.stringify(text.trim() === '' ? {} : { arguments: text }) };
}

function liveMessage(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

/** Ahead of the user's own words, because it is them that the model answers; behind everybody else's. */
function withLive(message: Message, text: string): Message {
  if (message.role === 'user') {
    return { ...message, parts: [{ type: 'text', text: `${text}\n\n` }, ...message.parts] };
  }
  const last = message.parts.findLastIndex(({ type }) => type === 'text' || type === 'tool-result');
  const parts = message.parts.map((part, index) =>
    index === last && (part.type === 'text' || part.type === 'tool-result')
      ? { ...part, text: `${part.text}\n\n${text}` }
      : part,
  );
  return { ...message, parts };
}
