import type { TokenBudget } from '../budget/token-budget.ts';
import type { CompactionLimits } from '../compaction/limits.ts';
import type { CompactionStage } from '../compaction/stage.ts';
import type { BreakerOptions } from '../pacing/breaker.ts';
import type { CompactionStats } from '../pacing/schedule.ts';
import type { EvictionPolicy } from '../policies/eviction-policy.ts';
import type { ToolHints } from '../policies/tool-hints.ts';

/**
 * The settings of a session as data: written as JSON and read back they are the same. Their
 * functions stand beside them in a `Behaviour`, and `behaviour` says in which.
 */
export interface SessionSettings {
  readonly budget: TokenBudget;
  /**
   * The encoding in which tokens are counted once the counter is there; the estimate before it is
   * of the same epoch.
   */
  readonly encoding: string;
  /** The name of the model that reads the contexts; what is learned of a provider belongs to it. */
  readonly model?: string;
  /** The policy's name. */
  readonly policy: string;
  readonly rules: CompactionRules;
  /** Number of the functions that belong to these settings. */
  readonly behaviour: number;
}

/** How and when a session compacts, as data: defaults filled in, checked. */
export interface CompactionRules {
  /** Names of the caller's pipeline; absent: the default one, which is fetched with the code that compacts. */
  readonly stages?: readonly string[];
  readonly limits: Partial<CompactionLimits>;
  readonly minimumGain: number;
  readonly breaker: Required<BreakerOptions>;
  readonly summaryTimeoutMs: number;
  readonly prepareAt: number;
  readonly allowExcerpt: boolean;
  readonly toolHints: ToolHints;
}

/** The functions that belong to some settings. The transition never calls them. */
export interface Behaviour {
  readonly policy: EvictionPolicy;
  /** Absent: the default pipeline. */
  readonly stages?: readonly CompactionStage[];
  readonly shouldCompact?: (stats: CompactionStats) => boolean;
}

/** Names the settings under which overlays hold; overlays of another key are derived anew [CMP-8]. */
export function settingsKey({ budget, policy, rules, encoding }: SessionSettings): string {
  const { stages, limits, toolHints, allowExcerpt } = rules;
  const pipeline = stages ? stages.join('>') : 'default';
  const { inputTokens, highTokens, lowTokens } = budget;
  const figures = `${inputTokens}/${highTokens}/${lowTokens}`;
  const key = [figures, policy, encoding, pipeline, text(limits), text(toolHints)];
  return [...key, ...(allowExcerpt ? ['excerpt'] : [])].join('|');
}

function text(options: object): string {
  return Object.keys(options).length === 0 ? '' : JSON.stringify(options);
}
