import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import styles from './budget-control.module.css';
import {
  BUDGET_MARKS,
  budgetAt,
  MAX_BUDGET,
  MIN_BUDGET,
  parseBudget,
  SLIDER_STEPS,
  stepOf,
} from './budget-scale.ts';

/** A slider that is being dragged is applied when it rests this long. */
const SETTLE_MS = 150;

/** The input budget: a slider for the feel, a field for the figure. */
export function BudgetControl({
  budget,
  onBudget,
}: {
  readonly budget: number;
  readonly onBudget: (budget: number) => void;
}) {
  const id = useId();
  const [draft, setDraft] = useDraft(budget, onBudget);
  return (
    <div className={styles.control}>
      <label className={styles.label} htmlFor={`${id}-figure`}>
        Budget
      </label>
      <input
        className={styles.slider}
        type="range"
        aria-label="Budget slider"
        aria-valuetext={`${draft.toLocaleString('en-US')} tokens`}
        min={0}
        max={SLIDER_STEPS}
        value={stepOf(draft)}
        list={`${id}-marks`}
        onChange={(event) => setDraft(budgetAt(Number(event.target.value)))}
      />
      <datalist id={`${id}-marks`}>
        {BUDGET_MARKS.map((mark) => (
          <option key={mark} value={stepOf(mark)} />
        ))}
      </datalist>
      <BudgetField id={`${id}-figure`} budget={draft} onBudget={onBudget} />
      <span className={styles.unit}>tokens</span>
    </div>
  );
}

/** Shows every place of the slider at once and hands on the one where it comes to rest. */
function useDraft(
  budget: number,
  onBudget: (budget: number) => void,
): readonly [number, (draft: number) => void] {
  const [draft, setDraft] = useState<number>();
  useEffect(() => {
    if (draft === undefined) return undefined;
    const timer = setTimeout(() => {
      onBudget(draft);
      setDraft(undefined);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [draft, onBudget]);
  return [draft ?? budget, setDraft];
}

/** The text in the field instead of the budget in force. */
interface Entered {
  readonly text: string;
  /** Why it was not taken. */
  readonly problem?: string;
  /** The budget it was typed over: another one, set by the slider, does away with it. */
  readonly over: number;
}

/** Applied by Enter or by leaving the field; what is no budget stays in the field, with a sentence. */
function BudgetField({
  id,
  budget,
  onBudget,
}: {
  readonly id: string;
  readonly budget: number;
  readonly onBudget: (budget: number) => void;
}) {
  const [latest, setEntered] = useState<Entered>();
  const entered = latest?.over === budget ? latest : undefined;
  const apply = (): void => {
    if (entered === undefined) return;
    const read = parseBudget(entered.text);
    if (read.kind === 'problem') {
      setEntered({ ...entered, problem: read.problem });
      return;
    }
    setEntered(undefined);
    if (read.tokens !== budget) onBudget(read.tokens);
  };
  const applyByKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') apply();
    if (event.key === 'Escape') setEntered(undefined);
  };
  const problem = entered?.problem;
  return (
    <span className={styles.field}>
      <input
        id={id}
        className={styles.figure}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        title={`From ${MIN_BUDGET.toLocaleString('en-US')} to ${MAX_BUDGET.toLocaleString('en-US')} tokens`}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        value={entered?.text ?? budget.toLocaleString('en-US')}
        onChange={(event) => setEntered({ text: event.target.value, over: budget })}
        onBlur={apply}
        onKeyDown={applyByKey}
      />
      {problem !== undefined && (
        <span id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}. The budget stays at {budget.toLocaleString('en-US')}.
        </span>
      )}
    </span>
  );
}
