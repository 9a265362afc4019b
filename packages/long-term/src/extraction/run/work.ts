import type { Entry } from '@agent-memory/core';
import { type Conversation, type Cursor, firstNew } from './cursor.ts';
import type { ExtractionCause } from './report.ts';
import { endOfRuns, turnsOf, wroteMemory } from './turns.ts';

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
