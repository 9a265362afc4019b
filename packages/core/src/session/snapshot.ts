import type { TokenBudget } from '../budget/token-budget.ts';
import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { noOverlays, type Overlays } from '../compaction/overlay.ts';
import type { AgentMemoryError } from '../errors/errors.ts';
import type { Message } from '../message/message.ts';
import { type BreakerState, closedBreaker } from '../pacing/breaker.ts';
import type { ContextPlan, Degradation } from '../plan/context-plan.ts';
import type { EvictionPolicy } from '../policies/eviction-policy.ts';
import { newLedger, type TokenLedger } from '../tokens/token-ledger.ts';
import { emptyTranscript, type Transcript } from '../transcript/transcript.ts';
import type { CompactionRules } from './compaction-rules.ts';

/** Where the session stands with its store. */
export type Phase = 'idle' | 'hydrating' | 'ready';

/** What the summariser is doing. */
export type SummaryState =
  | { readonly status: 'idle' }
  | { readonly status: 'working' }
  /** A summary is ready for these many entries that have not left yet. */
  | { readonly status: 'prepared'; readonly coversEntries: number };

/** The settings that make an epoch. */
export interface SessionSettings {
  readonly budget: TokenBudget;
  readonly policy: EvictionPolicy;
  readonly rules: CompactionRules;
  /** Whose tokens are counted once the counter is there; the estimate before it is of the same epoch. */
  readonly encoding: string;
}

/** What the provider's refusals have taught: contexts are kept to `limitTokens`. */
export interface OverflowState {
  readonly limitTokens: number;
  /** Refusals since the last context that went through. */
  readonly attempts: number;
}

/** A compaction that was dropped because it would have freed nothing: it leaves no record. */
export interface UselessCompaction {
  readonly epoch: number;
  readonly tokens: number;
}

/** Everything a session knows, as one value. Only the log inside `transcript` is shared. */
export interface SessionSnapshot<Pad> extends SessionSettings {
  readonly id: string;
  readonly phase: Phase;
  readonly isCompacting: boolean;
  readonly transcript: Transcript;
  /** How often the head was moved since the session was opened: two plans with another figure are of two paths. */
  readonly headMoves: number;
  readonly overlays: Overlays;
  /** The system text as a message; known once the session is loaded. */
  readonly system: Message | undefined;
  /** A system text that was made when this session began and goes to the store with the first message. */
  readonly newSystemText: string | undefined;
  readonly scratchpad: Pad;
  /** The scratchpad as it was when the user last spoke. */
  readonly runStartPad: Pad;
  /** Length of the transcript when the scratchpad was last changed; 0 where that is not known. */
  readonly scratchpadAtLength: number;
  /** The plan of the last context that was asked for. */
  readonly assembled: ContextPlan | undefined;
  /** Newest last; as many as a store keeps. */
  readonly compactions: readonly CompactionRecord[];
  /** The last attempt since then that would have freed nothing. */
  readonly useless: UselessCompaction | undefined;
  readonly breaker: BreakerState;
  readonly summary: SummaryState;
  readonly ledger: TokenLedger;
  readonly overflow: OverflowState | undefined;
  /** The budget as the provider's reports and refusals correct it; absent while they do not. */
  readonly corrected: TokenBudget | undefined;
  readonly degraded: readonly Degradation[];
  readonly error: AgentMemoryError | undefined;
}

export function initialSnapshot<Pad>(
  given: SessionSettings & { readonly id: string; readonly scratchpad: Pad },
): SessionSnapshot<Pad> {
  return {
    ...given,
    phase: 'idle',
    isCompacting: false,
    transcript: emptyTranscript(),
    headMoves: 0,
    overlays: noOverlays(),
    system: undefined,
    newSystemText: undefined,
    runStartPad: given.scratchpad,
    scratchpadAtLength: 0,
    assembled: undefined,
    compactions: [],
    useless: undefined,
    breaker: closedBreaker,
    summary: { status: 'idle' },
    ledger: newLedger(given.budget.reservedTokens),
    overflow: undefined,
    corrected: undefined,
    degraded: [],
    error: undefined,
  };
}
