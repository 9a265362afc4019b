import { AgentMemoryError } from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';
import { type ReactNode, useRef, useState } from 'react';
import { Choice, Menu, Press, StatusNotice } from '../elements/elements.tsx';
import { Pane, SplitView } from '../elements/pane.tsx';
import { arrived, useAction, useLatestAnswer, usePanel } from '../elements/panel-context.ts';
import { useChanges } from '../elements/use-changes.ts';
import { FindField, useGridFind } from '../grid/find-field.tsx';
import type { LongTermSource } from '../source/long-term-source.ts';
import { formatCount, type MenuItem } from '../words/format.ts';
import { AuditView } from './audit-view.tsx';
import { ACTION_MENU, type ImportedFile, importSentence } from './audit-words.ts';
import { DocumentsView } from './documents-view.tsx';
import { ExtractionView } from './extraction-view.tsx';
import { refusalText } from './extraction-words.ts';
import type { FinishedAction } from './finished-action.ts';
import {
  MemoriesTabProvider,
  type MemoriesTabValue,
  useMemories,
  useRecordsAnswer,
} from './memories-context.ts';
import { useMemoriesView } from './memories-view.ts';
import { NamespacesView } from './namespaces-view.tsx';
import { QuarantineView } from './quarantine-view.tsx';
import { RecallBox } from './recall-box.tsx';
import { useSelectedRecord } from './record-detail.tsx';
import { RecordList } from './record-list.tsx';
import { MENUS, type RecordFilter } from './record-words.ts';

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
  {
    value: 'namespaces',
    title: 'Namespaces',
    meaning: 'whose records these are; each can be erased',
  },
] as const;

/** The long-term memory: its records, where each comes from, and what a recall would find [RET-3]. */
export function MemoriesTab(): ReactNode {
  const { longTerm } = usePanel().source;
  return longTerm && <Memories longTerm={longTerm} />;
}

function Memories({ longTerm }: { readonly longTerm: LongTermSource }): ReactNode {
  const { isShown } = usePanel();
  const { memories, dispatchMemories } = useMemoriesView();
  const version = useChanges(longTerm, isShown);
  const [finished, setFinished] = useState<FinishedAction>();
  const find = useGridFind(memories.filter.phrase, (phrase) =>
    dispatchMemories({ type: 'filter', filter: { phrase } }),
  );
  const body = useRef<HTMLElement>(null);
  const focusList = () => find.grid.current?.focus();
  function finish(action: FinishedAction): void {
    setFinished(action);
    dispatchMemories({ type: 'change', change: { selectedId: action.selectedId } });
    if (action.hasErased) dispatchMemories({ type: 'erase' });
    focusList();
  }
  const value: MemoriesTabValue = {
    ...{ longTerm, version, find, onFinish: finish },
    fileImport: useImport(longTerm, finish),
    frame: { body, onLeave: focusList },
  };
  const heldCount = arrived(
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after each change
    useLatestAnswer(longTerm, () => longTerm.heldCount(), [longTerm, version]),
  );
  const modes = modesOf(longTerm).map((mode) =>
    mode.value === 'quarantine' && heldCount !== undefined ? { ...mode, count: heldCount } : mode,
  );
  return (
    <MemoriesTabProvider value={value}>
      <div className="toolbar">
        <Choice
          label="What to look at"
          options={modes}
          chosen={memories.mode}
          onChoose={(chosen) => dispatchMemories({ type: 'choose-mode', mode: chosen })}
        />
        {memories.mode === 'records' && <RecordFilters />}
        {memories.mode === 'audit' && <ActionMenu />}
      </div>
      <ActionNotice finished={finished} onClose={() => setFinished(undefined)} />
      <ModeView />
    </MemoriesTabProvider>
  );
}

/** The views of this tab; documents and the log of extraction where there are any. */
function modesOf({ documents, extraction }: LongTermSource) {
  return MODES.filter(
    ({ value }) => (value !== 'documents' || documents) && (value !== 'extraction' || extraction),
  );
}

function ActionMenu(): ReactNode {
  const { memories, dispatchMemories } = useMemoriesView();
  return (
    <Menu
      label="Action"
      all="Every action"
      items={ACTION_MENU}
      chosen={memories.action}
      onChoose={(action) => dispatchMemories({ type: 'change', change: { action } })}
    />
  );
}

/** The chosen list, and the details of what is selected in it. */
function ModeView(): ReactNode {
  const { mode, imported } = useMemoriesView().memories;
  const { documents, extraction } = useMemories().longTerm;
  const record = useSelectedRecord();
  switch (mode) {
    case 'records':
      return (
        <SplitView
          list={<RecordList />}
          detail={record ?? (imported && <ImportReport file={imported} />)}
        />
      );
    case 'recall':
      return <SplitView list={<RecallBox />} detail={record} />;
    case 'documents':
      return documents && <DocumentsView documents={documents} />;
    case 'quarantine':
      return <QuarantineView />;
    case 'extraction':
      return extraction && <ExtractionView extraction={extraction} />;
    case 'audit':
      return <AuditView />;
    case 'namespaces':
      return <NamespacesView />;
    default:
      return mode satisfies never;
  }
}

/** Tells what the last action did, with the way back where there is one. */
function ActionNotice(props: {
  readonly finished: FinishedAction | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const { finished, onClose } = props;
  const { run, isRunning, failure } = useAction(useMemories().onFinish);
  const undo = finished?.undo;
  return (
    <StatusNotice
      words={finished && (failure ?? finished.words)}
      isWarning={finished?.isRefused === true}
      onClose={onClose}
    >
      {undo && (
        <Press aria-disabled={isRunning} onClick={() => run(undo)}>
          Undo
        </Press>
      )}
    </StatusNotice>
  );
}

/** Refused lines that are told one by one; the rest is told as a number. */
const TOLD_LINES = 50;

/** The lines of a file that were refused, and why. */
function ImportReport({ file }: { readonly file: ImportedFile }): ReactNode {
  const { dispatchMemories } = useMemoriesView();
  const { frame } = useMemories();
  const { name, report } = file;
  function onClose(): void {
    dispatchMemories({ type: 'change', change: { imported: undefined } });
    frame.onLeave();
  }
  const more = report.refused.length - TOLD_LINES;
  return (
    <Pane {...frame} onClose={onClose} title="Import" facts={[name]} bodyLabel="Lines of the file">
      <p className="sentence">{importSentence(report)}</p>
      <section className="record-section" aria-label="Refused">
        <h3>Refused</h3>
        <ol className="file-lines">
          {report.refused.slice(0, TOLD_LINES).map(({ line, refusal }) => (
            <li key={line}>
              <span className="quiet">line {line}</span> <span>{refusalText(refusal)}</span>
            </li>
          ))}
        </ol>
        {more > 0 && (
          <p className="quiet">and {formatCount(more, 'line like this', 'lines like these')}</p>
        )}
      </section>
    </Pane>
  );
}

/** Chooses the records that are listed. */
function RecordFilters(): ReactNode {
  const { find } = useMemories();
  const { filter } = useMemoriesView().memories;
  const namespaces = arrived(useRecordsAnswer((longTerm) => longTerm.namespaces())) ?? [];
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

function FilterMenu<Field extends Exclude<keyof RecordFilter, 'phrase'>>(props: {
  readonly field: Field;
  readonly label: string;
  readonly all: string;
  readonly items: readonly MenuItem<Exclude<RecordFilter[Field], ''>>[];
}): ReactNode {
  const { field, label, all, items } = props;
  const { memories, dispatchMemories } = useMemoriesView();
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

/** Imports files. `onFinish` reports how each one went, and the report has the lines that were refused. */
function useImport(longTerm: LongTermSource, onFinish: (action: FinishedAction) => void) {
  const { dispatchMemories } = useMemoriesView();
  const { run, isRunning } = useAction(onFinish);
  const take = (chosen: File) =>
    run(async () => {
      const { words, report } = await takenIn(longTerm, chosen);
      const hasRefused = report !== undefined && report.refused.length > 0;
      const file = hasRefused ? { name: chosen.name, report } : undefined;
      dispatchMemories({ type: 'change', change: { imported: file } });
      return { words, isRefused: report === undefined, selectedId: undefined };
    });
  return { isRunning, take };
}

/** The outcome of a file in words; without a report it did not go as it should. */
async function takenIn(
  longTerm: LongTermSource,
  file: File,
): Promise<{ readonly words: string; readonly report?: ImportedFile['report'] }> {
  try {
    const text = await textOf(file);
    if (text === undefined) {
      return {
        words: `${file.name} cannot be read any more; nothing was imported. Choose it again.`,
      };
    }
    const report = await longTerm.imported(text);
    return { words: `From ${file.name}: ${importSentence(report)}`, report };
  } catch (error) {
    const isUnreadable =
      AgentMemoryError.isInstance(error) && error.code === 'INVALID_SESSION_FILE';
    const words = isUnreadable
      ? `${error.message} ${FILE_WANTED}`
      : `${STOPPED} ${errorText(error)}`;
    return { words };
  }
}

const FILE_WANTED =
  'Choose a file that “Export all” has made, in this memory or in another one of the same user.';

/** A large file is taken in by parts, each of them whole. */
const STOPPED =
  'The import stopped; what had been taken in before stays. Import the file again: nothing is taken in twice.';

/** `undefined` where the file was moved, changed or locked since it was chosen. */
async function textOf(file: File): Promise<string | undefined> {
  try {
    return await file.text();
  } catch {
    return undefined;
  }
}
