import type { TokenBudget } from '../budget/token-budget.ts';
import type { EvictionPolicy, PolicyReason } from '../policies/eviction-policy.ts';
import type { ShownUnit } from '../policies/measured-units.ts';
import type { ToolHints } from '../policies/tool-hints.ts';
import type { CompactionLimits } from './limits.ts';

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

/** The facts that a stage decides from. */
export interface StageInput {
  /** In the view, oldest first. */
  readonly units: readonly StageUnit[];
  /** Tokens over the low watermark. */
  readonly excessTokens: number;
  /** Tokens that whole units must free, room for what will stand for them included. */
  readonly leaveTokens: number;
  readonly budget: TokenBudget;
  readonly limits: CompactionLimits;
  readonly policy: EvictionPolicy;
  readonly toolHints: ToolHints;
  /** Absent where the scratchpad is empty. */
  readonly notes: StageNotes | undefined;
  /** Whether a model would be asked for a summary, which costs time. */
  readonly asksModel: boolean;
}

/** The decision of a stage: data only. A part of it that would break a promise is passed over [POL-7]. */
export interface StageDecision {
  /** Tool results (of entries that may leave: any text) to hold to so many tokens each. */
  readonly trim?: readonly {
    readonly seq: number;
    readonly maxTokens: number;
    readonly why?: StageReason;
  }[];
  /** Tool entries whose results give way to a one-line marker. */
  readonly evict?: readonly EvictedResult[];
  /** `start` of each unit that leaves whole, with the reason where there is one. */
  readonly leave?: readonly (number | LeavingUnit)[];
  /** The summary of the units that this stage takes out; without it a summary is asked for. */
  readonly summary?: string;
}

/** Why a stage takes something out or shortens it [HIS-4]. Default: that the stage of its name did. */
export type StageReason = PolicyReason;

/** A unit that leaves whole, and why. */
export interface LeavingUnit {
  readonly start: number;
  readonly why?: StageReason;
}

/** A tool entry whose results give way to a marker, and why they are not needed any more. */
export interface EvictedResult {
  readonly seq: number;
  /** The later entry that holds the newer result. */
  readonly supersededBySeq?: number;
  readonly reason?: 'latest-only' | 'ephemeral';
}

/**
 * One step of the pipeline [CMP-1]: a value that anybody can write. Stages run in the order of
 * their list, cheapest first by default, each measured, until the low watermark is reached.
 *
 * @example
 * // Long words of the assistant go before anything leaves whole.
 * const shortAnswers: CompactionStage = {
 *   name: 'short-answers',
 *   decide: ({ units }) => ({
 *     trim: units
 *       .filter((unit) => !unit.protected && !unit.inTail)
 *       .flatMap((unit) => unit.entries)
 *       .filter((entry) => entry.message.role === 'assistant')
 *       .map(({ seq }) => ({ seq, maxTokens: 200 })),
 *   }),
 * };
 */
export interface CompactionStage {
  /** Stands in the record of every compaction it took part in; another name is another epoch. */
  readonly name: string;
  /** Whether it takes whole units out; oversized results at the end are made to fit before it. */
  readonly takesUnits?: boolean;
  decide(input: StageInput): StageDecision;
}
