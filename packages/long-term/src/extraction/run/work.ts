import { type Entry, textOf, toolCallsOf, toolResultsOf } from '@agent-memory/core';
import type { ExtractionCause } from './report.ts';

/** The messages that a pass is about to read. */
export interface Work {
  readonly entries: readonly Entry[];
  /** The place of the first new entry. */
  readonly from: number;
  /** The entries to be read, without turns that are passed over. */
  readonly read: readonly Entry[];
  readonly until: number;
  readonly skippedTurns: number;
}

/** `undefined` where nothing is new. */
export function workOf(
  conversation: Conversation,
  cursor: Cursor,
  { cause, ownTools }: { readonly cause: ExtractionCause; readonly ownTools: readonly string[] },
): Work | undefined {
  const { entries } = conversation;
  const from = firstNew(conversation, cursor);
  const until = cause === 'run-end' ? endOfRuns(entries) : entries.length;
  if (from >= until) return undefined;
  const turns = turnsOf(entries.slice(from, until));
  const kept = turns.filter((turn) => !wroteMemory(turn, ownTools));
  return { entries, from, until, read: kept.flat(), skippedTurns: turns.length - kept.length };
}

/** The range of a report. */
export function rangeOf({ entries, from }: Pick<Work, 'entries' | 'from'>, until: number) {
  const [first, last] = [entries[from], entries[until - 1]];
  return {
    ...(first && { fromEntryId: first.id }),
    ...(last && { toEntryId: last.id }),
    entries: until - from,
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

/** The conversation as a cursor is looked up in it. */
export interface Conversation {
  readonly entries: readonly Entry[];
  /** An entry on whichever branch. */
  entry(entryId: string): Entry | undefined;
}

/**
 * The place of the first entry that was not extracted. Where the head was moved to another branch, it is
 * where that branch begins. Where the cursor's entry is gone, as many visible messages count as
 * extracted as there were; where there are no more than that, the newest turn is read again, so that
 * extraction never stops for good [EXT-2].
 */
export function firstNew({ entries, entry }: Conversation, cursor: Cursor): number {
  const { entryId, visible } = cursor;
  if (entryId === undefined) return visible === 0 ? 0 : afterVisible(entries, visible);
  const places = new Map(entries.map(({ id }, place) => [id, place]));
  let at: string | null | undefined = entryId;
  const seen = new Set<string>();
  while (typeof at === 'string' && !seen.has(at)) {
    seen.add(at);
    const place = places.get(at);
    if (place !== undefined) return place + 1;
    at = entry(at)?.parentId;
  }
  return at === null ? 0 : afterVisible(entries, visible);
}

/**
 * The message of the user that was extracted and that they have written again since: another one stands in
 * its place on the branch that is shown [MSG-5]. The same words once more replace nothing, and another
 * answer to the same message does not either.
 */
export function replacedMessage(
  { entries, entry }: Conversation,
  { entryId }: Cursor,
): string | undefined {
  const places = new Map(entries.map(({ id }, place) => [id, place]));
  const seen = new Set<string>();
  let left: Entry | undefined;
  let at: string | null | undefined = entryId;
  while (typeof at === 'string' && !places.has(at) && !seen.has(at)) {
    seen.add(at);
    left = entry(at);
    at = left?.parentId;
  }
  if (left?.message.role !== 'user' || at === undefined) return undefined;
  const next = entries[at === null ? 0 : (places.get(at) ?? entries.length) + 1];
  if (next?.message.role !== 'user') return undefined;
  return textOf(next.message) === textOf(left.message) ? undefined : left.id;
}

function afterVisible(entries: readonly Entry[], visible: number): number {
  const places = entries.flatMap((entry, place) => (isVisible(entry) ? [place] : []));
  const last = places[visible - 1];
  if (last !== undefined && last + 1 < entries.length) return last + 1;
  return Math.max(
    0,
    entries.findLastIndex(({ message }) => message.role === 'user'),
  );
}

/** The cursor behind the first entries of a conversation, so many of them. */
export function cursorAfter(entries: readonly Entry[], count: number): Cursor {
  const last = entries[count - 1];
  if (!last) return AT_START;
  return { entryId: last.id, visible: entries.slice(0, count).filter(isVisible).length };
}

function isVisible({ message }: Entry): boolean {
  return (message.role === 'user' || message.role === 'assistant') && textOf(message) !== '';
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

/** How many entries the runs that have ended make up: what stands behind the last answer waits. */
function endOfRuns(entries: readonly Entry[]): number {
  return entries.findLastIndex(isAnswer) + 1;
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
