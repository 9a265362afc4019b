import type { ArchivedValue } from '@agent-memory/core/internal';
import { type ReactNode, useMemo } from 'react';
import { capitalised } from '../../view-model/code-words.ts';
import { formatWhole } from '../../view-model/format.ts';
import {
  kindsOf,
  statesOf,
  type ValueFilter,
  valueStateWords,
} from '../../view-model/value-rows.ts';
import { FindField } from '../grid/find-field.tsx';
import type { GridFind } from '../grid/use-grid-find.ts';
import { Choice, type ChoiceOption } from '../parts/choice.tsx';

/** Chooses the values that are listed: by where they stand, by kind, by a part of them. */
export function ValueToolbar({
  values,
  filter,
  onFilter,
  find,
  matches,
}: {
  readonly values: readonly ArchivedValue[];
  readonly filter: ValueFilter;
  readonly onFilter: (filter: ValueFilter) => void;
  readonly find: GridFind;
  readonly matches: number;
}): ReactNode {
  const options = useMemo(() => stateOptions(values), [values]);
  return (
    <div className="toolbar">
      <Choice
        label="Where the values stand"
        options={options}
        chosen={filter.state}
        onChoose={(state) => onFilter({ ...filter, state })}
      />
      <KindField values={values} filter={filter} onFilter={onFilter} />
      <FindField
        label="Find among the values"
        find={find}
        matches={filter.phrase.trim() === '' ? undefined : matches}
      />
    </div>
  );
}

function stateOptions(
  values: readonly ArchivedValue[],
): readonly ChoiceOption<ValueFilter['state']>[] {
  const states = statesOf(values).map(({ state, count }) => {
    const { name, meaning } = valueStateWords(state);
    return { value: state, title: capitalised(name), count, meaning };
  });
  return [{ value: 'all', title: 'All', count: values.length }, ...states];
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
