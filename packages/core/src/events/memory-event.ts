import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { BreakerState } from '../pacing/breaker.ts';
import type { ContextPlan, Degradation } from '../plan/context-plan.ts';
import type { SummaryState } from '../session/snapshot.ts';
import type { TokenLedger } from '../tokens/token-ledger.ts';

/** What happened, without when and where. */
export type MemoryEventBody =
  | { readonly type: 'session-load'; readonly entries: number; readonly compactions: number }
  | {
      readonly type: 'entry-append';
      readonly entryId: string;
      readonly seq: number;
      readonly tokens: number;
    }
  /** The conversation goes on behind this entry; it has this many up to there. `null`: it begins anew. */
  | { readonly type: 'head-move'; readonly headId: string | null; readonly entries: number }
  | { readonly type: 'plan-create'; readonly plan: ContextPlan }
  | { readonly type: 'compaction-start'; readonly compactionId: string; readonly tokens: number }
  | { readonly type: 'compaction-end'; readonly record: CompactionRecord }
  | {
      readonly type: 'compaction-error';
      readonly compactionId: string;
      readonly message: string;
    }
  | { readonly type: 'breaker-update'; readonly breaker: BreakerState }
  | { readonly type: 'summary-update'; readonly summary: SummaryState }
  | { readonly type: 'usage-report'; readonly ledger: TokenLedger }
  | { readonly type: 'scratchpad-update' }
  | { readonly type: 'settings-update'; readonly epoch: number; readonly inputTokens: number }
  /** Better counts are in: of this many entries, and of everything else that is sent. */
  | { readonly type: 'tokens-update'; readonly entries: number }
  | { readonly type: 'degradation-add'; readonly degradation: Degradation };

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
