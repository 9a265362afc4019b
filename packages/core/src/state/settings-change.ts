import { type BudgetHost, resolveBudget } from '../budget/resolve-budget.ts';
import type { BudgetOptions, TokenBudget } from '../budget/token-budget.ts';
import { InvalidOptionError } from '../errors/errors.ts';
import { checkedPolicy, type EvictionPolicy } from '../policies/eviction-policy.ts';
import { checkedToolHints, type ToolHints } from '../policies/tool-hints.ts';
import { type CompactionOptions, readCompactionOptions } from './compaction-options.ts';
import type { Behaviour, SessionSettings } from './settings.ts';

/**
 * The settings that `configure` changes; any of those that may change while a session lives
 * [CMP-8].
 */
export interface SettingsChange {
  readonly budget?: TokenBudget | BudgetOptions;
  readonly policy?: EvictionPolicy;
  /** Replaces all of the options for compacting. */
  readonly compaction?: CompactionOptions;
  readonly toolHints?: ToolHints;
}

/** The settings that a change gives, as data and functions. */
export interface ChangedSettings {
  /** The budget is absent where none was given: even the same one ends what was learned about it. */
  readonly settings: Pick<SessionSettings, 'policy' | 'rules'> &
    Partial<Pick<SessionSettings, 'budget'>>;
  readonly behaviour: Behaviour;
}

/**
 * The settings after a change; those that it does not name stay.
 * @throws InvalidOptionError if a setting makes no sense; then nothing has changed.
 */
export function changedSettings(
  { policy, rules }: SessionSettings,
  behaviour: Behaviour,
  change: SettingsChange,
  host: BudgetHost,
): ChangedSettings {
  if (typeof change !== 'object' || change === null) {
    throw new InvalidOptionError('settings', 'must be an object with those that change.');
  }
  const nextPolicy = change.policy === undefined ? behaviour.policy : checkedPolicy(change.policy);
  const compacting = changedRules(rules, behaviour, change);
  return {
    settings: {
      ...(change.budget !== undefined && { budget: resolveBudget(change.budget, host) }),
      policy: change.policy === undefined ? policy : nextPolicy.name,
      rules: compacting.rules,
    },
    behaviour: { ...compacting.behaviour, policy: nextPolicy },
  };
}

/** The rules and functions for compacting; the same ones where the change does not concern them. */
function changedRules(
  rules: SessionSettings['rules'],
  { policy: _, ...behaviour }: Behaviour,
  { compaction, toolHints = rules.toolHints }: SettingsChange,
): ReturnType<typeof readCompactionOptions> {
  if (compaction !== undefined) return readCompactionOptions(compaction, toolHints);
  if (toolHints === rules.toolHints) return { rules, behaviour };
  return { rules: { ...rules, toolHints: checkedToolHints(toolHints) }, behaviour };
}
