import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { CompactionFacts } from '../../source/compaction-facts.ts';
import { type DecisionRow, filterDecisions } from '../../view-model/decision-log.ts';
import { placeOf } from '../../view-model/time-keys.ts';
import { useGridFind } from '../grid/use-grid-find.ts';
import { usePanel } from '../parts/panel-context.ts';
import { SplitView } from '../parts/split-view.tsx';
import { useSourceState } from '../use-source-state.ts';
import { DecisionDetail } from './decision-detail.tsx';
import { DecisionFilters } from './decision-filters.tsx';
import { DecisionList } from './decision-list.tsx';
import { useDecisions } from './use-decisions.ts';

/** Every decision that changed from call to call, newest first, whichever call is shown [DEV-3]. */
export function DecisionsTab(): ReactNode {
  const { live, isShown, selection, log, setLog } = usePanel();
  const state = useSourceState(live, isShown);
  const read = useDecisions(live, state, isShown);
  const compactions = useMemo(() => byId(state.compactions), [state.compactions]);
  const { filter, selectedKey } = log;
  const phrase = useDeferredValue(filter.phrase);
  const filtered = useMemo(
    () => filterDecisions(read.decisions, { ...filter, phrase }, compactions),
    [read.decisions, filter, phrase, compactions],
  );
  const { rows } = filtered;
  useOlderForFilter(rows, read, filter.fromCall);

  const find = useGridFind(
    filter.phrase,
    useCallback(
      (sought) => setLog((now) => ({ ...now, filter: { ...now.filter, phrase: sought } })),
      [setLog],
    ),
  );
  const body = useRef<HTMLElement>(null);
  const focusList = () => find.grid.current?.focus();

  function select(key: string | undefined): void {
    setLog((now) => ({ ...now, selectedKey: key }));
    const decision = rows.find((row) => row.key === key)?.decision;
    if (!decision) return;
    const place = placeOf(decision.call, state.calls);
    const call = place === 'live' ? undefined : place;
    selection.select('seq' in decision ? { call, seq: decision.seq } : { call });
  }

  const selected = read.decisions.find(({ key }) => key === selectedKey);
  const nowMs = state.planAtMs;
  return (
    <>
      <DecisionFilters
        filtered={filtered}
        filter={filter}
        onFilter={(changed) => setLog((now) => ({ ...now, filter: changed }))}
        find={find}
        read={read}
      />
      <SplitView
        list={
          <DecisionList
            rows={rows}
            read={read}
            compactions={compactions}
            nowMs={nowMs}
            find={find}
            selectedKey={selectedKey}
            onSelect={select}
            onEnter={() => body.current?.focus()}
          />
        }
        detail={
          selected && (
            <DecisionDetail
              decision={selected}
              compactions={compactions}
              nowMs={nowMs}
              body={body}
              onLeave={focusList}
              onClose={() => {
                select(undefined);
                focusList();
              }}
            />
          )
        }
      />
    </>
  );
}

function byId(records: readonly CompactionFacts[]): ReadonlyMap<string, CompactionFacts> {
  return new Map(records.map((record) => [record.id, record]));
}

/** Reads on while a filter lets nothing through, as far as it could. */
function useOlderForFilter(
  rows: readonly DecisionRow[],
  { hasOlder, fromCall, readOlder }: ReturnType<typeof useDecisions>,
  wantedFrom = 0,
): void {
  const isWanted = rows.length === 0 && hasOlder && (fromCall ?? 0) > wantedFrom;
  useEffect(() => {
    if (isWanted) readOlder();
  }, [isWanted, readOlder]);
}
