import { type BudgetHost, resolveBudget } from '../budget/resolve-budget.ts';
import type { BudgetOptions, TokenBudget } from '../budget/token-budget.ts';
import { checkGiven } from '../errors/check-option.ts';
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

/** The settings that a change gives, as data and functions. */
export interface ChangedSettings {
  /** The budget is absent where none was given: even the same one ends what was learned about it. */
  readonly settings: Pick<SessionSettings, 'policy' | 'rules'> &
    Partial<Pick<SessionSettings, 'budget' | 'model' | 'encoding'>>;
  readonly behaviour: Behaviour;
}

/**
 * The settings after a change; those that it does not name stay.
 * @throws InvalidOptionError if a setting makes no sense; then nothing has changed.
 */
export function changedSettings(
  { policy, rules, encoding }: SessionSettings,
  behaviour: Behaviour,
  change: SettingsChange,
  host: SettingsHost,
): ChangedSettings {
  if (typeof change !== 'object' || change === null) {
    throw new InvalidOptionError('settings', 'must be an object with those that change.');
  }
  const { model } = change;
  const isName = model === undefined || (typeof model === 'string' && model !== '');
  checkGiven(isName, 'model', "the model's name", model);
  const nextPolicy = change.policy === undefined ? behaviour.policy : checkedPolicy(change.policy);
  const compacting = changedRules(rules, behaviour, change);
  return {
    settings: {
      ...(model !== undefined && { model, encoding: host.hasCounter ? encoding : model }),
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
