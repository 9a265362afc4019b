import type { Message, Part } from '@agent-memory/core';
import { words } from '@agent-memory/core/internal';

/** Everything in a part that can be read, as plain text. */
export function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'tool-result':
    case 'thinking':
      return part.text;
    case 'tool-call':
      return `${part.toolName}(${part.arguments})`;
    case 'image':
      return part.url;
    case 'document':
      return part.filename ?? part.fileId ?? part.data ?? '';
    case 'unknown':
      return jsonText(part.value);
    default:
      return jsonText(part);
  }
}

/** A part of a kind that is not known, or a value of one. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value, undefined, 2) ?? '';
  } catch {
    // A cycle or a big integer: there is no JSON of it, and the rest of the message can be read.
    return String(value);
  }
}

/** A message as plain text, part after part. The copy button copies it, and find looks through it. */
export function messageText(message: Message): string {
  return message.parts.map(partText).join('\n');
}

/** The first place of a phrase, whatever its case; -1 where there is none. */
export function indexOfPhrase(text: string, phrase: string): number {
  const exact = text.indexOf(phrase);
  if (exact >= 0) return exact;
  const lower = text.toLowerCase();
  if (phrase.length > text.length) return -1;
  // Lower-casing may change the length ("İ"); then the place found would not be one of the original.
  if (lower.length !== text.length) return text.search(new RegExp(escapePattern(phrase), 'iu'));
  return lower.indexOf(phrase.toLowerCase());
}

function escapePattern(phrase: string): string {
  return phrase.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** A text as a person may look at it, no matter who wrote it: characters that are not seen by their number, `⟨U+200B⟩`. */
export function shownText(text: string): string {
  // Each system's end of a line is one, and nothing that hides.
  return words.withHiddenCharactersShown(text.replace(/\r\n?/g, '\n'));
}

/** The same on one line. */
export function shownLine(text: string): string {
  return words.withHiddenCharactersShown(text.replace(/\s+/g, ' '));
}
