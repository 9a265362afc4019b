import type {
  CompactionRecord,
  ContextAssembled,
  Degradation,
  HistoryRecord,
  LiveRecord,
} from '@agent-memory/core';
import { isWhole } from '@agent-memory/core/internal';
import { failuresIn, isUndoRecord } from './call-marks.ts';
import type { LoggedDecision, SessionDecision } from './logged-decision.ts';

/** A call with all that a context of it may depend on. */
export interface KnownCall {
  readonly record: ContextAssembled;
  readonly live: LiveRecord;
  readonly degraded: readonly Degradation[];
}

/** The way from one call to the next. */
export interface DecisionStep {
  readonly call: number;
  /** Absent ahead of the first call of a session. */
  readonly before?: KnownCall;
  /** Absent for what happened since the newest call. */
  readonly after?: KnownCall;
  /** The records between them, oldest first. */
  readonly between: readonly HistoryRecord[];
}

/** The steps from call to call, oldest first. Calls ahead of the first that is known whole are left out. */
export function decisionSteps(records: readonly HistoryRecord[]): readonly DecisionStep[] {
  const steps: DecisionStep[] = [];
  let before: KnownCall | undefined;
  let between: HistoryRecord[] = [];
  for (const record of records) {
    if (record.kind !== 'context') {
      if (record.kind !== 'usage') between.push(record);
      continue;
    }
    const after = knownCall(before, record);
    // The call before the first one that is kept is not known.
    if (after && (before || record.call === 1)) {
      steps.push({ call: record.call, ...(before && { before }), after, between });
    }
    before = after;
    between = [];
  }
  if (between.length === 0) return steps;
  const call = (before?.record.call ?? 0) + 1;
  return [...steps, { call, ...(before && { before }), between }];
}

function knownCall(before: KnownCall | undefined, record: ContextAssembled): KnownCall | undefined {
  const { changed } = record;
  if (!before && !isWhole(changed)) return undefined;
  const live = changed.live ?? before?.live;
  const degraded = changed.degraded ?? before?.degraded;
  return live && degraded && { record, live, degraded };
}

/** Whether messages may be sent in another way than in the call before. */
export function mayChangeMessages({ before, after }: DecisionStep): boolean {
  if (!after) return false;
  const hasExcerpt = ({ degraded }: KnownCall) =>
    degraded.some(({ code }) => code === 'EXCERPT_SENT');
  const isOther = before?.record.overlayVersion !== after.record.overlayVersion;
  return isOther || hasExcerpt(after) || (before !== undefined && hasExcerpt(before));
}

/** Everything that happened to the session as a whole. `records` are those that the memory keeps. */
export function sessionDecisions(
  { call, between }: DecisionStep,
  records: ReadonlyMap<string, CompactionRecord>,
): readonly SessionDecision[] {
  return between.flatMap((record): readonly SessionDecision[] => {
    const { index, atMs } = record;
    const logged = { key: `history:${index}`, call, atMs };
    switch (record.kind) {
      case 'compaction': {
        const { compactionId } = record;
        const kept = records.get(compactionId);
        if (!isUndoRecord(record.undoes, kept)) {
          return [{ ...logged, kind: 'compaction', compactionId }];
        }
        const undoes = record.undoes ?? kept?.undoes;
        const undone = { ...logged, kind: 'undo', compactionId } as const;
        return [undoes === undefined ? undone : { ...undone, undoes }];
      }
      case 'refused': {
        const { totalTokens, tokenSource, inputTokens } = record;
        return [{ ...logged, kind: 'refused', totalTokens, tokenSource, inputTokens }];
      }
      case 'head-move':
        return [{ ...logged, kind: 'head-move' }];
      case 'settings':
        return [{ ...logged, kind: 'settings', inputTokens: record.inputTokens }];
      default:
        return [];
    }
  });
}

/** Failures since the call before. */
export function newErrors({ call, before, after }: DecisionStep): readonly LoggedDecision[] {
  if (!after || before?.degraded === after.degraded) return [];
  const known = failuresIn(before?.degraded ?? []);
  const failures = failuresIn(after.degraded);
  const { atMs } = after.record;
  return after.degraded
    .filter(({ code }) => failures.has(code) && !known.has(code))
    .map(({ code, message }, at) => ({
      ...{ key: `${call}:error:${at}:${code}`, call, atMs },
      ...{ kind: 'error', code, message },
    }));
}
