import type { Message, Part } from '@agent-memory/core';
import { indexOfPhrase, messageText, partText } from '../source/message-text.ts';

/** Enough for the widest row; the rest of a long message is never touched. */
const PREVIEW_CHARACTERS = 240;

/** The beginning of a message on one line: white space folded, pictures and calls named. */
export function messagePreview(message: Message): string {
  let preview = '';
  for (const part of message.parts) {
    const piece = foldWhitespace(previewOfPart(part));
    if (piece === '') continue;
    preview = preview === '' ? piece : `${preview}  ${piece}`;
    if (preview.length >= PREVIEW_CHARACTERS) break;
  }
  return preview.slice(0, PREVIEW_CHARACTERS);
}

function previewOfPart(part: Part): string {
  if (part.type === 'image') return '[image]';
  if (part.type === 'document') return `[document${part.filename ? ` ${part.filename}` : ''}]`;
  return partText(part);
}

function foldWhitespace(text: string): string {
  return text
    .slice(0, PREVIEW_CHARACTERS * 4)
    .trim()
    .replace(/\s+/gu, ' ')
    .slice(0, PREVIEW_CHARACTERS);
}

const CHARACTERS_BEFORE_MATCH = 10;

/** The line around the first place of a phrase; `undefined` when the message does not hold it. */
export function foundPreview(message: Message, phrase: string) {
  const text = messageText(message);
  const at = indexOfPhrase(text, phrase);
  if (at < 0) return undefined;
  const start = Math.max(0, at - CHARACTERS_BEFORE_MATCH);
  const end = at + phrase.length;
  return {
    before: (start > 0 ? '…' : '') + foldInside(text.slice(start, at)),
    match: foldInside(text.slice(at, end)),
    after: foldInside(text.slice(end, end + PREVIEW_CHARACTERS)),
  };
}

function foldInside(text: string): string {
  return text.replace(/\s+/gu, ' ');
}
