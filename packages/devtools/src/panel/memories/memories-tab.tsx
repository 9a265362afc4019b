import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';
import { ACTION_MENU } from '../../view-model/audit-words.ts';
import { type GridFind, useGridFind } from '../grid/use-grid-find.ts';
import { Choice } from '../parts/choice.tsx';
import { Menu } from '../parts/menu.tsx';
import type { PaneFrame } from '../parts/pane.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { SplitView } from '../parts/split-view.tsx';
import { arrived, useLatestAnswer } from '../parts/use-answer.ts';
import { useChanges } from '../parts/use-changes.ts';
import { ActionNotice } from './action-notice.tsx';
import { AuditView } from './audit-view.tsx';
import { DocumentsView } from './documents-view.tsx';
import { ExtractionView } from './extraction-view.tsx';
import { ImportReport } from './import-report.tsx';
import { QuarantineView } from './quarantine-view.tsx';
import { RecallBox } from './recall-box.tsx';
import { RecordDetail } from './record-detail.tsx';
import { RecordFilters } from './record-filters.tsx';
import { RecordList } from './record-list.tsx';
import { StorageView } from './storage-view.tsx';
import type { FinishedAction } from './use-action.ts';
import { type FileImport, useImport } from './use-import.ts';

const MODES = [
  { value: 'records', title: 'Records', meaning: 'everything that holds, newest first' },
  {
    value: 'recall',
    title: 'Try a recall',
    meaning: 'what would be found for a question, and why',
  },
  {
    value: 'documents',
    title: 'Documents',
    meaning: 'reference material that the user added, with its chunks; none of it is a record',
  },
  {
    value: 'quarantine',
    title: 'Quarantine',
    meaning: 'texts that read like orders to the assistant, until somebody has decided',
  },
  {
    value: 'extraction',
    title: 'Extraction',
    meaning: 'what was taken from the conversation by itself, what was refused, and why',
  },
  { value: 'audit', title: 'Audit', meaning: 'what was done to which records, newest first' },
  { value: 'storage', title: 'Storage', meaning: 'how much room there is, and the namespaces' },
] as const;

/** The long-term memory: its records, where each comes from, and what a recall would find [RET-3]. */
export function MemoriesTab(): ReactNode {
  const { longTerm } = usePanel().source;
  return longTerm && <Memories longTerm={longTerm} />;
}

function Memories({ longTerm }: { readonly longTerm: LongTermSource }): ReactNode {
  const { isShown, memories, dispatchMemories } = usePanel();
  const version = useChanges(longTerm, isShown);
  const [finished, setFinished] = useState<FinishedAction>();
  const find = useRecordFind();
  const focusList = () => find.grid.current?.focus();
  function finish(action: FinishedAction): void {
    setFinished(action);
    dispatchMemories({ type: 'select', id: action.selectedId });
    if (action.hasErased) dispatchMemories({ type: 'erase' });
    focusList();
  }
  const fileImport = useImport(longTerm, finish);
  const heldCount = useHeldCount(longTerm, version);
  const modes = modesOf(longTerm).map((mode) =>
    mode.value === 'quarantine' && heldCount !== undefined ? { ...mode, count: heldCount } : mode,
  );
  return (
    <>
      <div className="toolbar">
        <Choice
          label="What to look at"
          options={modes}
          chosen={memories.mode}
          onChoose={(chosen) => dispatchMemories({ type: 'choose-mode', mode: chosen })}
        />
        {memories.mode === 'records' && (
          <RecordFilters longTerm={longTerm} version={version} find={find} />
        )}
        {memories.mode === 'audit' && <ActionMenu />}
      </div>
      <ActionNotice finished={finished} onFinish={finish} onClose={() => setFinished(undefined)} />
      <ModeView
        longTerm={longTerm}
        version={version}
        find={find}
        fileImport={fileImport}
        onFinish={finish}
      />
    </>
  );
}

/** The views of this tab; documents and the log of extraction where there are any. */
function modesOf({ documents, extraction }: LongTermSource) {
  return MODES.filter(
    ({ value }) => (value !== 'documents' || documents) && (value !== 'extraction' || extraction),
  );
}

/** How much waits in quarantine; `undefined` until that is known. */
function useHeldCount(longTerm: LongTermSource, version: number): number | undefined {
  return arrived(
    useLatestAnswer(
      longTerm,
      // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each change
      useCallback(() => longTerm.heldCount(), [longTerm, version]),
    ),
  );
}

/** The search over the records; what it looks for stays while other modes are looked at. */
function useRecordFind(): GridFind {
  const { memories, dispatchMemories } = usePanel();
  return useGridFind(
    memories.filter.phrase,
    useCallback(
      (phrase) => dispatchMemories({ type: 'filter', filter: { phrase } }),
      [dispatchMemories],
    ),
  );
}

function ActionMenu(): ReactNode {
  const { memories, dispatchMemories } = usePanel();
  return (
    <Menu
      label="Action"
      all="Every action"
      items={ACTION_MENU}
      chosen={memories.action}
      onChoose={(action) => dispatchMemories({ type: 'filter-audit', action })}
    />
  );
}

interface ModeViewProps {
  readonly longTerm: LongTermSource;
  readonly version: number;
  readonly find: GridFind;
  readonly fileImport: FileImport;
  readonly onFinish: (action: FinishedAction) => void;
}

/** The chosen list, and the details of what is selected in it. */
function ModeView({ longTerm, version, find, fileImport, onFinish }: ModeViewProps): ReactNode {
  const { memories, dispatchMemories } = usePanel();
  const { mode, selectedId, imported } = memories;
  const detail = useRef<HTMLElement>(null);
  const focusList = () => find.grid.current?.focus();
  const frame: Omit<PaneFrame, 'onClose'> = { body: detail, onLeave: focusList };
  const record =
    selectedId === undefined ? undefined : (
      <RecordDetail
        key={selectedId}
        longTerm={longTerm}
        recordId={selectedId}
        version={version}
        onFinish={onFinish}
        {...frame}
        onClose={() => {
          dispatchMemories({ type: 'select', id: undefined });
          focusList();
        }}
      />
    );
  const report = imported && (
    <ImportReport
      file={imported}
      {...frame}
      onClose={() => {
        dispatchMemories({ type: 'report-import', file: undefined });
        focusList();
      }}
    />
  );
  switch (mode) {
    case 'records':
      return (
        <SplitView
          list={
            <RecordList
              longTerm={longTerm}
              version={version}
              find={find}
              fileImport={fileImport}
              onEnter={() => detail.current?.focus()}
            />
          }
          detail={record ?? report}
        />
      );
    case 'recall':
      return (
        <SplitView list={<RecallBox longTerm={longTerm} results={find.grid} />} detail={record} />
      );
    case 'documents':
      return (
        longTerm.documents && (
          <DocumentsView
            documents={longTerm.documents}
            nowMs={longTerm.nowMs}
            grid={find.grid}
            frame={frame}
            record={record}
            onFinish={onFinish}
          />
        )
      );
    case 'quarantine':
      return (
        <QuarantineView
          longTerm={longTerm}
          version={version}
          grid={find.grid}
          frame={frame}
          record={record}
          onFinish={onFinish}
        />
      );
    case 'extraction':
      return (
        longTerm.extraction && (
          <ExtractionView
            longTerm={longTerm}
            extraction={longTerm.extraction}
            version={version}
            grid={find.grid}
            frame={frame}
            record={record}
          />
        )
      );
    case 'audit':
      return (
        <AuditView
          longTerm={longTerm}
          version={version}
          grid={find.grid}
          frame={frame}
          record={record}
        />
      );
    case 'storage':
      return (
        <SplitView
          list={
            <StorageView
              longTerm={longTerm}
              version={version}
              body={find.grid}
              onFinish={onFinish}
            />
          }
          detail={record}
        />
      );
    default:
      return mode satisfies never;
  }
}
