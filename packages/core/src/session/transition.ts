import type { TokenBudget } from '../budget/token-budget.ts';
import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { noOverlays, type Overlays } from '../compaction/overlay.ts';
import type { AgentMemoryError } from '../errors/errors.ts';
import type { MemoryEventBody } from '../events/memory-event.ts';
import type { Message } from '../message/message.ts';
import type { BreakerState } from '../pacing/breaker.ts';
import type { ContextPlan, Degradation } from '../plan/context-plan.ts';
import {
  COMPACTIONS_KEPT,
  type SessionChange,
  type StoredSession,
} from '../storage/memory-store.ts';
import { newLedger, type TokenLedger } from '../tokens/token-ledger.ts';
import type { Entry, TokenCount } from '../transcript/entry.ts';
import { appended, type EntryDraft, transcriptOf } from '../transcript/transcript.ts';
import {
  type OverflowState,
  type SessionSettings,
  type SessionSnapshot,
  type SummaryState,
  settingsKey,
  type UselessCompaction,
} from './snapshot.ts';

/** What can happen to a session. Time, ids and measurements arrive in the event. */
export type SessionEvent<Pad> =
  | { readonly type: 'load-start' }
  | {
      readonly type: 'load-end';
      readonly stored: StoredSession | undefined;
      /** The stored scratchpad, checked; absent when there was none. */
      readonly scratchpad?: Pad;
      readonly system?: Message;
      /** Present where the system text was made just now and is to be stored. */
      readonly newSystemText?: string;
    }
  | { readonly type: 'append'; readonly drafts: readonly EntryDraft[]; readonly atMs: number }
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
  | { readonly type: 'scratchpad-set'; readonly scratchpad: Pad; readonly atMs: number }
  | {
      readonly type: 'settings-set';
      readonly settings: Omit<SessionSettings, 'encoding'>;
      readonly atMs: number;
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
  | {
      readonly type: 'tokens-measure';
      /** By `seq`; empty where only what is no entry (system, summary, notes) is measured better. */
      readonly tokens: ReadonlyMap<number, TokenCount>;
      readonly atMs: number;
    }
  | { readonly type: 'plan-set'; readonly plan: ContextPlan }
  | { readonly type: 'degradation-set'; readonly degradation: Degradation }
  | { readonly type: 'degradation-clear'; readonly code: Degradation['code'] }
  | { readonly type: 'error-set'; readonly error: AgentMemoryError }
  | { readonly type: 'error-clear' };

/** What the shell has to do about it. */
export type SessionEffect =
  | { readonly type: 'commit'; readonly change: SessionChange }
  | { readonly type: 'emit'; readonly event: MemoryEventBody };

type Step<Pad> = readonly [SessionSnapshot<Pad>, readonly SessionEffect[]];

/**
 * The whole of what a session decides about its state: values in, values out. No clock, no chance,
 * no waiting. Only the shared log is written to: behind the end of every older snapshot, and where an
 * estimated token count gives way to an exact one.
 */
export function transition<Pad>(
  snapshot: SessionSnapshot<Pad>,
  event: SessionEvent<Pad>,
): Step<Pad> {
  switch (event.type) {
    case 'load-start':
      return [{ ...snapshot, phase: 'hydrating' }, []];
    case 'load-end':
      return loaded(snapshot, event);
    case 'append':
      return withEntries(snapshot, event.drafts, event.atMs);
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
    case 'scratchpad-set': {
      const { scratchpad, atMs } = event;
      return [
        { ...snapshot, scratchpad, scratchpadAtLength: snapshot.transcript.length },
        [commit({ atMs, scratchpad: { value: scratchpad } }), emit({ type: 'scratchpad-update' })],
      ];
    }
    case 'settings-set':
      return withSettings(snapshot, event.settings, event.atMs);
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
    case 'tokens-measure':
      return measured(snapshot, event.tokens, event.atMs);
    case 'plan-set': {
      const { plan } = event;
      const next = plan === snapshot.assembled ? snapshot : { ...snapshot, assembled: plan };
      return [next, [emit({ type: 'plan-create', plan })]];
    }
    case 'degradation-set':
      return withDegradation(snapshot, event.degradation);
    case 'degradation-clear':
      return [withoutDegradation(snapshot, event.code), []];
    case 'error-set':
      return [{ ...snapshot, error: event.error }, []];
    case 'error-clear':
      return [{ ...snapshot, error: undefined }, []];
    default:
      return event satisfies never;
  }
}

function loaded<Pad>(
  snapshot: SessionSnapshot<Pad>,
  event: Extract<SessionEvent<Pad>, { type: 'load-end' }>,
): Step<Pad> {
  const { stored, scratchpad = snapshot.scratchpad, system, newSystemText } = event;
  const opened = { ...snapshot, phase: 'ready', system, newSystemText } as const;
  if (!stored) return [opened, [sessionLoad(0, 0)]];
  const isSameEpoch = stored.settingsKey === settingsKey(snapshot);
  const next: SessionSnapshot<Pad> = {
    ...opened,
    transcript: transcriptOf(stored.entries),
    overlays: isSameEpoch ? stored.overlays : noOverlays(stored.overlays.epoch + 1),
    scratchpad,
    runStartPad: scratchpad,
    compactions: stored.compactions,
  };
  return [next, [sessionLoad(stored.entries.length, stored.compactions.length)]];
}

function sessionLoad(entries: number, compactions: number): SessionEffect {
  return emit({ type: 'session-load', entries, compactions });
}

function withEntries<Pad>(
  snapshot: SessionSnapshot<Pad>,
  drafts: readonly EntryDraft[],
  atMs: number,
): Step<Pad> {
  const transcript = drafts.reduce(appended, snapshot.transcript);
  const entries = transcript.log.slice(snapshot.transcript.length, transcript.length);
  if (entries.length === 0) return [snapshot, []];
  const { overflow } = snapshot;
  // The conversation went on, so the last context went through.
  const settled = overflow && { ...overflow, attempts: 0 };
  const { newSystemText, scratchpad } = snapshot;
  const isNewRun = transcript.lastUserSeq !== snapshot.transcript.lastUserSeq;
  const runStartPad = isNewRun ? scratchpad : snapshot.runStartPad;
  const system = newSystemText === undefined ? {} : { system: { value: newSystemText } };
  return [
    { ...snapshot, transcript, overflow: settled, runStartPad, newSystemText: undefined },
    [commit({ atMs, entries, ...system }), ...entries.map((entry) => emit(entryAppend(entry)))],
  ];
}

function entryAppend({ id, seq, tokens }: Entry): MemoryEventBody {
  return { type: 'entry-append', entryId: id, seq, tokens: tokens.value };
}

function compacted<Pad>(
  snapshot: SessionSnapshot<Pad>,
  { overlays, record, atMs }: Extract<SessionEvent<Pad>, { type: 'compaction-end' }>,
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

function measured<Pad>(
  snapshot: SessionSnapshot<Pad>,
  tokens: ReadonlyMap<number, TokenCount>,
  atMs: number,
): Step<Pad> {
  for (const [seq, count] of tokens) snapshot.transcript.log.measure(seq, count);
  const update = emit({ type: 'tokens-update', entries: tokens.size });
  // A new object, so that whoever caches by transcript sees the better figures.
  return [
    { ...snapshot, transcript: { ...snapshot.transcript } },
    tokens.size > 0 ? [commit({ atMs, tokens }), update] : [update],
  ];
}

function withDegradation<Pad>(snapshot: SessionSnapshot<Pad>, degradation: Degradation): Step<Pad> {
  if (snapshot.degraded.some(({ code }) => code === degradation.code)) return [snapshot, []];
  return [
    { ...snapshot, degraded: [...snapshot.degraded, degradation] },
    [emit({ type: 'degradation-add', degradation })],
  ];
}

function withoutDegradation<Pad>(
  snapshot: SessionSnapshot<Pad>,
  gone: Degradation['code'],
): SessionSnapshot<Pad> {
  const degraded = snapshot.degraded.filter(({ code }) => code !== gone);
  return degraded.length === snapshot.degraded.length ? snapshot : { ...snapshot, degraded };
}

function commit(change: SessionChange): SessionEffect {
  return { type: 'commit', change };
}

function emit(event: MemoryEventBody): SessionEffect {
  return { type: 'emit', event };
}
