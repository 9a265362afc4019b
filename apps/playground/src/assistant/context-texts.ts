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
const LIVE_OPENING = '<live-';
const LIVE_SECTION = /<live-(?<name>[a-z-]+)>\n[\s\S]*?\n<\/live-\k<name>>/g;
/** Live state stands behind the last result where a run is under way. */
const LIVE_BEHIND =
  /(?:\n\n<live-(?<name>[a-z-]+)>\n(?:(?!<live-)[\s\S])*?\n<\/live-\k<name>>)+\s*$/;

/** The texts of an assembled context in send order, each with its origin. */
export function contextTexts(messages: readonly OpenAiMessage[]): readonly ContextText[] {
  return messages.flatMap((message) => textsOf(message).flatMap((text) => parts(message, text)));
}

/** The result of a tool without the live state behind it. */
export function resultText(message: OpenAiMessage): string {
  return textsOf(message).join('\n').replace(LIVE_BEHIND, '');
}

function textsOf(message: OpenAiMessage): readonly string[] {
  const { content } = message;
  if (typeof content === 'string') return content === '' ? [] : [content];
  return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

function parts(message: OpenAiMessage, text: string): readonly ContextText[] {
  if (text.startsWith(ARCHIVE_OPENING)) return [{ origin: 'archive', text }];
  if (text.startsWith(LIVE_OPENING)) return liveSections(text);
  if (message.role !== 'tool') {
    return [{ origin: message.role === 'developer' ? 'system' : message.role, text }];
  }
  const live = LIVE_BEHIND.exec(text)?.[0] ?? '';
  const result = text.slice(0, text.length - live.length);
  return [{ origin: 'tool', text: result }, ...liveSections(live)];
}

function liveSections(text: string): readonly ContextText[] {
  return [...text.matchAll(LIVE_SECTION)].map(([section, name]) => ({
    origin: liveOrigin(name),
    text: section,
  }));
}

/** Sections that this page does not know are nobody's words about the user. */
function liveOrigin(name: string | undefined): TextOrigin {
  if (name === 'scratchpad') return 'scratchpad';
  return name === 'records' ? 'long-term' : 'system';
}
