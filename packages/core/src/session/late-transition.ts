import type { TokenBudget } from '../budget/token-budget.ts';
import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { noOverlays, type Overlays } from '../compaction/overlay.ts';
import type { BreakerState } from '../pacing/breaker.ts';
import type { Degradation } from '../plan/context-plan.ts';
import { COMPACTIONS_KEPT } from '../storage/memory-store.ts';
import { newLedger, type TokenLedger } from '../tokens/token-ledger.ts';
import type { TokenCount } from '../transcript/entry.ts';
import { settingsKey } from './settings-key.ts';
import type {
  OverflowState,
  SessionSettings,
  SessionSnapshot,
  SummaryState,
  UselessCompaction,
} from './snapshot.ts';
import { commit, emit, type SessionEvent, type Step } from './transition.ts';

/** What only code that is fetched on demand has to tell a session. */
export type LateEvent<Pad = unknown> =
  | { readonly type: 'compaction-start'; readonly compactionId: string; readonly tokens: number }
  | {
      readonly type: 'compaction-end';
      readonly overlays: Overlays;
      readonly record: CompactionRecord;
      readonly atMs: number;
    }
  | {
      readonly type: 'compaction-stop';
      readonly compactionId: string;
      readonly message: string;
      /** Present where it would have freed nothing. */
      readonly useless?: UselessCompaction;
    }
  | { readonly type: 'breaker-set'; readonly breaker: BreakerState }
  | { readonly type: 'summary-set'; readonly summary: SummaryState }
  | {
      readonly type: 'ledger-set';
      readonly ledger: TokenLedger;
      readonly corrected: TokenBudget | undefined;
    }
  | {
      readonly type: 'overflow-set';
      readonly overflow: OverflowState | undefined;
      readonly corrected: TokenBudget | undefined;
    }
  | { readonly type: 'scratchpad-set'; readonly scratchpad: Pad; readonly atMs: number }
  | {
      readonly type: 'settings-set';
      readonly settings: Omit<SessionSettings, 'encoding'>;
      readonly atMs: number;
    }
  | {
      readonly type: 'degradation-clear';
      readonly code: Degradation['code'];
    }
  | {
      readonly type: 'tokens-measure';
      /** By place in the order of appending; empty where only what is no entry (system, summary, notes) is measured better. */
      readonly tokens: ReadonlyMap<number, TokenCount>;
      readonly atMs: number;
    };

/** The event as a session takes it. */
export function late<Pad>(event: LateEvent<Pad>): SessionEvent<Pad> {
  return { type: 'late', step: (snapshot) => lateTransition(snapshot, event) };
}

/** The part of `transition` that a first context does without. */
function lateTransition<Pad>(snapshot: SessionSnapshot<Pad>, event: LateEvent<Pad>): Step<Pad> {
  switch (event.type) {
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
    case 'breaker-set': {
      const { breaker } = event;
      if (breaker === snapshot.breaker) return [snapshot, []];
      return [{ ...snapshot, breaker }, [emit({ type: 'breaker-update', breaker })]];
    }
    case 'summary-set': {
      const { summary } = event;
      return [{ ...snapshot, summary }, [emit({ type: 'summary-update', summary })]];
    }
    case 'ledger-set': {
      const { ledger, corrected } = event;
      return [{ ...snapshot, ledger, corrected }, [emit({ type: 'usage-report', ledger })]];
    }
    case 'overflow-set': {
      const { overflow, corrected } = event;
      return [{ ...snapshot, overflow, corrected }, []];
    }
    case 'scratchpad-set': {
      const { scratchpad, atMs } = event;
      return [
        { ...snapshot, scratchpad, scratchpadAtLength: snapshot.transcript.length },
        [commit({ atMs, scratchpad: { value: scratchpad } }), emit({ type: 'scratchpad-update' })],
      ];
    }
    case 'settings-set':
      return withSettings(snapshot, event.settings, event.atMs);
    case 'degradation-clear':
      return [withoutDegradation(snapshot, event.code), []];
    case 'tokens-measure':
      return measured(snapshot, event.tokens, event.atMs);
    default:
      return event satisfies never;
  }
}

function compacted<Pad>(
  snapshot: SessionSnapshot<Pad>,
  { overlays, record, atMs }: Extract<LateEvent<Pad>, { type: 'compaction-end' }>,
): Step<Pad> {
  const compactions = [...snapshot.compactions, record].slice(-COMPACTIONS_KEPT);
  const overlaysChange = { value: overlays, settingsKey: settingsKey(snapshot) };
  return [
    { ...snapshot, overlays, compactions, isCompacting: false, useless: undefined },
    [
      commit({ atMs, overlays: overlaysChange, compaction: record }),
      emit({ type: 'compaction-end', record }),
    ],
  ];
}

/** Settings that make another epoch drop the overlays; they are derived anew [CMP-8]. */
function withSettings<Pad>(
  snapshot: SessionSnapshot<Pad>,
  settings: Omit<SessionSettings, 'encoding'>,
  atMs: number,
): Step<Pad> {
  const { budget } = settings;
  const isOtherBudget = budget !== snapshot.budget;
  const next: SessionSnapshot<Pad> = {
    ...snapshot,
    ...settings,
    // What was learned about one window says nothing about another.
    ...(isOtherBudget && {
      ledger: newLedger(budget.reservedTokens),
      overflow: undefined,
      corrected: undefined,
    }),
  };
  const key = settingsKey(next);
  if (key === settingsKey(snapshot)) return [next, []];
  const overlays = noOverlays(snapshot.overlays.epoch + 1);
  return [
    { ...next, overlays, useless: undefined },
    [
      commit({ atMs, overlays: { value: overlays, settingsKey: key } }),
      emit({ type: 'settings-update', epoch: overlays.epoch, inputTokens: budget.inputTokens }),
    ],
  ];
}

function withoutDegradation<Pad>(
  snapshot: SessionSnapshot<Pad>,
  gone: Degradation['code'],
): SessionSnapshot<Pad> {
  const degraded = snapshot.degraded.filter(({ code }) => code !== gone);
  return degraded.length === snapshot.degraded.length ? snapshot : { ...snapshot, degraded };
}

function measured<Pad>(
  snapshot: SessionSnapshot<Pad>,
  tokens: ReadonlyMap<number, TokenCount>,
  atMs: number,
): Step<Pad> {
  const { log } = snapshot.transcript;
  for (const [place, count] of tokens) {
    const seq = log.seqAt(place);
    // What left the conversation meanwhile is measured when it is taken up again.
    if (seq !== undefined) log.measure(seq, count);
  }
  const update = emit({ type: 'tokens-update', entries: tokens.size });
  // A new object, so that whoever caches by transcript sees the better figures.
  return [
    { ...snapshot, transcript: { ...snapshot.transcript } },
    tokens.size > 0 ? [commit({ atMs, tokens }), update] : [update],
  ];
}
