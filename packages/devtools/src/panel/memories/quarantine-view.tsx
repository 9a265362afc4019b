import { type ReactNode, type RefObject, useCallback, useMemo } from 'react';
import type { HeldFacts } from '../../source/held-facts.ts';
import type { LongTermSource } from '../../source/long-term-source.ts';
import { type HeldRow, heldRows } from '../../view-model/held-words.ts';
import { CellElement } from '../grid/grid-elements.tsx';
import type { GridLayouts } from '../grid/grid-layout.ts';
import { useNoFind } from '../grid/use-no-find.ts';
import { VirtualGrid } from '../grid/virtual-grid.tsx';
import type { PaneFrame } from '../parts/pane.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { SplitView } from '../parts/split-view.tsx';
import { HeldDetail } from './held-detail.tsx';
import { countWords, emptyWords } from './page-words.ts';
import { RowsFrame } from './rows-frame.tsx';
import type { FinishedAction } from './use-action.ts';
import { type PageOf, type Pages, usePages } from './use-pages.ts';

const COLUMNS = [
  { name: 'start', title: 'Text' },
  { name: 'reason', title: 'Why' },
  { name: 'origin', title: 'From' },
  { name: 'age', title: 'Held' },
  { name: 'left', title: 'Until' },
] as const;

/** Narrow, a text has a line of its own over its facts. */
const LAYOUTS: GridLayouts = [
  { name: 'two-lines', fromPixels: 0, rowPixels: 46 },
  { name: 'one-line', fromPixels: 620, rowPixels: 29 },
];

const NOTHING_HELD =
  'Nothing waits here. A text that reads like an order to the assistant is held until somebody has looked at it, unless it is the user’s own word.';

/** The quarantine: texts that read like orders to the assistant, to be released or erased [GRD-3]. */
export function QuarantineView({
  longTerm,
  version,
  grid,
  frame,
  record,
  onFinish,
}: {
  readonly longTerm: LongTermSource;
  readonly version: number;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly frame: Omit<PaneFrame, 'onClose'>;
  /** The details of a record that was opened; they stand in the place of the text's. */
  readonly record: ReactNode | undefined;
  readonly onFinish: (action: FinishedAction) => void;
}): ReactNode {
  const { memories, dispatchMemories } = usePanel();
  const pages = useHeld(longTerm, version);
  const held = pages.items.find(({ id }) => id === memories.heldId);
  const detail = held && (
    <HeldDetail
      key={held.id}
      {...frame}
      longTerm={longTerm}
      held={held}
      onFinish={onFinish}
      onClose={() => {
        dispatchMemories({ type: 'look-at-held', id: undefined });
        frame.onLeave();
      }}
    />
  );
  return (
    <SplitView
      list={
        <HeldList
          pages={pages}
          longTerm={longTerm}
          grid={grid}
          selected={record === undefined ? memories.heldId : undefined}
          onEnter={() => frame.body.current?.focus()}
        />
      }
      detail={record ?? detail}
    />
  );
}

function useHeld(longTerm: LongTermSource, version: number): Pages<HeldFacts> {
  return usePages(
    useCallback(
      async (options): Promise<PageOf<HeldFacts>> => {
        const { held: items, ...rest } = await longTerm.held(options);
        return { items, ...rest };
      },
      [longTerm],
    ),
    version,
  );
}

function HeldList({
  pages,
  longTerm,
  grid,
  selected,
  onEnter,
}: {
  readonly pages: Pages<HeldFacts>;
  readonly longTerm: LongTermSource;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly selected: string | undefined;
  readonly onEnter: () => void;
}): ReactNode {
  const { dispatchMemories } = usePanel();
  const find = useNoFind(grid);
  const { items } = pages;
  const rows = useMemo(() => heldRows(items, longTerm.nowMs()), [items, longTerm]);
  return (
    <RowsFrame
      count={countWords(pages, 'text waits', 'texts wait')}
      beside={<p className="quiet">In no list, search or context until you decide</p>}
    >
      <div className="record-rows">
        <VirtualGrid
          role="grid"
          label="Quarantine, newest first"
          className="held-grid"
          columns={COLUMNS}
          layouts={LAYOUTS}
          rows={rows}
          renderCells={renderCells}
          attributesOf={() => ({ 'data-kind': 'held' })}
          selectedKey={selected}
          onSelect={(id) => dispatchMemories({ type: 'look-at-held', id })}
          onEnter={onEnter}
          find={find}
          onNearEnd={pages.more}
          empty={emptyWords(pages, 'texts in quarantine', NOTHING_HELD)}
        />
      </div>
    </RowsFrame>
  );
}

function renderCells({ start, reason, source, age, left }: HeldRow): ReactNode {
  return (
    <>
      <CellElement className="start" title={start}>
        <span className="start-text">{start}</span>
      </CellElement>
      <CellElement className="reason" title={reason}>
        {reason}
      </CellElement>
      <CellElement className="origin">{source}</CellElement>
      <CellElement className="age">{age}</CellElement>
      <CellElement className="left">{left}</CellElement>
    </>
  );
}
