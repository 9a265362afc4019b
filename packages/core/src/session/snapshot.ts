import type { TokenBudget } from '../budget/token-budget.ts';
import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { noOverlays, type Overlays } from '../compaction/overlay.ts';
import type { AgentMemoryError } from '../errors/errors.ts';
import type { ContextPlan, Degradation } from '../plan/context-plan.ts';
import type { EvictionPolicy } from '../policies/eviction-policy.ts';
import { emptyTranscript, type Transcript } from '../transcript/transcript.ts';

/** Where the session stands with its store. */
export type Phase = 'idle' | 'hydrating' | 'ready';

/** Everything a session knows, as one value. Only the log inside `transcript` is shared. */
export interface SessionSnapshot<Pad> {
  readonly id: string;
  readonly phase: Phase;
  readonly isCompacting: boolean;
  readonly transcript: Transcript;
  readonly overlays: Overlays;
  readonly budget: TokenBudget;
  readonly policy: EvictionPolicy;
  readonly scratchpad: Pad;
  /** The plan of the last context that was asked for. */
  readonly assembled: ContextPlan | undefined;
  /** Newest last; as many as a store keeps. */
  readonly compactions: readonly CompactionRecord[];
  readonly degraded: readonly Degradation[];
  readonly error: AgentMemoryError | undefined;
}

export function initialSnapshot<Pad>(given: {
  readonly id: string;
  readonly budget: TokenBudget;
  readonly policy: EvictionPolicy;
  readonly scratchpad: Pad;
}): SessionSnapshot<Pad> {
  return {
    ...given,
    phase: 'idle',
    isCompacting: false,
    transcript: emptyTranscript(),
    overlays: noOverlays(),
    assembled: undefined,
    compactions: [],
    degraded: [],
    error: undefined,
  };
}

/** Names the settings under which overlays hold; overlays of another key are derived anew [CMP-8]. */
export function settingsKey(budget: TokenBudget): string {
  return `${budget.inputTokens}/${budget.highTokens}/${budget.lowTokens}`;
}
