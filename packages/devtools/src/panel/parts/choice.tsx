import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { formatWhole } from '../../view-model/format.ts';

/** One of the things to choose from. */
export interface ChoiceOption<Value extends string> {
  readonly value: Value;
  readonly title: string;
  /** The rows that it stands for, where that is known. */
  readonly count?: number;
  /** For those who rest the pointer on it. */
  readonly meaning?: string;
}

/** A choice of lists, side by side. One is always chosen. */
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
    <ToggleGroup.Root
      className="toggle"
      type="single"
      aria-label={label}
      value={chosen}
      onValueChange={(name) => {
        // '' where the chosen one is pressed again: it stays.
        const option = options.find(({ value }) => value === name);
        if (option) onChoose(option.value);
      }}
    >
      {options.map(({ value, title, count, meaning }) => (
        <ToggleGroup.Item key={value} className="toggle-item" value={value} title={meaning}>
          {title}
          {count !== undefined && <span className="count"> {formatWhole(count)}</span>}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
