import type { ArchivedValue } from '@agent-memory/core';
import { ToggleGroup } from 'radix-ui';
import { type ReactNode, useMemo } from 'react';
import { formatWhole } from '../../view-model/format.ts';
import {
  countByState,
  kindsOf,
  VALUE_STATE_WORDS,
  VALUE_STATES,
  type ValueFilter,
} from '../../view-model/value-rows.ts';
import { FindField } from '../find-field.tsx';

/** Which values are listed: by where they stand, by kind, by a part of them. */
export function ValueToolbar({
  values,
  filter,
  onFilter,
  matches,
}: {
  readonly values: readonly ArchivedValue[];
  readonly filter: ValueFilter;
  readonly onFilter: (filter: ValueFilter) => void;
  readonly matches: number;
}): ReactNode {
  const counts = useMemo(() => countByState(values), [values]);
  return (
    <div className="toolbar">
      <ToggleGroup.Root
        className="toggle"
        type="single"
        aria-label="Where the values stand"
        value={filter.state}
        onValueChange={(state) => {
          const known = (['all', ...VALUE_STATES] as const).find((name) => name === state);
          if (known) onFilter({ ...filter, state: known });
        }}
      >
        <ToggleGroup.Item className="toggle-item" value="all">
          All <span className="count">{formatWhole(values.length)}</span>
        </ToggleGroup.Item>
        {VALUE_STATES.map((state) => (
          <ToggleGroup.Item
            key={state}
            className="toggle-item"
            value={state}
            title={VALUE_STATE_WORDS[state].meaning}
          >
            {capitalised(VALUE_STATE_WORDS[state].name)}{' '}
            <span className="count">{formatWhole(counts[state])}</span>
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
      <KindField values={values} filter={filter} onFilter={onFilter} />
      <FindField
        label="Find among the values"
        phrase={filter.phrase}
        onPhrase={(phrase) => onFilter({ ...filter, phrase })}
        matches={filter.phrase.trim() === '' ? undefined : matches}
        list=".value-list"
      />
    </div>
  );
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function KindField({
  values,
  filter,
  onFilter,
}: {
  readonly values: readonly ArchivedValue[];
  readonly filter: ValueFilter;
  readonly onFilter: (filter: ValueFilter) => void;
}): ReactNode {
  const kinds = useMemo(() => kindsOf(values), [values]);
  return (
    <select
      className="kind-field"
      aria-label="Kind of value"
      value={filter.kind}
      onChange={({ currentTarget }) => {
        const chosen = kinds.find(({ kind }) => kind === currentTarget.value);
        onFilter({ ...filter, kind: chosen?.kind ?? 'all' });
      }}
    >
      <option value="all">Every kind</option>
      {kinds.map(({ kind, count }) => (
        <option key={kind} value={kind}>
          {kind} ({formatWhole(count)})
        </option>
      ))}
    </select>
  );
}
