import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { ValueAnswerLine } from '../answer/value-answer-line.tsx';
import { Choice, EmptyView, Press } from '../elements/elements.tsx';
import { SplitView } from '../elements/pane.tsx';
import { arrived, useAnswer, useLatestAnswer, usePanel } from '../elements/panel-context.ts';
import { notices } from '../findings/notices.ts';
import { FindField, type GridFind, useGridFind } from '../grid/find-field.tsx';
import type { FindResult, PlanFacts } from '../source/devtools-source.ts';
import { BudgetSection } from './budget-section.tsx';
import { ContextList } from './context-list.tsx';
import { consideredRows, nextOccurrence, sentRows } from './context-rows.ts';
import { newerThanPlan, notListed, useContextView } from './context-view.ts';
import { CopyContext } from './copy-context.tsx';
import { DetailPane } from './detail/detail-pane.tsx';
import { MapSection } from './map-section.tsx';
import { PlanHealth } from './plan-health.tsx';
import { groupedByRun } from './run-groups.ts';

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
  const { source, runs } = usePanel();
  const { view, dispatch } = useContextView();
  const phrase = useDeferredValue(view.phrase.trim());
  // The plan is asked about again whenever another one is shown, though the question names none.
  const found = arrived(
    useLatestAnswer(
      source,
      () => (plan && phrase !== '' ? source.find(phrase, view.scope) : undefined),
      [source, phrase, view.scope, plan],
    ),
  );
  const hasMissed = view.scope === 'sent' && found !== undefined && hitsOf(found) === 0;
  const elsewhere = arrived(
    useAnswer(
      () => (plan && hasMissed ? source.find(phrase, 'considered') : undefined),
      [source, phrase, hasMissed, plan],
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

  const find = useGridFind(view.phrase, (sought) =>
    dispatch({ type: 'change', change: { phrase: sought } }),
  );
  function stepOn(step: 1 | -1): boolean {
    const key = found && nextOccurrence(rows, view.selectedKey, step);
    if (key !== undefined) dispatch({ type: 'change', change: { selectedKey: key } });
    return key !== undefined;
  }

  const detail = useRef<HTMLElement>(null);
  const focusList = () => find.grid.current?.focus();
  const closeDetail = () => {
    dispatch({ type: 'change', change: { selectedKey: undefined } });
    focusList();
  };

  return (
    <>
      <ContextToolbar plan={plan} find={find} matches={found && hitsOf(found)} onStep={stepOn} />
      <ValueAnswerLine phrase={phrase} />
      <div className="vitals">
        <BudgetSection plan={plan} />
        <MapSection plan={plan} />
        <PlanHealth plan={plan} />
      </div>
      <SplitView
        list={
          <>
            <ContextList
              rows={rows}
              find={find}
              foundPhrase={phrase}
              foundElsewhere={elsewhere && hitsOf(elsewhere)}
              onEnter={() => detail.current?.focus()}
            />
            <NewerLine plan={plan} />
          </>
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

/** Chooses the list, looks for a phrase in it, and takes the whole context away. */
function ContextToolbar(props: {
  readonly plan: PlanFacts;
  readonly find: GridFind;
  /** The number of messages that hold the phrase; `undefined` while nothing is looked for. */
  readonly matches: number | undefined;
  readonly onStep: (step: 1 | -1) => boolean;
}): ReactNode {
  const { plan, find, matches, onStep } = props;
  const { runs } = usePanel();
  const { view, dispatch } = useContextView();
  const leftMessages = plan.ranges.reduce((all, range) => all + range.toSeq - range.fromSeq, 0);
  return (
    <div className="toolbar">
      <Choice
        label="Rows that are listed"
        options={[
          { value: 'sent', title: plan.isRefused ? 'Not sent' : 'Sent', count: plan.items.length },
          {
            value: 'considered',
            title: 'Everything considered',
            count: plan.items.length + leftMessages,
          },
        ]}
        chosen={view.scope}
        onChoose={(scope) => dispatch({ type: 'choose-list', scope })}
      />
      {runs.length > 0 && (
        <label className="by-run">
          <input
            type="checkbox"
            checked={view.isByRun}
            onChange={({ currentTarget }) =>
              dispatch({ type: 'change', change: { isByRun: currentTarget.checked } })
            }
          />
          By run
        </label>
      )}
      <FindField
        label="Find in the messages"
        placeholder="Why doesn’t it know …?  /"
        find={find}
        matches={matches}
        onStep={onStep}
      />
      <CopyContext />
    </div>
  );
}

/** A dotted last row for what happened after this plan. */
function NewerLine({ plan }: { readonly plan: PlanFacts }): ReactNode {
  const words = newerThanPlan(plan, usePanel().state);
  return (
    <p className="newer" role="status">
      {words}
    </p>
  );
}

const SEVERITY_MARKS = { error: '!', warning: '!', info: 'i' } as const;

/** Troubles in words. They take no room while all is well. */
function Notices(): ReactNode {
  const { source, state, goToStorage } = usePanel();
  const { view } = useContextView();
  const { plan } = state;
  const selected = plan && notListed(plan, view.selectedKey, source.past !== undefined);
  return (
    <div className="notices" role="status">
      {[...(selected ? [selected] : []), ...notices(state)].map(
        ({ key, severity, title, text, isOfStorage }) => (
          <p key={key} className="notice" data-severity={severity}>
            <span className="notice-mark" aria-hidden="true">
              {SEVERITY_MARKS[severity]}
            </span>
            <span>
              <strong>{title}.</strong> {text}
              {isOfStorage && (
                <>
                  {' '}
                  <Press look="link" onClick={goToStorage}>
                    See Storage
                  </Press>
                </>
              )}
            </span>
          </p>
        ),
      )}
    </div>
  );
}
