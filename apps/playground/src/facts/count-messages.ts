import type { OpenAiMessage, TokenCounter } from '@agent-memory/core';

/** The tokens that a provider adds around each message. */
const MESSAGE_FRAMING_TOKENS = 4;

// Memory hands out the same frozen message again as long as it did not change.
const known = new WeakMap<OpenAiMessage, { readonly encoding: string; readonly tokens: number }>();

/**
 * Tokens of messages as they are sent, counted from their text alone: nothing that memory says about
 * them is used. Pictures and documents count nothing here, so the figure is never too high.
 */
export function countMessages(messages: readonly OpenAiMessage[], counter: TokenCounter): number {
  return messages.reduce((sum, message) => sum + countMessage(message, counter), 0);
}

function countMessage(message: OpenAiMessage, counter: TokenCounter): number {
  const counted = known.get(message);
  if (counted?.encoding === counter.encoding) return counted.tokens;
  const calls = message.tool_calls ?? [];
  const texts = [
    ...contentTexts(message.content),
    ...calls.map(({ function: called }) => called.name + called.arguments),
  ];
  const tokens = texts.reduce((sum, text) => sum + counter.count(text), MESSAGE_FRAMING_TOKENS);
  if (Object.isFrozen(message)) known.set(message, { encoding: counter.encoding, tokens });
  return tokens;
}

function contentTexts(content: OpenAiMessage['content']): readonly string[] {
  if (typeof content === 'string') return [content];
  return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []));
}
