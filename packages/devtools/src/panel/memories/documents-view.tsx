import type { StoredDocument } from '@agent-memory/long-term/documents';
import { type ReactNode, type RefObject, useCallback, useMemo, useState } from 'react';
import type { DocumentSource } from '../../source/document-facts.ts';
import { type DocumentRow, documentRows } from '../../view-model/document-words.ts';
import { CellElement } from '../grid/grid-elements.tsx';
import type { GridLayouts } from '../grid/grid-layout.ts';
import { useNoFind } from '../grid/use-no-find.ts';
import { VirtualGrid } from '../grid/virtual-grid.tsx';
import type { PaneFrame } from '../parts/pane.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { SplitView } from '../parts/split-view.tsx';
import { useChanges } from '../parts/use-changes.ts';
import { DocumentDetail } from './document-detail.tsx';
import { countWords, emptyWords } from './page-words.ts';
import { RowsFrame } from './rows-frame.tsx';
import type { FinishedAction } from './use-action.ts';
import { type PageOf, type Pages, usePages } from './use-pages.ts';

const COLUMNS = [
  { name: 'start', title: 'Title' },
  { name: 'format', title: 'Format' },
  { name: 'chunks', title: 'Chunks' },
  { name: 'tokens', title: 'Tokens' },
  { name: 'age', title: 'Added' },
] as const;

/** Narrow, a title has a line of its own over its facts. */
const LAYOUTS: GridLayouts = [
  { name: 'two-lines', fromPixels: 0, rowPixels: 46 },
  { name: 'one-line', fromPixels: 620, rowPixels: 29 },
];

const NO_DOCUMENTS =
  'No document was added. What a user adds is reference material: it is quoted with its place, and nothing of it becomes a record.';

/** The documents beside the records: what was added, its chunks, and the way to remove one whole [LTM-10]. */
export function DocumentsView({
  documents,
  nowMs,
  grid,
  frame,
  record,
  onFinish,
}: {
  readonly documents: DocumentSource;
  readonly nowMs: () => number;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly frame: Omit<PaneFrame, 'onClose'>;
  /** The details of a record that was opened; they stand in the place of the document's. */
  readonly record: ReactNode | undefined;
  readonly onFinish: (action: FinishedAction) => void;
}): ReactNode {
  const { isShown, dispatchMemories } = usePanel();
  const version = useChanges(documents, isShown);
  const pages = useDocuments(documents, version);
  const [selectedId, setSelectedId] = useState<string>();
  const selected = pages.items.find(({ id }) => id === selectedId);
  const detail = selected && (
    <DocumentDetail
      key={selected.id}
      {...frame}
      documents={documents}
      document={selected}
      version={version}
      nowMs={nowMs()}
      onFinish={onFinish}
      onClose={() => {
        setSelectedId(undefined);
        frame.onLeave();
      }}
    />
  );
  return (
    <SplitView
      list={
        <DocumentList
          pages={pages}
          nowMs={nowMs}
          grid={grid}
          selected={record === undefined ? selectedId : undefined}
          onSelect={(id) => {
            setSelectedId(id);
            dispatchMemories({ type: 'select', id: undefined });
          }}
          onEnter={() => frame.body.current?.focus()}
        />
      }
      detail={record ?? detail}
    />
  );
}

function useDocuments(documents: DocumentSource, version: number): Pages<StoredDocument> {
  return usePages(
    useCallback(
      async (options): Promise<PageOf<StoredDocument>> => {
        const { documents: items, ...rest } = await documents.page(options);
        return { items, ...rest };
      },
      [documents],
    ),
    version,
  );
}

function DocumentList({
  pages,
  nowMs,
  grid,
  selected,
  onSelect,
  onEnter,
}: {
  readonly pages: Pages<StoredDocument>;
  readonly nowMs: () => number;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
  readonly onEnter: () => void;
}): ReactNode {
  const find = useNoFind(grid);
  const { items } = pages;
  const rows = useMemo(() => documentRows(items, nowMs()), [items, nowMs]);
  return (
    <RowsFrame
      count={countWords(pages, 'document', 'documents')}
      beside={<p className="quiet">Quoted, never believed</p>}
    >
      <div className="record-rows">
        <VirtualGrid
          role="grid"
          label="Documents, newest first"
          className="document-grid"
          columns={COLUMNS}
          layouts={LAYOUTS}
          rows={rows}
          renderCells={renderCells}
          attributesOf={() => ({ 'data-kind': 'document' })}
          selectedKey={selected}
          onSelect={onSelect}
          onEnter={onEnter}
          find={find}
          onNearEnd={pages.more}
          empty={emptyWords(pages, 'documents', NO_DOCUMENTS)}
        />
      </div>
    </RowsFrame>
  );
}

function renderCells({ title, format, chunks, tokens, age }: DocumentRow): ReactNode {
  return (
    <>
      <CellElement className="start" title={title}>
        <span className="start-text">{title}</span>
      </CellElement>
      <CellElement className="format">{format}</CellElement>
      <CellElement className="chunks">{chunks}</CellElement>
      <CellElement className="tokens">{tokens}</CellElement>
      <CellElement className="age">{age}</CellElement>
    </>
  );
}
