import { withOlderRecords } from '../history/history.ts';
import { withEntries } from './append-entries.ts';
import { assembled } from './assemble-context.ts';
import { compacted, withSettings } from './change-overlays.ts';
import { withDegradation, withOwed, withoutDegradation } from './degradations.ts';
import { withBreaker, withLedger, withOverflow } from './learn.ts';
import { measured } from './measure-tokens.ts';
import { withModelCall } from './model-ledger.ts';
import { headMoved } from './move-head.ts';
import { filled, opened } from './open-session.ts';
import type { SessionEvent } from './session-event.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { committing, emit, type Step } from './step.ts';
import { takenOver } from './take-over.ts';

/**
 * Everything that a session decides about its state: values in, values out. No clock, no chance, no
 * waiting, no function in an event. Only the shared log is written to: behind the end of every older
 * snapshot, and where an estimated token count gives way to an exact one.
 *
 * @throws UnknownEntryError if no entry has the head's id, StoreCorruptError if stored entries
 * make no tree; then nothing has changed.
 */
export function transition<Pad>(
  snapshot: SessionSnapshot<Pad>,
  event: SessionEvent<Pad>,
): Step<Pad> {
  switch (event.type) {
    case 'load-start':
      return [{ ...snapshot, phase: 'hydrating' }, []];
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
      return withEntries(snapshot, event.drafts, event.atMs);
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
      return withBreaker(snapshot, event.breaker, event.atMs);
    case 'summary-set': {
      const { summary } = event;
      return [{ ...snapshot, summary }, [emit({ type: 'summary-update', summary })]];
    }
    case 'ledger-set':
      return withLedger(snapshot, event);
    case 'model-call':
      return withModelCall(snapshot, event.call);
    case 'overflow-set':
      return withOverflow(snapshot, event.overflow, event.atMs);
    case 'scratchpad-set': {
      const { scratchpad, atMs } = event;
      const scratchpadAtLength = snapshot.transcript.length;
      const next = { ...snapshot, scratchpad, scratchpadAtLength };
      const change = { atMs, scratchpad: { value: scratchpad } };
      return committing(next, change, [{ type: 'scratchpad-update' }]);
    }
    case 'section-change':
      return [{ ...snapshot }, [emit({ type: 'section-change', sectionId: event.sectionId })]];
    case 'part-set': {
      const { name, value, atMs } = event;
      const parts = new Map(snapshot.parts);
      if (value === undefined) parts.delete(name);
      else parts.set(name, value);
      const change = { atMs, parts: new Map([[name, value]]) };
      return committing({ ...snapshot, parts }, change, [{ type: 'part-update', name }]);
    }
    case 'settings-set':
      return withSettings(snapshot, event);
    case 'tokens-measure':
      return measured(snapshot, event.tokens, event.atMs);
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
    case 'error-clear':
      return [{ ...snapshot, error: undefined }, []];
    default:
      return event satisfies never;
  }
}
