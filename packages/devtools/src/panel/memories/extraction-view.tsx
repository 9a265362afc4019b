import { type ReactNode, type RefObject, useCallback, useMemo, useState } from 'react';
import type { ExtractionPass, ExtractionSource } from '../../source/extraction-facts.ts';
import type { LongTermSource } from '../../source/long-term-source.ts';
import { causeWords, type PassRow, passRows } from '../../view-model/extraction-words.ts';
import { formatCount, formatMoment } from '../../view-model/format.ts';
import { CellElement } from '../grid/grid-elements.tsx';
import type { GridLayouts } from '../grid/grid-layout.ts';
import { useNoFind } from '../grid/use-no-find.ts';
import { VirtualGrid } from '../grid/virtual-grid.tsx';
import type { PaneFrame } from '../parts/pane.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { SplitView } from '../parts/split-view.tsx';
import { type Asked, arrived, useLatestAnswer } from '../parts/use-answer.ts';
import { useChanges } from '../parts/use-changes.ts';
import { PassDetail } from './pass-detail.tsx';
import { RowsFrame } from './rows-frame.tsx';

const COLUMNS = [
  { name: 'moment', title: 'Time' },
  { name: 'outcome', title: 'Outcome' },
  { name: 'read', title: 'Read' },
  { name: 'extractor', title: 'By' },
  { name: 'duration', title: 'Took' },
] as const;

/** Narrow, an outcome has a line of its own over the facts of its pass. */
const LAYOUTS: GridLayouts = [
  { name: 'two-lines', fromPixels: 0, rowPixels: 46 },
  { name: 'one-line', fromPixels: 620, rowPixels: 29 },
];

const NOTHING_READ =
  'Nothing has been read yet. Extraction reads when a run has ended, that is when the assistant has answered without calling a tool, and before messages leave the context.';
const NO_PASSES: readonly ExtractionPass[] = [];

/** The log of extraction: what was read, taken, forgotten and refused in each pass, and why [EXT-5]. */
export function ExtractionView({
  longTerm,
  extraction,
  version,
  grid,
  frame,
  record,
}: {
  readonly longTerm: LongTermSource;
  readonly extraction: ExtractionSource;
  readonly version: number;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly frame: Omit<PaneFrame, 'onClose'>;
  /** The details of a record that was opened; they stand in the place of the pass's. */
  readonly record: ReactNode | undefined;
}): ReactNode {
  const { dispatchMemories } = usePanel();
  const asked = useLog(extraction);
  const passes = arrived(asked) ?? NO_PASSES;
  const rows = useMemo(() => passRows(passes, longTerm.nowMs()), [passes, longTerm]);
  const [key, setKey] = useState<string>();
  const selected = rows.find((row) => row.key === key);
  const detail = selected && (
    <PassDetail
      key={selected.key}
      {...frame}
      row={selected}
      longTerm={longTerm}
      version={version}
      onClose={() => {
        setKey(undefined);
        frame.onLeave();
      }}
    />
  );
  return (
    <SplitView
      list={
        <PassList
          asked={asked}
          rows={rows}
          grid={grid}
          selected={record === undefined ? key : undefined}
          onSelect={(next) => {
            setKey(next);
            dispatchMemories({ type: 'select', id: undefined });
          }}
          onEnter={() => frame.body.current?.focus()}
        />
      }
      detail={record ?? detail}
    />
  );
}

function useLog(extraction: ExtractionSource): Asked<readonly ExtractionPass[]> {
  const { isShown } = usePanel();
  const version = useChanges(extraction, isShown);
  return useLatestAnswer(
    extraction,
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each pass
    useCallback(() => extraction.log(), [extraction, version]),
  );
}

function PassList({
  asked,
  rows,
  grid,
  selected,
  onSelect,
  onEnter,
}: {
  readonly asked: Asked<unknown>;
  readonly rows: readonly PassRow[];
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly selected: string | undefined;
  readonly onSelect: (key: string | undefined) => void;
  readonly onEnter: () => void;
}): ReactNode {
  return (
    <RowsFrame
      count={asked.status === 'here' ? formatCount(rows.length, 'pass', 'passes') : ''}
      beside={<p className="quiet">Rules and messages, never texts</p>}
    >
      <div className="record-rows">
        <VirtualGrid
          role="grid"
          label="Extraction log, newest first"
          className="pass-grid"
          columns={COLUMNS}
          layouts={LAYOUTS}
          rows={rows}
          renderCells={renderCells}
          attributesOf={({ outcome }) => ({ 'data-kind': outcome.kind })}
          selectedKey={selected}
          onSelect={onSelect}
          onEnter={onEnter}
          find={useNoFind(grid)}
          empty={emptyWordsOf(asked)}
        />
      </div>
    </RowsFrame>
  );
}

function emptyWordsOf(asked: Asked<unknown>): string {
  if (asked.status === 'waiting') return 'Asking for the log …';
  return asked.status === 'failed'
    ? `The log did not arrive; nothing was changed. ${asked.message}`
    : NOTHING_READ;
}

function renderCells({ pass, outcome, extractor, duration, nowMs }: PassRow): ReactNode {
  return (
    <>
      <CellElement className="moment">{formatMoment(pass.atMs, nowMs)}</CellElement>
      <CellElement className="outcome" title={outcome.sentence}>
        {outcome.words}
      </CellElement>
      <CellElement className="read" title={causeWords(pass.cause)}>
        {formatCount(pass.entries, 'message')}
      </CellElement>
      <CellElement className="extractor">{extractor}</CellElement>
      <CellElement className="duration">{duration}</CellElement>
    </>
  );
}
