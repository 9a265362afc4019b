import { mediaApart } from '../message/media-apart.ts';
import { type Message, mapResults, type Part } from '../message/message.ts';
import { madeOnce } from '../message/per-message.ts';
import type { Entry } from '../transcript/entry.ts';
import type { ArgumentsTrim, Condensed, EntryOverlay, TextTrim } from './overlay.ts';

/**
 * The message that is sent for an entry under an overlay. The same overlay gives the same object
 * again, so that it is made, counted and rendered once.
 */
export function overlaidMessage(entry: Entry, overlay: EntryOverlay): Message {
  return overlaid(overlay, entry);
}

const overlaid = madeOnce((overlay: EntryOverlay, entry: Entry): Message => {
  if (overlay.kind === 'evicted-results') {
    const marked = mapResults(entry.message, () => evictedMarker(entry.seq, overlay));
    // Pictures beside the result leave with it.
    return { ...marked, parts: marked.parts.filter(({ type }) => type === 'tool-result') };
  }
  if (overlay.kind === 'shortened-calls') return withShortenedCalls(entry, overlay.calls);
  const parts = mediaApart(entry.message).parts.map((part, index) => {
    const trim = overlay.trims.find((candidate) => candidate.partIndex === index);
    return trim ? trimmedPart(part, trim, entry.seq) : part;
  });
  return { ...entry.message, parts };
});

function withShortenedCalls({ message }: Entry, calls: readonly ArgumentsTrim[]): Message {
  const parts = message.parts.map((part, index) => {
    const trim = calls.find((candidate) => candidate.partIndex === index);
    return trim && part.type === 'tool-call' ? { ...part, arguments: trim.arguments } : part;
  });
  return { ...message, parts };
}

/** The message that stands for the ranges that left: the user's side quotes what was said. */
export const condensedMessage = madeOnce(
  ({ text }: Condensed): Message => ({ role: 'user', parts: [{ type: 'text', text }] }),
);

function trimmedPart(part: Part, trim: TextTrim, seq: number): Part {
  if (part.type !== 'text' && part.type !== 'tool-result') return part;
  return { ...part, text: trimmedText(part.text, trim, seq) };
}

function evictedMarker(
  seq: number,
  { supersededBySeq, reason, recall }: Extract<EntryOverlay, { kind: 'evicted-results' }>,
): string {
  const keptAs = recall ? `${recallCall(seq)} brings it back.` : `Kept in full as message #${seq}.`;
  if (supersededBySeq === undefined) return `[Left out: it has been used. ${keptAs}]`;
  const what = reason === 'latest-only' ? 'of the same tool' : 'of the same call';
  return `[Left out: message #${supersededBySeq} has a newer result ${what}. ${keptAs}]`;
}

/** A text's start and end around a line that says what is missing and where it is kept [CMP-9]. */
export function trimmedText(
  text: string,
  trim: Pick<TextTrim, 'headCharacters' | 'tailCharacters' | 'recall'>,
  seq: number,
): string {
  const head = text.slice(0, trim.headCharacters);
  const tail = trim.tailCharacters > 0 ? text.slice(-trim.tailCharacters) : '';
  const missing = text.length - head.length - tail.length;
  const kept = trim.recall ? `${recallCall(seq)} has them` : `kept in full as message #${seq}`;
  return `${head}\n[… ${missing} characters left out; ${kept} …]\n${tail}`;
}

/** The call by which a model has a message brought back. */
function recallCall(seq: number): string {
  return `recall({"message":${seq}})`;
}
