import { type ReactNode, type RefObject, useCallback, useMemo, useState } from 'react';
import type { AuditFacts } from '../../source/audit-facts.ts';
import type { LongTermSource } from '../../source/long-term-source.ts';
import {
  type AuditRow,
  actionName,
  auditRows,
  moreWords,
  reasonWords,
} from '../../view-model/audit-words.ts';
import { formatMoment } from '../../view-model/format.ts';
import { CellElement } from '../grid/grid-elements.tsx';
import type { GridLayouts } from '../grid/grid-layout.ts';
import { useNoFind } from '../grid/use-no-find.ts';
import { VirtualGrid } from '../grid/virtual-grid.tsx';
import type { PaneFrame } from '../parts/pane.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { SplitView } from '../parts/split-view.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { AuditedRecordLink } from './audited-record.tsx';
import { countWords, emptyWords } from './page-words.ts';
import { RowsFrame } from './rows-frame.tsx';
import { type PageOf, type Pages, usePages } from './use-pages.ts';

const COLUMNS = [
  { name: 'moment', title: 'Time' },
  { name: 'action', title: 'Action' },
  { name: 'record', title: 'Record' },
  { name: 'reason', title: 'Reason' },
] as const;

/** Narrow, a record has a line of its own over what was done to it. */
const LAYOUTS: GridLayouts = [
  { name: 'two-lines', fromPixels: 0, rowPixels: 46 },
  { name: 'one-line', fromPixels: 620, rowPixels: 29 },
];

/** The audit log: what was done to which records and why, newest first [LTM-7]. */
export function AuditView({
  longTerm,
  version,
  grid,
  frame,
  record,
}: {
  readonly longTerm: LongTermSource;
  readonly version: number;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly frame: Omit<PaneFrame, 'onClose'>;
  /** The details of a record that was opened; they stand in the place of the entry's. */
  readonly record: ReactNode | undefined;
}): ReactNode {
  const { dispatchMemories } = usePanel();
  const pages = useAudit(longTerm, version);
  const [number, setNumber] = useState<number>();
  const entry = pages.items.find((one) => one.number === number);
  const detail = entry && (
    <AuditDetail
      {...frame}
      entry={entry}
      nowMs={longTerm.nowMs()}
      onClose={() => {
        setNumber(undefined);
        frame.onLeave();
      }}
    />
  );
  return (
    <SplitView
      list={
        <AuditList
          pages={pages}
          longTerm={longTerm}
          grid={grid}
          selected={number}
          onSelect={(key) => {
            setNumber(key === undefined ? undefined : Number(key));
            dispatchMemories({ type: 'select', id: undefined });
          }}
          onEnter={() => frame.body.current?.focus()}
        />
      }
      detail={record ?? detail}
    />
  );
}

function useAudit(longTerm: LongTermSource, version: number): Pages<AuditFacts> {
  const { action } = usePanel().memories;
  return usePages(
    useCallback(
      async (options): Promise<PageOf<AuditFacts>> => {
        const wanted = action === '' ? options : { ...options, action };
        const { entries: items, ...rest } = await longTerm.audit(wanted);
        return { items, ...rest };
      },
      [longTerm, action],
    ),
    version,
  );
}

function AuditList({
  longTerm,
  pages,
  grid,
  selected,
  onSelect,
  onEnter,
}: {
  readonly longTerm: LongTermSource;
  readonly pages: Pages<AuditFacts>;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly selected: number | undefined;
  readonly onSelect: (key: string | undefined) => void;
  readonly onEnter: () => void;
}): ReactNode {
  const { action } = usePanel().memories;
  // The log holds no texts.
  const find = useNoFind(grid);
  const { items } = pages;
  const rows = useMemo(() => auditRows(items, longTerm.nowMs()), [items, longTerm]);
  const nothing = action === '' ? 'Nothing has been done yet.' : 'No entry is like this.';
  return (
    <RowsFrame
      count={countWords(pages, 'entry', 'entries')}
      beside={<p className="quiet">Ids and actions, never texts</p>}
    >
      <div className="record-rows">
        <VirtualGrid
          role="grid"
          label="Audit log, newest first"
          className="audit-grid"
          columns={COLUMNS}
          layouts={LAYOUTS}
          rows={rows}
          renderCells={renderCells}
          attributesOf={() => ({ 'data-kind': 'entry' })}
          selectedKey={selected === undefined ? undefined : String(selected)}
          onSelect={onSelect}
          onEnter={onEnter}
          find={find}
          onNearEnd={pages.more}
          empty={emptyWords(pages, 'entries', nothing)}
        />
      </div>
    </RowsFrame>
  );
}

function renderCells(row: AuditRow): ReactNode {
  return <AuditCells row={row} />;
}

function AuditCells({ row: { facts, nowMs } }: { readonly row: AuditRow }): ReactNode {
  const { atMs, action, records } = facts;
  const [first] = records;
  return (
    <>
      <CellElement className="moment">{formatMoment(atMs, nowMs)}</CellElement>
      <CellElement className="action">{actionName(action)}</CellElement>
      <CellElement className="record" title={first?.start ?? 'erased: no text of it is left'}>
        {/* By keys it is Enter on the row. */}
        <AuditedRecordLink record={first} isTabStop={false} />
        <span className="more">{moreWords(facts)}</span>
      </CellElement>
      <CellElement className="reason" title={reasonWords(facts)}>
        {reasonWords(facts)}
      </CellElement>
    </>
  );
}
