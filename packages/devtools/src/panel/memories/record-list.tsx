import { type ReactNode, useCallback, useDeferredValue, useMemo } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';
import type { RecordFacts } from '../../source/record-facts.ts';
import { isUnfiltered, queryOf, type RecordRow, recordRows } from '../../view-model/record-rows.ts';
import type { GridLayouts } from '../grid/grid-layout.ts';
import type { GridFind } from '../grid/use-grid-find.ts';
import { VirtualGrid } from '../grid/virtual-grid.tsx';
import { EmptyView } from '../parts/empty-view.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { ExportButton } from './export-button.tsx';
import { ImportButton } from './import-button.tsx';
import { countWords, emptyWords } from './page-words.ts';
import { RecordCells } from './record-cells.tsx';
import { RowsFrame } from './rows-frame.tsx';
import type { FileImport } from './use-import.ts';
import { type PageOf, usePages } from './use-pages.ts';

const COLUMNS = [
  { name: 'start', title: 'Text' },
  { name: 'kind', title: 'Kind' },
  { name: 'origin', title: 'Source' },
  { name: 'confidence', title: 'Sure' },
  { name: 'age', title: 'Age' },
  { name: 'uses', title: 'Uses' },
] as const;

/** Narrow, a text has a line of its own over its facts. */
const LAYOUTS: GridLayouts = [
  { name: 'two-lines', fromPixels: 0, rowPixels: 46 },
  { name: 'one-line', fromPixels: 620, rowPixels: 29 },
];

/** The records that hold, newest first, fetched as they are read. */
export function RecordList({
  longTerm,
  version,
  find,
  fileImport,
  onEnter,
}: {
  readonly longTerm: LongTermSource;
  readonly version: number;
  readonly find: GridFind;
  readonly fileImport: FileImport;
  readonly onEnter: () => void;
}): ReactNode {
  const { memories, dispatchMemories } = usePanel();
  const filter = useDeferredValue(memories.filter);
  const query = useMemo(() => queryOf(filter), [filter]);
  const pages = usePages(
    useCallback(
      async (options): Promise<PageOf<RecordFacts>> => {
        const { records: items, ...rest } = await longTerm.page(query, options);
        return { items, ...rest };
      },
      [longTerm, query],
    ),
    version,
  );
  const { items, status } = pages;
  const rows = useMemo(() => recordRows(items, longTerm.nowMs()), [items, longTerm]);
  const isEmpty = items.length === 0 && status === 'here' && isUnfiltered(filter);
  return (
    <RowsFrame
      count={countWords(pages, 'record', 'records')}
      beside={
        <>
          <ImportButton fileImport={fileImport} />
          <ExportButton longTerm={longTerm} />
        </>
      }
    >
      {isEmpty ? (
        <NoRecords />
      ) : (
        <div className="record-rows">
          <VirtualGrid
            role="grid"
            label="Records, newest first"
            className="record-grid"
            columns={COLUMNS}
            layouts={LAYOUTS}
            rows={rows}
            renderCells={renderCells}
            attributesOf={() => ({ 'data-kind': 'record' })}
            selectedKey={memories.selectedId}
            onSelect={(id) => dispatchMemories({ type: 'select', id })}
            onEnter={onEnter}
            find={find}
            onNearEnd={pages.more}
            empty={emptyWords(pages, 'records', 'No record is like this.')}
          />
        </div>
      )}
    </RowsFrame>
  );
}

function renderCells(row: RecordRow): ReactNode {
  return <RecordCells row={row} />;
}

function NoRecords(): ReactNode {
  return (
    <EmptyView title="Nothing is remembered yet">
      Records come from <code>longTerm.store()</code>: by your app, by the agent’s tools, or by a
      hook that looks through what was said, or from a file that was exported before. Each is listed
      here with its source and how sure it is.
    </EmptyView>
  );
}
