import type { ReactNode } from 'react';
import type { MenuItem } from '../../view-model/record-words.ts';

/** Chooses one of several values to filter by, or '' for all of them. */
export function Menu<Value extends string>({
  label,
  all,
  items,
  chosen,
  onChoose,
}: {
  readonly label: string;
  /** Names the choice that lets all through. */
  readonly all: string;
  readonly items: readonly MenuItem<Value>[];
  readonly chosen: Value | '';
  readonly onChoose: (value: Value | '') => void;
}): ReactNode {
  return (
    <select
      className="kind-field"
      aria-label={label}
      value={chosen}
      onChange={({ currentTarget }) => {
        onChoose(items.find(({ value }) => value === currentTarget.value)?.value ?? '');
      }}
    >
      <option value="">{all}</option>
      {items.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}
