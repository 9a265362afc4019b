import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef } from 'react';
import type { PlanFacts } from '../../source/plan-facts.ts';
import { consideredRows, sentRows } from '../../view-model/context-rows.ts';
import { groupedByRun } from '../../view-model/run-groups.ts';
import { DetailPane } from '../detail/detail-pane.tsx';
import { useGridFind } from '../grid/use-grid-find.ts';
import { EmptyView } from '../parts/empty-view.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { SplitView } from '../parts/split-view.tsx';
import { arrived, useAnswer } from '../parts/use-answer.ts';
import { BudgetSection } from './budget-section.tsx';
import { ContextList } from './context-list.tsx';
import { ContextToolbar } from './context-toolbar.tsx';
import { Notices } from './notices.tsx';
import { PlanHealth } from './plan-health.tsx';

const NOTHING_FOLDED: ReadonlySet<number> = new Set();

/** The context, item by item, with the reason for each [DEV-1]. */
export function ContextTab(): ReactNode {
  const { state } = usePanel();
  return (
    <>
      <Notices />
      {state.plan ? <PlanView plan={state.plan} /> : <NoPlan entries={state.entries} />}
    </>
  );
}

function NoPlan({ entries }: { readonly entries: number }): ReactNode {
  return (
    <EmptyView title="No context has been assembled yet">
      This view explains the array that <code>assemble()</code> gives: each message, its tokens and
      the reason it is there.{' '}
      {entries === 0
        ? 'Append a message and call assemble(), or send one in the chat.'
        : 'Call assemble(), or send a message in the chat.'}
    </EmptyView>
  );
}

function PlanView({ plan }: { readonly plan: PlanFacts }): ReactNode {
  const { source, runs, view, dispatch } = usePanel();
  const phrase = useDeferredValue(view.phrase.trim());
  // The plan is asked about again whenever another one is shown, though the question names none.
  const found = arrived(
    useAnswer(
      useCallback(
        () => (plan && phrase !== '' ? source.find(phrase, view.scope) : undefined),
        [source, phrase, view.scope, plan],
      ),
    ),
  );
  const listed = useMemo(
    () =>
      view.scope === 'sent' ? sentRows(plan, found) : consideredRows(plan, view.openRanges, found),
    [plan, found, view.scope, view.openRanges],
  );
  const rows = useMemo(() => {
    // A row that a search has found is never folded away.
    const folded = found ? NOTHING_FOLDED : view.foldedRuns;
    return view.isByRun ? groupedByRun(listed, runs, folded) : listed;
  }, [listed, runs, found, view.isByRun, view.foldedRuns]);

  const find = useGridFind(
    view.phrase,
    useCallback((sought) => dispatch({ type: 'find', phrase: sought }), [dispatch]),
  );
  const detail = useRef<HTMLElement>(null);
  const focusList = () => find.grid.current?.focus();
  const closeDetail = () => {
    dispatch({ type: 'clear-selection' });
    focusList();
  };

  return (
    <>
      <BudgetSection plan={plan} />
      <PlanHealth plan={plan} />
      <ContextToolbar
        plan={plan}
        find={find}
        matches={found && found.itemIds.size + found.seqs.size}
      />
      <SplitView
        list={
          <ContextList
            rows={rows}
            find={find}
            foundPhrase={phrase}
            onEnter={() => detail.current?.focus()}
          />
        }
        detail={
          view.selectedKey === undefined ? undefined : (
            <DetailPane
              plan={plan}
              selectedKey={view.selectedKey}
              body={detail}
              onLeave={focusList}
              onClose={closeDetail}
            />
          )
        }
      />
    </>
  );
}
