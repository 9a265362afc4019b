import {
  estimatingCounter,
  type Message,
  type Part,
  type SessionChange,
  type StoredSession,
} from '@agent-memory/core';
import { createMeasurer, wholeSessions } from '@agent-memory/core/internal';
import { ERASED } from './erased.ts';

/** A shorter text is in other words by chance. */
const LEAST_TEXT_CHARACTERS = 3;

/** The part of a session that is to be erased. */
export interface Erasure {
  /** Ids of the messages whose words go. */
  readonly entryIds: readonly string[];
  /** Texts that go wherever else in the session they are said, in any case of letters. Default: none. */
  readonly texts?: readonly string[];
}

/**
 * The session without the words of some messages, as a change that replaces it [LTM-8]. Overlays,
 * compactions and history are made of the originals and go whole: no part of a summary can be
 * told to be clean.
 */
export function erasedSession(
  stored: StoredSession,
  { entryIds, texts = [] }: Erasure,
  atMs: number,
): SessionChange {
  const named = new Set(entryIds);
  const cut = withoutTexts(texts);
  const messages = stored.entries.map(({ id, message }) => ({
    message,
    stored: named.has(id) ? erasedMessage(message) : wholeSessions.withMessage(message, cut),
  }));
  const taken = wholeSessions.takenOut(messages);
  const safe = (text: string) => taken(cut(text));
  const measurer = createMeasurer(estimatingCounter);
  const entries = stored.entries.map((entry, index) => {
    const message = messages[index]?.stored ?? entry.message;
    const isSame = JSON.stringify(message) === JSON.stringify(entry.message);
    return isSame ? entry : { ...entry, message, tokens: measurer.message(message) };
  });
  const { headId, system, info } = stored;
  return {
    atMs,
    replaces: true,
    entries,
    ...(headId !== undefined && { head: { value: headId } }),
    ...(info.title !== undefined && { title: { value: safe(info.title) } }),
    ...('scratchpad' in stored && {
      scratchpad: { value: wholeSessions.withStrings(stored.scratchpad, safe) },
    }),
    ...(system !== undefined && { system: { value: safe(system) } }),
    parts: new Map(
      [...stored.parts].map(([name, value]) => [name, wholeSessions.withTexts(value, safe)]),
    ),
  };
}

/** Ids of calls stay, so that a call and its result stay one unit. */
function erasedMessage({ extra: _, ...message }: Message): Message {
  return { ...message, parts: message.parts.map(erasedPart) };
}

function erasedPart(part: Part): Part {
  switch (part.type) {
    case 'tool-call': {
      const { type, callId, toolName } = part;
      // They say so: a call that has not run must not run without them.
      return { type, callId, toolName, arguments: JSON.stringify({ erased: ERASED }) };
    }
    case 'tool-result': {
      const { type, callId, isError } = part;
      return { type, callId, text: ERASED, ...(isError && { isError }) };
    }
    case 'text':
    case 'thinking':
      return { type: part.type, text: ERASED };
    case 'image':
    case 'document':
    case 'unknown':
      return { type: 'text', text: ERASED };
    default:
      return part satisfies never;
  }
}

function withoutTexts(texts: readonly string[]): (text: string) => string {
  const wanted = texts
    .map((text) => text.trim())
    .filter((text) => text.length >= LEAST_TEXT_CHARACTERS)
    .sort((one, other) => other.length - one.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (wanted.length === 0) return (text) => text;
  const anyOfThem = new RegExp(wanted.join('|'), 'giu');
  return (text) => text.replace(anyOfThem, ERASED);
}
