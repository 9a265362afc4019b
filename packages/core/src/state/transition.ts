import { contextRecord, refusedRecord, withOlderRecords } from '../history/history.ts';
import type { TokenCount } from '../tokens/token-counter.ts';
import { headIdOf } from '../transcript/transcript.ts';
import { withEntries } from './append-entries.ts';
import { compacted, withSettings } from './change-overlays.ts';
import { withDegradation, withOwed, withoutDegradation } from './degradations.ts';
import { withBreaker, withLedger, withOverflow } from './learn.ts';
import { withModelCall } from './model-ledger.ts';
import { headMoved } from './move-head.ts';
import { filled, opened } from './open-session.ts';
import type { ContextEvent, SessionEvent } from './session-event.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { committing, emit, recording, type Step, waiting, withRecord } from './step.ts';
import { takenOver } from './take-over.ts';

/**
 * Everything that a session decides about its state: values in, values out. No clock, no chance, no
 * waiting, no function in an event. Only the shared log is written to: behind the end of every older
 * snapshot, and where an estimated token count yields to an exact one.
 *
 * @throws UnknownEntryError if no entry has the head's id, StoreCorruptError if stored entries
 * make no tree; then nothing has changed.
 */
export function transition<Pad>(
  snapshot: SessionSnapshot<Pad>,
  event: SessionEvent<Pad>,
  atMs: number,
): Step<Pad> {
  const now = { ...snapshot, atMs };
  const [next, effects] = stepOf(now, event);
  return [next === now ? snapshot : next, effects];
}

function stepOf<Pad>(snapshot: SessionSnapshot<Pad>, event: SessionEvent<Pad>): Step<Pad> {
  switch (event.type) {
    case 'load-end':
      return opened(snapshot, event.opening);
    case 'entries-fill':
      return filled(snapshot, event.fromSeq, event.entries);
    case 'records-fill': {
      const history = withOlderRecords(snapshot.history, event.history);
      const compactions = [...event.compactions, ...snapshot.compactions];
      return [{ ...snapshot, history, compactions }, []];
    }
    case 'append':
      return withEntries(snapshot, event.drafts);
    case 'head-move':
      return headMoved(snapshot, event);
    case 'take-over':
      return takenOver(snapshot, event);
    case 'context-assemble':
      return assembled(snapshot, event);
    case 'compaction-start': {
      const { compactionId, tokens } = event;
      return [
        { ...snapshot, isCompacting: true },
        [emit({ type: 'compaction-start', compactionId, tokens })],
      ];
    }
    case 'compaction-end':
      return compacted(snapshot, event);
    case 'compaction-stop': {
      const { compactionId, message, useless = snapshot.useless } = event;
      return [
        { ...snapshot, isCompacting: false, useless },
        [emit({ type: 'compaction-error', compactionId, message })],
      ];
    }
    case 'breaker-set':
      return withBreaker(snapshot, event.breaker);
    case 'summary-set': {
      const { summary } = event;
      return [{ ...snapshot, summary }, [emit({ type: 'summary-update', summary })]];
    }
    case 'ledger-set':
      return withLedger(snapshot, event);
    case 'model-call':
      return withModelCall(snapshot, event.call);
    case 'overflow-set':
      return withOverflow(snapshot, event.overflow);
    case 'scratchpad-set': {
      const { scratchpad } = event;
      const scratchpadAtLength = snapshot.transcript.length;
      const next = { ...snapshot, scratchpad, scratchpadAtLength };
      return committing(next, { scratchpad: { value: scratchpad } }, [
        { type: 'scratchpad-update' },
      ]);
    }
    case 'section-change':
      return [{ ...snapshot }, [emit({ type: 'section-change', sectionId: event.sectionId })]];
    case 'part-set': {
      const { name, value } = event;
      const parts = new Map(snapshot.parts);
      if (value === undefined) parts.delete(name);
      else parts.set(name, value);
      const next = { ...snapshot, parts };
      const change = { parts: new Map([[name, value]]) };
      if (event.isWaiting) return [waiting(next, change), []];
      return committing(next, change, [{ type: 'part-update', name }]);
    }
    case 'settings-set':
      return withSettings(snapshot, event);
    case 'tokens-measure':
      return measured(snapshot, event.tokens);
    case 'degradation-set':
      return withDegradation(snapshot, event.degradation);
    case 'degradation-clear':
      return withoutDegradation(snapshot, event.code);
    case 'owed-set':
      return withOwed(snapshot, event.owed);
    case 'lead-set':
      return [{ ...snapshot, leads: event.leads }, []];
    case 'error-set':
      return [{ ...snapshot, error: event.error }, []];
    default:
      return event satisfies never;
  }
}

/**
 * The session with a context that was assembled, and the record of it [HIS-2]. A context that was
 * refused is not sent: its record makes it no call. The same one again is the same call, or refusal.
 */
function assembled<Pad>(
  snapshot: SessionSnapshot<Pad>,
  { plan, isRefused, isRepeat, model }: ContextEvent,
): Step<Pad> {
  const create = { type: 'plan-create', plan } as const;
  if (isRepeat) return [snapshot, [emit(create)]];
  const next = { ...snapshot, assembled: plan };
  const { atMs } = snapshot;
  const headId = headIdOf(snapshot.transcript);
  const record = isRefused
    ? refusedRecord(plan, atMs, headId)
    : contextRecord(snapshot.history, plan, { atMs, headId, model });
  const [withContext, history] = withRecord(next, record);
  return recording(withContext, history, [create]);
}

/** The session with better token counts of some entries, each replaced once [TOK-3]. */
function measured<Pad>(
  snapshot: SessionSnapshot<Pad>,
  tokens: ReadonlyMap<number, TokenCount>,
): Step<Pad> {
  const { log } = snapshot.transcript;
  for (const [place, count] of tokens) {
    const seq = log.seqAt(place);
    // Entries that have left the conversation since are measured when they return.
    if (seq !== undefined) log.measure(seq, count);
  }
  // A new object, so that anyone who caches by transcript sees the better figures.
  const next = { ...snapshot, transcript: { ...snapshot.transcript } };
  const update = { type: 'tokens-update', entries: tokens.size } as const;
  return tokens.size > 0 ? committing(next, { tokens }, [update]) : [next, [emit(update)]];
}
