import { type BreakerOptions, checkedBreakerOptions } from '../compaction/pacing/breaker.ts';
import { checkedPolicy, type EvictionPolicy } from '../compaction/policies/eviction-policy.ts';
import { checkedToolHints, type ToolHints } from '../compaction/policies/tool-hints.ts';
import {
  checkGiven,
  InvalidOptionError,
  type KnownNames,
  refuseUnknown,
} from '../ground/errors/errors.ts';
import {
  type BudgetHost,
  type BudgetOptions,
  resolveBudget,
  type TokenBudget,
} from '../tokens/budget/token-budget.ts';

/**
 * The settings of a session as data: written as JSON and read back they are the same. The policy, which
 * the transition never calls, stands beside them.
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
  /** Its number among the policies that the session has had. */
  readonly policyIndex: number;
}

/** How and when a session compacts, as data: defaults filled in, checked. */
export interface CompactionRules {
  readonly breaker: Required<BreakerOptions>;
  readonly summaryTimeoutMs: number;
  readonly prepareAt: number;
  readonly toolHints: ToolHints;
}

/** Names the settings under which overlays hold; overlays of another key are derived again [CMP-8]. */
export function settingsKey({ budget, policy, rules, encoding }: SessionSettings): string {
  const { inputTokens, highTokens, lowTokens } = budget;
  const figures = `${inputTokens}/${highTokens}/${lowTokens}`;
  const hints = Object.keys(rules.toolHints).length === 0 ? '' : JSON.stringify(rules.toolHints);
  return [figures, policy, encoding, hints].join('|');
}

/** The key of a session whose settings were never stored. */
export const NEVER_STORED = '';

/** How and when a session compacts. Everything has a default. */
export interface CompactionOptions {
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
   * a summariser was given [CMP-13]; 1: it is asked for when the compaction is made. Default 0.7.
   */
  readonly prepareAt?: number;
}

const OPTIONS = {
  breaker: true,
  summaryTimeoutMs: true,
  prepareAt: true,
} as const satisfies KnownNames<CompactionOptions>;

/**
 * The options with their defaults.
 * @throws InvalidOptionError naming the option that makes no sense, or that there is not.
 */
export function readCompactionOptions(
  options: CompactionOptions = {},
  toolHints: ToolHints = {},
): CompactionRules {
  refuseUnknown(options, OPTIONS, 'compaction');
  const { summaryTimeoutMs = 60_000, prepareAt = 0.7 } = options;
  const isShare = typeof prepareAt === 'number' && prepareAt >= 0 && prepareAt <= 1;
  checkGiven(isShare, 'compaction.prepareAt', 'a share from 0 to 1', prepareAt);
  const timeRule = 'milliseconds above 0, or Infinity';
  checkGiven(summaryTimeoutMs > 0, 'compaction.summaryTimeoutMs', timeRule, summaryTimeoutMs);
  return {
    breaker: checkedBreakerOptions(options.breaker),
    summaryTimeoutMs,
    prepareAt,
    toolHints: checkedToolHints(toolHints),
  };
}

/**
 * The settings that `configure` changes; any of those that may change while a session lives
 * [CMP-8].
 */
export interface SettingsChange {
  readonly budget?: TokenBudget | BudgetOptions;
  readonly policy?: EvictionPolicy;
  /**
   * The model that reads the contexts from now on, by its provider's name. Figures are counted for it,
   * and what the provider said of another model holds no longer; it is kept for when that one comes
   * back.
   */
  readonly model?: string;
  /** Replaces all of the options for compacting. */
  readonly compaction?: CompactionOptions;
  readonly toolHints?: ToolHints;
}

/** The facts about a memory that defaults of its settings depend on. */
export interface SettingsHost extends BudgetHost {
  /** The caller brought a counter, which counts for any model. */
  readonly hasCounter: boolean;
}

/**
 * The settings after a change, with their policy; those that it does not name stay. The budget is absent
 * where none was given: even the same one ends what was learned about it.
 * @throws InvalidOptionError if a setting makes no sense; then nothing has changed.
 */
export function changedSettings(
  { rules, encoding }: SessionSettings,
  before: EvictionPolicy,
  change: SettingsChange,
  host: SettingsHost,
) {
  if (typeof change !== 'object' || change === null) {
    throw new InvalidOptionError('settings', 'must be an object with those that change.');
  }
  const { model } = change;
  const isName = model === undefined || (typeof model === 'string' && model !== '');
  checkGiven(isName, 'model', "the model's name", model);
  return {
    ...(model !== undefined && { model, encoding: host.hasCounter ? encoding : model }),
    policy: change.policy === undefined ? before : checkedPolicy(change.policy),
    ...(change.budget !== undefined && { budget: resolveBudget(change.budget, host) }),
    rules: changedRules(rules, change),
  };
}

/** The rules for compacting; the same ones where the change does not concern them. */
function changedRules(
  rules: CompactionRules,
  { compaction, toolHints = rules.toolHints }: SettingsChange,
): CompactionRules {
  if (compaction !== undefined) return readCompactionOptions(compaction, toolHints);
  if (toolHints === rules.toolHints) return rules;
  return { ...rules, toolHints: checkedToolHints(toolHints) };
}
