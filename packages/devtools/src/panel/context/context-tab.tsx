import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef } from 'react';
import type { FindResult } from '../../source/devtools-source.ts';
import type { PlanFacts } from '../../source/plan-facts.ts';
import { consideredRows, nextOccurrence, sentRows } from '../../view-model/context-rows.ts';
import { groupedByRun } from '../../view-model/run-groups.ts';
import { DetailPane } from '../detail/detail-pane.tsx';
import { ValueAnswerLine } from '../find-value/value-answer-line.tsx';
import { useGridFind } from '../grid/use-grid-find.ts';
import { MapSection } from '../map/map-section.tsx';
import { EmptyView } from '../parts/empty-view.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { SplitView } from '../parts/split-view.tsx';
import { arrived, useAnswer, useLatestAnswer } from '../parts/use-answer.ts';
import { BudgetSection } from './budget-section.tsx';
import { ContextList } from './context-list.tsx';
import { ContextToolbar } from './context-toolbar.tsx';
import { Notices } from './notices.tsx';
import { PlanHealth } from './plan-health.tsx';
import { useIsLow } from './use-is-low.ts';

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
  const { isLow, inTab } = useIsLow();
  const phrase = useDeferredValue(view.phrase.trim());
  // The plan is asked about again whenever another one is shown, though the question names none.
  const found = arrived(
    useLatestAnswer(
      source,
      useCallback(
        () => (plan && phrase !== '' ? source.find(phrase, view.scope) : undefined),
        [source, phrase, view.scope, plan],
      ),
    ),
  );
  const hasMissed = view.scope === 'sent' && found !== undefined && hitsOf(found) === 0;
  const elsewhere = arrived(
    useAnswer(
      useCallback(
        () => (plan && hasMissed ? source.find(phrase, 'considered') : undefined),
        [source, phrase, hasMissed, plan],
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
  function stepOn(step: 1 | -1): boolean {
    const key = found && nextOccurrence(rows, view.selectedKey, step);
    if (key !== undefined) dispatch({ type: 'select', key });
    return key !== undefined;
  }

  const detail = useRef<HTMLElement>(null);
  const focusList = () => find.grid.current?.focus();
  const closeDetail = () => {
    dispatch({ type: 'clear-selection' });
    focusList();
  };

  return (
    <>
      <div ref={inTab} className="vitals" data-low={isLow}>
        <BudgetSection plan={plan} />
        <MapSection plan={plan} isLow={isLow} />
        <PlanHealth plan={plan} isLow={isLow} />
      </div>
      <ContextToolbar plan={plan} find={find} matches={found && hitsOf(found)} onStep={stepOn} />
      <ValueAnswerLine phrase={phrase} />
      <SplitView
        list={
          <ContextList
            rows={rows}
            find={find}
            foundPhrase={phrase}
            foundElsewhere={elsewhere && hitsOf(elsewhere)}
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

function hitsOf({ itemIds, seqs }: FindResult): number {
  return itemIds.size + seqs.size;
}
