import type { TokenBudget } from '../budget/token-budget.ts';
import type { EvictionPolicy } from '../policies/eviction-policy.ts';
import type { ToolHints } from '../policies/tool-hints.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { Overlays } from '../view/overlay.ts';
import type { CompactionLimits } from './limits.ts';
import type { CompactionStage, StageNotes } from './stage.ts';

/** Everything that a compaction is decided from. */
export interface CompactionInput {
  readonly compactionId: string;
  readonly transcript: Transcript;
  readonly overlays: Overlays;
  readonly budget: TokenBudget;
  /** Tokens of the system text and the tools. */
  readonly fixedTokens: number;
  readonly stages: readonly CompactionStage[];
  readonly policy: EvictionPolicy;
  readonly toolHints: ToolHints;
  readonly limits: CompactionLimits;
  /** Whether the message being answered may be sent as an excerpt. */
  readonly allowExcerpt: boolean;
  /** Whether the model has the tools that bring back what left; then markers name them [CMP-9]. */
  readonly canRecall?: boolean | undefined;
  /** Absent where the scratchpad is empty. */
  readonly notes: StageNotes | undefined;
  /** Whether a model would be asked for a summary. */
  readonly asksModel: boolean;
  readonly measurer: Measurer;
}
