import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';
import { useGridFind } from '../grid/use-grid-find.ts';
import { Choice } from '../parts/choice.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { SplitView } from '../parts/split-view.tsx';
import { ActionNotice, type FinishedAction } from './action-notice.tsx';
import { RecallBox } from './recall-box.tsx';
import { RecordDetail } from './record-detail.tsx';
import { RecordFilters } from './record-filters.tsx';
import { RecordList } from './record-list.tsx';
import { useChanges } from './use-changes.ts';

const MODES = [
  { value: 'records', title: 'Records', meaning: 'everything that holds, newest first' },
  {
    value: 'recall',
    title: 'Try a recall',
    meaning: 'what would be found for a question, and why',
  },
] as const;

/** The long-term memory: its records, where each comes from, and what a recall would find [RET-3]. */
export function MemoriesTab(): ReactNode {
  const { longTerm } = usePanel().source;
  return longTerm && <Memories longTerm={longTerm} />;
}

function Memories({ longTerm }: { readonly longTerm: LongTermSource }): ReactNode {
  const { isShown, memories, dispatchMemories } = usePanel();
  const { mode, filter, selectedId } = memories;
  const version = useChanges(longTerm, isShown);
  const [finished, setFinished] = useState<FinishedAction>();
  const detail = useRef<HTMLElement>(null);
  const find = useGridFind(
    filter.phrase,
    useCallback(
      (phrase) => dispatchMemories({ type: 'filter', filter: { phrase } }),
      [dispatchMemories],
    ),
  );
  const focusList = () => find.grid.current?.focus();
  function finish(action: FinishedAction): void {
    setFinished(action);
    dispatchMemories({ type: 'select', id: action.selectedId });
    focusList();
  }
  return (
    <>
      <div className="toolbar">
        <Choice
          label="What to look at"
          options={MODES}
          chosen={mode}
          onChoose={(chosen) => dispatchMemories({ type: 'choose-mode', mode: chosen })}
        />
        {mode === 'records' && <RecordFilters longTerm={longTerm} version={version} find={find} />}
      </div>
      <ActionNotice finished={finished} onFinish={finish} onClose={() => setFinished(undefined)} />
      <SplitView
        list={
          mode === 'records' ? (
            <RecordList
              longTerm={longTerm}
              version={version}
              find={find}
              onEnter={() => detail.current?.focus()}
            />
          ) : (
            <RecallBox longTerm={longTerm} results={find.grid} />
          )
        }
        detail={
          selectedId === undefined ? undefined : (
            <RecordDetail
              key={selectedId}
              longTerm={longTerm}
              recordId={selectedId}
              version={version}
              onFinish={finish}
              body={detail}
              onLeave={focusList}
              onClose={() => {
                dispatchMemories({ type: 'select', id: undefined });
                focusList();
              }}
            />
          )
        }
      />
    </>
  );
}
