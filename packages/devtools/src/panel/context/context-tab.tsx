import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { PlanFacts } from '../../source/plan-facts.ts';
import { consideredRows, sentRows } from '../../view-model/context-rows.ts';
import { DetailPane } from '../detail/detail-pane.tsx';
import { useGridFind } from '../grid/use-grid-find.ts';
import { usePanel } from '../parts/panel-context.ts';
import { arrived, useAnswer } from '../parts/use-answer.ts';
import { useElementWidth } from '../parts/use-element-size.ts';
import { BudgetSection } from './budget-section.tsx';
import { ContextList } from './context-list.tsx';
import { ContextToolbar } from './context-toolbar.tsx';
import { Notices } from './notices.tsx';
import { PlanHealth } from './plan-health.tsx';

/** Narrower than this, details stand below the list instead of beside it. */
const SIDE_BY_SIDE_PIXELS = 720;

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
    <div className="empty">
      <h2>No context has been assembled yet</h2>
      <p>
        This view explains the array that <code>assemble()</code> gives: each message, its tokens
        and the reason it is there.{' '}
        {entries === 0
          ? 'Append a message and call assemble(), or send one in the chat.'
          : 'Call assemble(), or send a message in the chat.'}
      </p>
    </div>
  );
}

function PlanView({ plan }: { readonly plan: PlanFacts }): ReactNode {
  const { source, view, dispatch } = usePanel();
  const area = useRef<HTMLDivElement>(null);
  const width = useElementWidth(area);
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
  const rows = useMemo(
    () =>
      view.scope === 'sent' ? sentRows(plan, found) : consideredRows(plan, view.openRanges, found),
    [plan, found, view.scope, view.openRanges],
  );

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

  const isSideBySide = width >= SIDE_BY_SIDE_PIXELS;
  const orientation = isSideBySide ? 'horizontal' : 'vertical';
  return (
    <>
      <BudgetSection plan={plan} />
      <PlanHealth plan={plan} />
      <ContextToolbar
        plan={plan}
        find={find}
        matches={found && found.itemIds.size + found.seqs.size}
      />
      <div className="split" ref={area}>
        <Group key={orientation} orientation={orientation}>
          <Panel id="list" minSize="25%">
            <ContextList
              rows={rows}
              find={find}
              foundPhrase={phrase}
              onEnter={() => detail.current?.focus()}
            />
          </Panel>
          {view.selectedKey !== undefined && (
            <>
              <Separator className="splitter" aria-label="Space for the list and the details" />
              <Panel id="detail" defaultSize={isSideBySide ? '42%' : '55%'} minSize="20%">
                <DetailPane
                  plan={plan}
                  selectedKey={view.selectedKey}
                  body={detail}
                  onLeave={focusList}
                  onClose={closeDetail}
                />
              </Panel>
            </>
          )}
        </Group>
      </div>
    </>
  );
}
