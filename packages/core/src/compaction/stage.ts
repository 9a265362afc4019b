import type { Summary } from '../condense/summarizer.ts';
import type { Steps } from '../ground/platform/steps.ts';
import type { TokenBudget } from '../tokens/budget/token-budget.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { Overlays, RangeOverlay } from '../view/overlay.ts';
import type { CompactionLimits } from './limits.ts';
import type { EvictionPolicy, LeavingUnit, StageReason } from './policies/eviction-policy.ts';
import type { ShownUnit } from './policies/measured-units.ts';
import type { ToolHints } from './policies/tool-hints.ts';

/** A unit of the view as a stage sees it. */
export interface StageUnit extends ShownUnit {
  /** It belongs to the originals at the end that stay as they are. */
  readonly inTail: boolean;
}

/** The agent's own notes, which can stand for what they speak of. */
export interface StageNotes {
  /** The scratchpad as the model reads it. */
  readonly text: string;
  /** Entries before this one were there when the notes were last changed. */
  readonly coversToSeq: number;
}

/** A model's summary that is not in use yet. */
export interface PreparedSummary {
  readonly summary: Summary;
  /** The units that it speaks of; some may have left since, without a model. */
  readonly leaving: readonly LeavingUnit[];
  /** The ranges that had left before, which it speaks of as well. */
  readonly earlier: readonly RangeOverlay[];
}

/** The view of the first so many entries, as these overlays make it. */
export interface HeldView {
  readonly overlays: Overlays;
  readonly length: number;
}

/** Everything that a compaction is decided from. */
export interface CompactionInput {
  readonly compactionId: string;
  readonly transcript: Transcript;
  readonly overlays: Overlays;
  /** A view of which no original is to leave or to be shortened, as long as the rest fits. */
  readonly held?: HeldView | undefined;
  readonly budget: TokenBudget;
  /** Tokens of the system text and the tools. */
  readonly fixedTokens: number;
  readonly stages: readonly CompactionStage[];
  readonly policy: EvictionPolicy;
  readonly toolHints: ToolHints;
  readonly limits: CompactionLimits;
  /** Whether the model has the tools that bring back what left; then markers name them [CMP-9]. */
  readonly canRecall?: boolean | undefined;
  /** Absent where the scratchpad is empty. */
  readonly notes: StageNotes | undefined;
  readonly prepared?: PreparedSummary | undefined;
  /** Whether a model would be asked for a summary, which costs time. */
  readonly asksModel: boolean;
  readonly measurer: Measurer;
}

/** The facts that a stage decides from. */
export interface StageInput extends CompactionInput {
  /** In the view, oldest first. */
  readonly units: readonly StageUnit[];
  /** Tokens over the low watermark. */
  readonly excessTokens: number;
  /** Tokens that whole units must free, room for what will stand for them included. */
  readonly leaveTokens: number;
  /** As many of them as the input budget demands; up to the low watermark more should leave. */
  readonly mustLeaveTokens: number;
  /** The most that a summary may take which is no choice of sentences. */
  readonly summaryTokens: number;
}

/** The decision of a stage: data only. */
export interface StageDecision {
  /** Tool results to hold to so many tokens each. */
  readonly trim?: readonly {
    readonly seq: number;
    readonly maxTokens: number;
    readonly why: StageReason;
  }[];
  /** Tool entries whose results yield to a one-line marker. */
  readonly evict?: readonly EvictedResult[];
  /** Units that leave whole. */
  readonly leave?: readonly LeavingUnit[];
  /** The summary of the units that this stage takes out; without it a summary is asked for. */
  readonly summary?: Summary;
  /** The starts of the units that the summary speaks of. Default: all that leave. */
  readonly summarised?: ReadonlySet<number>;
}

/** A tool entry whose results yield to a marker, and why they are not needed any more. */
export interface EvictedResult {
  readonly seq: number;
  /** The later entry that holds the newer result. */
  readonly supersededBySeq?: number;
  readonly reason?: 'latest-only';
}

/**
 * One step of the pipeline [CMP-1]. Stages run in the order of their list, the cheapest first, each
 * measured, until the low watermark is reached.
 */
export interface CompactionStage {
  /** Stands in the record of every compaction it took part in. */
  readonly name: string;
  /** Whether it takes whole units out; oversized results at the end are made to fit before it. */
  readonly takesUnits?: boolean;
  decide(input: StageInput): Steps<StageDecision>;
}
