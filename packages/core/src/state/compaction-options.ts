import { type CompactionLimits, LIMITS } from '../compaction/limits.ts';
import type { CompactionStage } from '../compaction/stage.ts';
import { checkGiven, checkOption } from '../errors/check-option.ts';
import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import { type BreakerOptions, checkedBreakerOptions } from '../pacing/breaker.ts';
import type { CompactionStats } from '../pacing/schedule.ts';
import { checkedToolHints, type ToolHints } from '../policies/tool-hints.ts';
import type { Behaviour, CompactionRules } from './settings.ts';

/** How and when a session compacts. Everything has a default. */
export interface CompactionOptions {
  /**
   * The pipeline, in order [CMP-1]. Default: `trimResults()`, `evictSuperseded()`,
   * `sessionMemory()`, `condense()`.
   */
  readonly stages?: readonly CompactionStage[];
  /** How a compaction divides the room; what is not named keeps its default. */
  readonly limits?: Partial<CompactionLimits>;
  /**
   * Replaces the rule that decides when to compact [BUD-2]. It is asked before every call while the
   * context fits; over the input budget a compaction is made whatever it says. Default: the rule of
   * cost, or the watermarks where the budget names them.
   */
  readonly shouldCompact?: (stats: CompactionStats) => boolean;
  /**
   * A compaction that frees less than this share of the context was of no use: it counts as a
   * failure of the summariser that was asked for it. Default 0.1.
   */
  readonly minimumGain?: number;
  /** When a failing summariser is left alone. Default: after 3 failures, for 5 minutes. */
  readonly breaker?: BreakerOptions;
  /**
   * How long a context waits for its summary; a summariser that has not answered by then has failed.
   * Ahead of need it has more time where its `timeoutMs` says so. Default 60,000; `Infinity` waits for
   * good.
   */
  readonly summaryTimeoutMs?: number;
  /**
   * At this part of the way to the next compaction its summary is prepared in the background, where
   * a summariser was given [CMP-13]; 1 for never. Default 0.7.
   */
  readonly prepareAt?: number;
  /**
   * Whether the message being answered may be sent as an excerpt where all the room there is does not
   * hold it [CMP-15]; the plan says so in `degraded`. Default false: such a context is refused with
   * `ContextOverflowError`.
   */
  readonly allowExcerpt?: boolean;
}

const OPTIONS = {
  stages: true,
  limits: true,
  shouldCompact: true,
  minimumGain: true,
  breaker: true,
  summaryTimeoutMs: true,
  prepareAt: true,
  allowExcerpt: true,
} as const satisfies KnownNames<CompactionOptions>;

/**
 * The options with their defaults, split into data and functions.
 * @throws InvalidOptionError naming the option that makes no sense, or that there is not.
 */
export function readCompactionOptions(
  options: CompactionOptions = {},
  toolHints: ToolHints = {},
): { readonly rules: CompactionRules; readonly behaviour: Omit<Behaviour, 'policy'> } {
  refuseUnknown(options, OPTIONS, 'compaction');
  refuseUnknown(options.limits, LIMITS, 'compaction.limits');
  const { stages, limits = {}, shouldCompact, minimumGain = 0.1 } = options;
  const { summaryTimeoutMs = 60_000, prepareAt = 0.7, allowExcerpt = false } = options;
  if (stages !== undefined) checkStages(stages);
  const isAsked = shouldCompact === undefined || typeof shouldCompact === 'function';
  checkOption(isAsked, 'compaction.shouldCompact', 'must be a function.');
  for (const [name, share] of Object.entries(limits)) {
    checkShare(`compaction.limits.${name}`, share);
  }
  checkShare('compaction.minimumGain', minimumGain);
  checkShare('compaction.prepareAt', prepareAt);
  checkOption(typeof allowExcerpt === 'boolean', 'compaction.allowExcerpt', 'must be a boolean.');
  const timeRule = 'milliseconds above 0, or Infinity';
  checkGiven(summaryTimeoutMs > 0, 'compaction.summaryTimeoutMs', timeRule, summaryTimeoutMs);
  return {
    rules: {
      ...(stages && { stages: stages.map(({ name }) => name) }),
      limits,
      minimumGain,
      breaker: checkedBreakerOptions(options.breaker),
      summaryTimeoutMs,
      prepareAt,
      allowExcerpt,
      toolHints: checkedToolHints(toolHints),
    },
    behaviour: { ...(stages && { stages }), ...(shouldCompact && { shouldCompact }) },
  };
}

function checkStages(stages: readonly CompactionStage[]): void {
  const isPipeline =
    Array.isArray(stages) &&
    stages.every((stage) => stage?.name && typeof stage.decide === 'function');
  const problem = 'must be a list of stages, each with a `name` and a function `decide`.';
  checkOption(isPipeline, 'compaction.stages', problem);
}

function checkShare(name: string, share: unknown): void {
  const isShare = typeof share === 'number' && share >= 0 && share <= 1;
  checkGiven(isShare, name, 'a share from 0 to 1', share);
}
