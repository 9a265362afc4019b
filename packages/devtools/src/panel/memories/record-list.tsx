import { type ReactNode, useDeferredValue, useMemo } from 'react';
import type { LongTermSource } from '../../source/long-term-source.ts';
import { formatCount } from '../../view-model/format.ts';
import { isUnfiltered, queryOf, type RecordRow, recordRows } from '../../view-model/record-rows.ts';
import type { GridLayouts } from '../grid/grid-layout.ts';
import type { GridFind } from '../grid/use-grid-find.ts';
import { VirtualGrid } from '../grid/virtual-grid.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { ExportButton } from './export-button.tsx';
import { RecordCells } from './record-cells.tsx';
import { type RecordPages, useRecordPages } from './use-record-pages.ts';

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
  onEnter,
}: {
  readonly longTerm: LongTermSource;
  readonly version: number;
  readonly find: GridFind;
  readonly onEnter: () => void;
}): ReactNode {
  const { memories, dispatchMemories } = usePanel();
  const filter = useDeferredValue(memories.filter);
  const query = useMemo(() => queryOf(filter), [filter]);
  const pages = useRecordPages(longTerm, query, version);
  const { records } = pages;
  const rows = useMemo(() => recordRows(records, longTerm.nowMs()), [records, longTerm]);
  if (records.length === 0 && pages.status === 'here' && isUnfiltered(filter)) return <NoRecords />;
  return (
    <div className="record-area">
      <div className="record-head">
        <p className="record-count" role="status">
          {countWords(pages)}
        </p>
        <ExportButton longTerm={longTerm} />
      </div>
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
          empty={emptyWords(pages)}
        />
      </div>
    </div>
  );
}

function renderCells(row: RecordRow): ReactNode {
  return <RecordCells row={row} />;
}

function countWords({ status, records, hasMore }: RecordPages): string {
  if (status === 'failed' || (status === 'waiting' && records.length === 0)) return '';
  const count = formatCount(records.length, 'record');
  return hasMore && status === 'here' ? `${count} so far, more as you scroll` : count;
}

function emptyWords({ status, message }: RecordPages): string {
  if (status === 'waiting') return 'Asking for the records …';
  return status === 'failed'
    ? `The records did not arrive; nothing was changed. ${message ?? ''}`
    : 'No record is like this.';
}

function NoRecords(): ReactNode {
  return (
    <div className="empty">
      <h2>Nothing is remembered yet</h2>
      <p>
        Records come from <code>longTerm.store()</code>: by your app, by the agent’s tools, or by a
        hook that looks through what was said. Each is listed here with its source and how sure it
        is.
      </p>
    </div>
  );
}
