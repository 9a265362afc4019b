import type { OpenAiMessage } from '@agent-memory/core';

/** Where a text of the context came from. */
export type TextOrigin =
  | 'system'
  | 'user'
  | 'assistant'
  | 'tool'
  | 'archive'
  | 'scratchpad'
  | 'long-term';

export interface ContextText {
  readonly origin: TextOrigin;
  readonly text: string;
}

/** The openings that memory puts in front of the texts that it writes itself. */
const ARCHIVE_OPENING = '<earlier-conversation>';
const SCRATCHPAD_OPENING = '<live-scratchpad>';
const RECORDS_OPENING = '<live-records>';

/** The texts of an assembled context in send order, each with its origin. */
export function contextTexts(messages: readonly OpenAiMessage[]): readonly ContextText[] {
  return messages.flatMap((message) =>
    textsOf(message).map((text) => ({ origin: originOf(message, text), text })),
  );
}

function textsOf(message: OpenAiMessage): readonly string[] {
  const { content } = message;
  if (typeof content === 'string') return content === '' ? [] : [content];
  return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

function originOf(message: OpenAiMessage, text: string): TextOrigin {
  if (text.startsWith(ARCHIVE_OPENING)) return 'archive';
  if (text.startsWith(SCRATCHPAD_OPENING)) return 'scratchpad';
  if (text.startsWith(RECORDS_OPENING)) return 'long-term';
  return message.role === 'developer' ? 'system' : message.role;
}
