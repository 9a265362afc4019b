import type {
  CompactionHappened,
  CompactionRecord,
  Decision,
  Degradation,
  LiveRecord,
} from '@agent-memory/core';
import type { CallMark } from './call-facts.ts';

/** Kinds of live sections that bring something in for the message being answered. */
const RETRIEVED_KINDS: ReadonlySet<string> = new Set(['records', 'documents']);

/** Degradations that tell of a limit that held, and not of something that went wrong. */
const NO_ERRORS: ReadonlySet<string> = new Set<Degradation['code']>([
  'LIVE_OVER_SHARE',
  'LIVE_NO_ROOM',
  'EXCERPT_SENT',
  'ID_REPEATED',
  'SCRATCHPAD_OUTDATED',
]);

/** The records and chunks of documents that stand in the live tier, by id. */
export function retrievedIn({ items }: LiveRecord): ReadonlySet<string> {
  const retrieved = items.filter(({ kind }) => RETRIEVED_KINDS.has(kind));
  return new Set(retrieved.flatMap(({ id, decision }) => shownParts(decision) ?? [id]));
}

function shownParts({ parts }: Decision): readonly string[] | undefined {
  const isShown = ({ fate }: Decision) => fate === 'sent' || fate === 'pinned';
  return parts?.filter(isShown).map(({ itemId }) => itemId);
}

/** Failures that still held when a context was made, by code. */
export function failuresIn(degraded: readonly Degradation[]): ReadonlySet<string> {
  return new Set(degraded.map(({ code }) => code).filter((code) => !NO_ERRORS.has(code)));
}

/** Histories of earlier versions do not say which compaction an undo took back: its record does. */
export function isUndoRecord(
  undoes: string | undefined,
  record: Pick<CompactionRecord, 'trigger'> | undefined,
): boolean {
  return undoes !== undefined || record?.trigger === 'undo';
}

/** The marks of a compaction. `record` is absent where the memory does not keep it any more. */
export function marksOfCompaction(
  { undoes }: CompactionHappened,
  record: CompactionRecord | undefined,
): readonly CallMark[] {
  const isUndo = isUndoRecord(undoes, record);
  const hasFailed =
    record?.summaryFailure !== undefined ||
    record?.stages.some(({ failure }) => failure !== undefined) === true;
  return [isUndo ? 'undo' : 'compaction', ...(hasFailed ? (['error'] as const) : [])];
}
