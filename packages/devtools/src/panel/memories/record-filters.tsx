import { type ReactNode, useCallback } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';
import type { RecordFilter } from '../../view-model/record-rows.ts';
import { MENUS, type MenuItem } from '../../view-model/record-words.ts';
import { FindField } from '../grid/find-field.tsx';
import type { GridFind } from '../grid/use-grid-find.ts';
import { Menu } from '../parts/menu.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { arrived, useLatestAnswer } from '../parts/use-answer.ts';

/** Chooses the records that are listed. */
export function RecordFilters({
  longTerm,
  version,
  find,
}: {
  readonly longTerm: LongTermSource;
  readonly version: number;
  readonly find: GridFind;
}): ReactNode {
  const { filter } = usePanel().memories;
  const namespaces = useNamespaces(longTerm, version);
  const isChoice = namespaces.length > 1 || filter.namespace !== '';
  return (
    <>
      <FindField label="Find among the records" find={find} matches={undefined} />
      <div className="filters">
        <FilterMenu field="type" label="Type of record" all="Every type" items={MENUS.type} />
        <FilterMenu field="kind" label="Kind of record" all="Every kind" items={MENUS.kind} />
        <FilterMenu field="source" label="Source" all="Every source" items={MENUS.source} />
        <FilterMenu field="mark" label="Label" all="Every label" items={MENUS.mark} />
        {isChoice && (
          <FilterMenu
            field="namespace"
            label="Namespace"
            all="Every namespace"
            items={namespaces.map((name) => ({ value: name, name }))}
          />
        )}
      </div>
    </>
  );
}

function useNamespaces(longTerm: LongTermSource, version: number): readonly string[] {
  return (
    arrived(
      useLatestAnswer(
        longTerm,
        // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each change
        useCallback(() => longTerm.namespaces(), [longTerm, version]),
      ),
    ) ?? []
  );
}

function FilterMenu<Field extends Exclude<keyof RecordFilter, 'phrase'>>({
  field,
  label,
  all,
  items,
}: {
  readonly field: Field;
  readonly label: string;
  readonly all: string;
  readonly items: readonly MenuItem<Exclude<RecordFilter[Field], ''>>[];
}): ReactNode {
  const { memories, dispatchMemories } = usePanel();
  return (
    <Menu
      label={label}
      all={all}
      items={items}
      chosen={memories.filter[field]}
      onChoose={(chosen) => dispatchMemories({ type: 'filter', filter: { [field]: chosen } })}
    />
  );
}
