import { type Message, toolCallsOf, toolResultsOf } from '@agent-memory/core';
import type { WritableEntry } from '@agent-memory/core/formats';
import type { reading } from '@agent-memory/core/internal';
import { inTheirPlaces, type JoinedItems, joinedMessages } from '../joined-messages.ts';
import type { GoogleContent } from './google-content.ts';
import { GOOGLE } from './read-google.ts';
import { partsOf } from './write-parts.ts';

/** Originals as contents: what came as one content is one again. */
export function writeGoogle(entries: readonly WritableEntry[]): readonly GoogleContent[] {
  const names = new Map<string, string>();
  const contents = joinedMessages(entries, isOneSide).map((group) => {
    for (const { message } of group) {
      for (const { callId, toolName } of toolCallsOf(message)) names.set(callId, toolName);
    }
    return writtenGroup(group, (message) => namedParts(message, names));
  });
  // Every part was read out of this format, or made for it; the types name those that are known.
  return contents as unknown as readonly GoogleContent[];
}

/** An answer names its function; that of another format goes by the id of its call. */
function namedParts(
  message: Message,
  names: ReadonlyMap<string, string>,
): readonly reading.Fields[] {
  const results = toolResultsOf(message);
  let next = 0;
  return partsOf(message).map((part) => {
    if (!('functionResponse' in part)) return part;
    const callId = results[next++]?.callId ?? '';
    const response = { name: names.get(callId) ?? callId, ...Object(part.functionResponse) };
    return { ...part, functionResponse: response };
  });
}

/** The role under which the provider takes a message: answers of functions are the user's. */
export function sideOf({ role }: Message): 'user' | 'model' | 'system' {
  if (role === 'assistant') return 'model';
  return role === 'system' ? 'system' : 'user';
}

function isOneSide(first: Message, next: Message): boolean {
  return sideOf(first) === sideOf(next);
}

function writtenGroup(
  group: JoinedItems<WritableEntry>,
  partsOfMessage: (message: Message) => readonly reading.Fields[],
): reading.Fields {
  const [{ message: first }] = group;
  const isOwn = first.format === GOOGLE;
  const { answers: _, unnamed: __, role, parts: noParts, ...extra } = (isOwn && first.extra) || {};
  const written = group.flatMap(({ message }) => partsOfMessage(message));
  const places = group.at(-1)?.message.extra?.answers;
  const parts = noParts === undefined ? inTheirPlaces(written, places) : noParts;
  return {
    ...extra,
    ...(role === 'none' ? {} : { role: role === undefined ? sideOf(first) : role }),
    ...(parts === 'none' ? {} : { parts }),
  };
}
