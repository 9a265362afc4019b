import type { ArchivedContext } from '@agent-memory/core';
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { ALL_VALUES, type ValueFilter, valueRows } from '../../view-model/value-rows.ts';
import { useGridFind } from '../grid/use-grid-find.ts';
import { EmptyView } from '../parts/empty-view.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { type Asked, useLatestAnswer } from '../parts/use-answer.ts';
import { ArchivedSummary } from './archived-summary.tsx';
import { ValueList } from './value-list.tsx';
import { ValueToolbar } from './value-toolbar.tsx';

/** Every exact value that is kept of what left the context, and where each stands now. */
export function ValuesTab(): ReactNode {
  const asked = useArchived();
  if (asked.status === 'waiting') return <EmptyView title="Asking for the values …" />;
  if (asked.status === 'failed') {
    return <EmptyView title="The values did not arrive">{asked.message}</EmptyView>;
  }
  return asked.value ? (
    <ArchivedView archived={asked.value} />
  ) : (
    <EmptyView title="Nothing has left the context yet">
      When messages leave, their numbers, names, paths and other exact values are kept here, those
      most likely to be needed again first.
    </EmptyView>
  );
}

/** Asked again whenever something left or came back, or another context was made. */
function useArchived(): Asked<ArchivedContext | undefined> {
  const { source, state } = usePanel();
  const { plan, compactions } = state;
  return useLatestAnswer(
    source,
    useCallback(
      () => (plan || compactions.length > 0 ? source.archived() : undefined),
      [source, plan, compactions],
    ),
  );
}

function ArchivedView({ archived }: { readonly archived: ArchivedContext }): ReactNode {
  const [filter, setFilter] = useState<ValueFilter>(ALL_VALUES);
  const phrase = useDeferredValue(filter.phrase);
  const { state, kind } = filter;
  const rows = useMemo(
    () => valueRows(archived.values, { phrase, state, kind }),
    [archived, phrase, state, kind],
  );
  const find = useGridFind(
    filter.phrase,
    useCallback((sought) => setFilter((before) => ({ ...before, phrase: sought })), []),
  );
  return (
    <>
      <ArchivedSummary archived={archived} />
      <ValueToolbar
        values={archived.values}
        filter={filter}
        onFilter={setFilter}
        find={find}
        matches={rows.length}
      />
      <ValueList rows={rows} total={archived.values.length} find={find} />
    </>
  );
}
