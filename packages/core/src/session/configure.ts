import { resolveBudget } from '../budget/resolve-budget.ts';
import { InvalidOptionError } from '../errors/errors.ts';
import { checkedPolicy } from '../policies/eviction-policy.ts';
import { checkedToolHints } from '../policies/tool-hints.ts';
import type { SettingsChange } from './agent-memory.ts';
import { type CompactionRules, compactionRules } from './compaction-rules.ts';
import type { EffectRunner } from './effect-runner.ts';
import { late } from './late-transition.ts';

/**
 * Changes the settings of a session; resolves when that is stored.
 * @throws InvalidOptionError for what makes no sense; then nothing has changed.
 */
export function configure<Pad>(
  runner: EffectRunner<Pad>,
  change: SettingsChange,
  atMs: number,
): Promise<void> {
  if (typeof change !== 'object' || change === null) {
    throw new InvalidOptionError('settings', 'must be an object with those that change.');
  }
  const { budget, policy, rules } = runner.snapshot;
  const settings = {
    // A budget that is given anew, even the same one, ends what was learned about the old one.
    budget: change.budget === undefined ? budget : { ...resolveBudget(change.budget) },
    policy: change.policy === undefined ? policy : checkedPolicy(change.policy),
    rules: changedRules(rules, change),
  };
  const stored = runner.dispatch(late({ type: 'settings-set', settings, atMs }));
  if (change.budget !== undefined) {
    void runner.dispatch(late({ type: 'degradation-clear', code: 'BUDGET_STEPPED_DOWN' }));
  }
  return stored;
}

/** The rules after a change; the same ones where it does not concern them. */
function changedRules(rules: CompactionRules, change: SettingsChange): CompactionRules {
  const { compaction, toolHints = rules.toolHints } = change;
  if (compaction !== undefined) return compactionRules(compaction, toolHints);
  return change.toolHints === undefined
    ? rules
    : { ...rules, toolHints: checkedToolHints(toolHints) };
}
