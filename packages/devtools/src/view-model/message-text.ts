import type { Message, Part } from '@agent-memory/core';

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
      return JSON.stringify(part.value, undefined, 2) ?? '';
    default:
      return neverPart(part);
  }
}

function neverPart(part: never): never {
  throw new TypeError(`A part of unknown type: ${JSON.stringify(part)}`);
}

/** A message as plain text, part after part. What the copy button copies and what find looks through. */
export function messageText(message: Message): string {
  return message.parts.map(partText).join('\n');
}

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

/** A preview in three pieces: what stands before a found phrase, the phrase, what follows. */
export interface FoundPreview {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

const CHARACTERS_BEFORE_MATCH = 10;

/** The line around the first place of a phrase; `undefined` when the message does not hold it. */
export function foundPreview(message: Message, phrase: string): FoundPreview | undefined {
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

/** Where a phrase stands, whatever its case; -1 when it does not. */
export function indexOfPhrase(text: string, phrase: string): number {
  const exact = text.indexOf(phrase);
  if (exact >= 0) return exact;
  const lower = text.toLowerCase();
  // Lower-casing may change the length ("İ"); then the place found would not be one of the original.
  if (lower.length !== text.length) return text.search(new RegExp(escapePattern(phrase), 'iu'));
  return lower.indexOf(phrase.toLowerCase());
}

function escapePattern(phrase: string): string {
  return phrase.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
