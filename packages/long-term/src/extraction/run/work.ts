import { type Entry, textOf, toolCallsOf, toolResultsOf } from '@agent-memory/core';
import { type Conversation, isUsers, isVisible } from './conversation.ts';
import type { ExtractionCause } from './report.ts';

/** The messages that a pass is about to read. */
export interface Work {
  /** The place of the first new entry. */
  readonly from: number;
  /** The new entries, in their places. */
  readonly entries: readonly Entry[];
  /** Entries right before them that may be referred to. */
  readonly before: readonly Entry[];
  /** The entries to be read, without turns that are passed over. */
  readonly read: readonly Entry[];
  /** How many visible messages stand before the new ones. */
  readonly visibleBefore: number;
  readonly skippedTurns: number;
}

const MESSAGES_BEFORE = 6;

/** `undefined` where nothing is new. */
export function workOf(
  conversation: Conversation,
  cursor: Cursor,
  { cause, ownTools }: { readonly cause: ExtractionCause; readonly ownTools: readonly string[] },
): Work | undefined {
  const from = firstNew(conversation, cursor);
  const until = cause === 'run-end' ? endOfRuns(conversation, from) : conversation.length;
  if (from >= until) return undefined;
  const entries = conversation.entries(from, until);
  const turns = turnsOf(entries);
  const kept = turns.filter((turn) => !wroteMemory(turn, ownTools));
  return {
    ...{ from, entries, read: kept.flat(), skippedTurns: turns.length - kept.length },
    before: conversation.entries(Math.max(0, from - MESSAGES_BEFORE), from),
    visibleBefore: visibleUpTo(conversation, from, cursor),
  };
}

/** How many visible messages stand before a place. The cursor knows, where it stands right there. */
function visibleUpTo(conversation: Conversation, place: number, cursor: Cursor): number {
  const last = conversation.at(place - 1);
  if (last?.id === cursor.entryId) return last ? cursor.visible : 0;
  return conversation.entries(0, place).filter(isVisible).length;
}

/** The range of a report, of so many of the new entries. */
export function rangeOf({ entries }: Pick<Work, 'entries'>, count = entries.length) {
  const [first, last] = [entries[0], entries[count - 1]];
  return {
    ...(first && { fromEntryId: first.id }),
    ...(last && { toEntryId: last.id }),
    entries: count,
  };
}

/** How far extraction has come in a session. */
export interface Cursor {
  /** The last entry that was extracted; absent at the start. */
  readonly entryId?: string;
  /** Visible messages up to there, for the case that the entry is not found any more [EXT-2]. */
  readonly visible: number;
}

export const AT_START: Cursor = { visible: 0 };

/**
 * The place of the first entry that was not extracted. Where the head was moved to another branch, it is
 * where that branch begins. Where the cursor's entry is gone, as many visible messages count as
 * extracted as there were; where there are no more than that, the newest turn is read again, so that
 * extraction never stops for good [EXT-2].
 */
export function firstNew(conversation: Conversation, { entryId, visible }: Cursor): number {
  if (entryId === undefined) return visible === 0 ? 0 : afterVisible(conversation, visible);
  const { shown } = wayBack(conversation, entryId);
  if (shown === undefined) return afterVisible(conversation, visible);
  return shown + 1;
}

/**
 * The message of the user that was extracted and that they have written again since: another one stands in
 * its place on the branch that is shown [MSG-5]. The same words once more replace nothing, and another
 * answer to the same message does not either.
 */
export function replacedMessage(
  conversation: Conversation,
  { entryId }: Cursor,
): string | undefined {
  const { left, shown } = wayBack(conversation, entryId);
  if (!left || !isUsers(left) || shown === undefined) return undefined;
  const next = conversation.at(shown + 1);
  if (!next || !isUsers(next)) return undefined;
  return textOf(next.message) === textOf(left.message) ? undefined : left.id;
}

/**
 * From an entry back to the conversation that is shown: the place where it joins that, -1 for its start,
 * and the last entry on the way that is not shown. No place where the way ends in an entry that is gone.
 */
function wayBack(conversation: Conversation, entryId: string | undefined) {
  let left: Entry | undefined;
  const seen = new Set<string>();
  for (let at: string | null | undefined = entryId; typeof at === 'string'; ) {
    const shown = conversation.placeOf(at);
    if (shown !== undefined) return { left, shown };
    if (seen.has(at)) break;
    seen.add(at);
    left = conversation.entry(at);
    if (left?.parentId === null) return { left, shown: -1 };
    at = left?.parentId;
  }
  return { left, shown: undefined };
}

function afterVisible(conversation: Conversation, visible: number): number {
  const entries = conversation.entries();
  const places = entries.flatMap((entry, place) => (isVisible(entry) ? [place] : []));
  const last = places[visible - 1];
  if (last !== undefined && last + 1 < entries.length) return last + 1;
  return Math.max(0, entries.findLastIndex(isUsers));
}

/** The cursor behind so many of the new entries. */
export function cursorAfter({ entries, visibleBefore }: Work, count: number): Cursor {
  const last = entries[count - 1];
  if (!last) return AT_START;
  const read = entries.slice(0, count).filter(isVisible).length;
  return { entryId: last.id, visible: visibleBefore + read };
}

/** A user's message with everything up to the next one; the first may begin in the middle. */
type Turn = readonly Entry[];

function turnsOf(entries: readonly Entry[]): readonly Turn[] {
  const turns: Entry[][] = [];
  for (const entry of entries) {
    const newest = turns.at(-1);
    if (newest && entry.message.role !== 'user') newest.push(entry);
    else turns.push([entry]);
  }
  return turns;
}

/** Where the runs that have ended end, not before a place: what stands behind the last answer waits. */
function endOfRuns(conversation: Conversation, from: number): number {
  for (let end = conversation.length; end > from; end -= 1) {
    const last = conversation.at(end - 1);
    if (last && isAnswer(last)) return end;
  }
  return from;
}

/** A message of the assistant that calls no tool ends the run. */
export function isAnswer({ message }: Entry): boolean {
  return message.role === 'assistant' && toolCallsOf(message).length === 0;
}

/** Tools by which a model writes memory. */
const WRITING_TOOLS = ['save_memory', 'forget_memory'];
const REFUSED = /^(?:not saved|nothing was|not forgotten|error)/iu;

/** Whether the agent itself wrote memory in a turn, and its tool did not refuse [EXT-3]. */
function wroteMemory(turn: Turn, ownTools: readonly string[]): boolean {
  const failed = new Set(
    turn
      .flatMap(({ message }) => toolResultsOf(message))
      .filter(({ isError, text }) => isError === true || REFUSED.test(text))
      .map(({ callId }) => callId),
  );
  return turn
    .flatMap(({ message }) => toolCallsOf(message))
    .some(
      ({ callId, toolName }) =>
        !failed.has(callId) && [...WRITING_TOOLS, ...ownTools].includes(toolName),
    );
}
