import type { CompactionRecord } from '../../compaction/compaction-record.ts';
import type { BreakerState } from '../../compaction/pacing/breaker.ts';
import type { SummaryState } from '../../condense/summary-state.ts';
import type { ContextPlan, Degradation } from '../../plan/context-plan.ts';
import type { TokenLedger } from '../../tokens/token-ledger.ts';

/**
 * All events, by their type: the fields beside `type`. A package of its own adds to it
 * by declaration; anyone who reads events shows a type that it does not know by its name:
 *
 * ```ts
 * declare module '@agent-memory/core' {
 *   interface MemoryEventMap {
 *     readonly 'recall-end': { readonly records: number };
 *   }
 * }
 * ```
 */
export interface MemoryEventMap {
  readonly 'session-load': { readonly entries: number; readonly compactions: number };
  /** Entries that were stored and not read when the session was opened are there now: all `entries` of it are [STO-9]. */
  readonly 'entries-load': { readonly entries: number };
  readonly 'entry-append': {
    readonly entryId: string;
    readonly seq: number;
    readonly tokens: number;
    /** Another tab said it: whatever is done once for a message is done there. */
    readonly isFromElsewhere?: true;
  };
  /** The conversation continues behind this entry; it has this many up to there. `null`: it starts over. */
  readonly 'head-move': { readonly headId: string | null; readonly entries: number };
  /**
   * So many entries that another tab has stored were taken over [NS-2]. The conversation continues
   * behind `headId` now.
   */
  readonly 'session-refresh': { readonly entries: number; readonly headId: string | null };
  readonly 'plan-create': { readonly plan: ContextPlan };
  readonly 'compaction-start': { readonly compactionId: string; readonly tokens: number };
  readonly 'compaction-end': { readonly record: CompactionRecord };
  readonly 'compaction-error': { readonly compactionId: string; readonly message: string };
  readonly 'breaker-update': { readonly breaker: BreakerState };
  readonly 'summary-update': { readonly summary: SummaryState };
  readonly 'usage-report': { readonly ledger: TokenLedger };
  readonly 'scratchpad-update': NoFields;
  /** A section of the live tier gives another text. */
  readonly 'section-change': { readonly sectionId: string };
  /** A named part that a feature keeps with the session was set or taken away. */
  readonly 'part-update': { readonly name: string };
  readonly 'settings-update': { readonly epoch: number; readonly inputTokens: number };
  /** Better counts are in: of this many entries, and of everything else that is sent. */
  readonly 'tokens-update': { readonly entries: number };
  readonly 'degradation-add': { readonly degradation: Degradation };
  /** So many entries are in this page alone: the store has not taken them. */
  readonly 'owed-update': { readonly owed: number };
  /** The store works again and has the entries, so many, that it had not taken before. */
  readonly 'store-recover': { readonly entries: number };
}

/** An event that says all by its type. */
type NoFields = Readonly<Record<never, never>>;

/** An event without its time and session. */
export type MemoryEventBody = {
  [Type in keyof MemoryEventMap]: { readonly type: Type } & MemoryEventMap[Type];
}[keyof MemoryEventMap];

/**
 * Everything that can be seen from outside, as one union [OBS-1]. Nothing is made or kept while
 * nobody listens.
 */
export type MemoryEvent = {
  /** Version of the union; rises when a field changes its meaning. */
  readonly version: 1;
  readonly sessionId: string;
  readonly atMs: number;
} & MemoryEventBody;
