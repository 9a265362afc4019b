import type { ReactNode } from 'react';
import { formatWhole } from '../../view-model/format.ts';
import { stepInRow } from './roving-focus.ts';

/** One of the things to choose from. */
export interface ChoiceOption<Value extends string> {
  readonly value: Value;
  readonly title: string;
  /** The rows that it stands for, where that is known. */
  readonly count?: number;
  /** For those who rest the pointer on it. */
  readonly meaning?: string;
}

/** A choice of lists, side by side. One is always chosen; arrows, Home and End choose another. */
export function Choice<Value extends string>({
  label,
  options,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly options: readonly ChoiceOption<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}): ReactNode {
  return (
    <div
      role="radiogroup"
      className="toggle"
      aria-label={label}
      onKeyDown={(event) => stepInRow(event, 'radio')}
    >
      {options.map(({ value, title, count, meaning }) => (
        // biome-ignore lint/a11y/useSemanticElements: a button holds its count, an input holds nothing
        <button
          key={value}
          type="button"
          role="radio"
          className="toggle-item"
          aria-checked={value === chosen}
          tabIndex={value === chosen ? 0 : -1}
          title={meaning}
          onClick={() => onChoose(value)}
        >
          {title}
          {count !== undefined && <span className="count"> {formatWhole(count)}</span>}
        </button>
      ))}
    </div>
  );
}
