import { useEffect, useState } from 'react';
import { figure } from '../facts/figures.ts';
import { useWatchedValue } from '../platform/watched-value.ts';
import { BUDGET, keptBudget } from '../settings/preferences.ts';
import styles from './facts-bar.module.css';

/** A slider that is being dragged is applied when it rests this long. */
const SETTLE_MS = 150;

/** The input budget. */
export function BudgetControl({ isOff }: { readonly isOff: boolean }) {
  const [budget, setBudget] = useWatchedValue(keptBudget);
  const [draft, setDraft] = useState<number>();
  useEffect(() => {
    if (draft === undefined) return undefined;
    const timer = setTimeout(() => {
      setBudget(draft);
      setDraft(undefined);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [draft, setBudget]);
  const shown = draft ?? budget;
  return (
    <label className={styles.budget}>
      Budget
      <input
        type="range"
        min={BUDGET.min}
        max={BUDGET.max}
        step={100}
        disabled={isOff}
        aria-valuetext={`${figure(shown)} tokens`}
        aria-busy={draft !== undefined}
        value={shown}
        onChange={({ target }) => setDraft(target.valueAsNumber)}
      />
      <span>{figure(shown)}</span>
    </label>
  );
}

/** Sets the budget for the panel; what is beyond this page's bounds is refused in words. */
export function raiseBudget(inputTokens: number): void {
  if (inputTokens > BUDGET.max) {
    throw new RangeError(
      `The budget of this page goes up to ${figure(BUDGET.max)} tokens. Nothing was changed.`,
    );
  }
  keptBudget.set(inputTokens);
}
