import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useMemo } from 'react';
import type { RowModel } from './row-model.ts';

/** Every heading is one line. */
export const HEADING_PIXELS = 28;
/** Rows drawn beyond each edge, so that scrolling does not uncover empty space. */
const OVERSCAN_ROWS = 6;

/** A row that is in the document. */
export interface PlacedRow {
  readonly index: number;
  /** From the top of the rows. */
  readonly offsetPixels: number;
  /** A heading that stays at the top while its rows pass below. */
  readonly isPinned: boolean;
}

/**
 * Chooses the rows that are in the document, and their places. However many rows there are, it is
 * those in sight with a few around, the heading above them, and the selected one, so that it can be
 * spoken.
 */
export function useVirtualRows({
  rows,
  scroller,
  rowPixels,
  headsPixels,
  selectedIndex,
}: {
  readonly rows: readonly RowModel[];
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rowPixels: number;
  /** Height of the column heads, which stand over the rows. */
  readonly headsPixels: number;
  readonly selectedIndex: number | undefined;
}) {
  const headings = useMemo(() => headingIndexes(rows), [rows]);
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    // Stable as long as their answers are: otherwise each scrolled pixel would place every row again.
    estimateSize: useCallback(
      (index: number) => (rows[index]?.isHeading ? HEADING_PIXELS : rowPixels),
      [rows, rowPixels],
    ),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = new Set(defaultRangeExtractor(range));
        const pinned = headingOver(headings, range.startIndex);
        if (pinned !== undefined) shown.add(pinned);
        if (selectedIndex !== undefined) shown.add(selectedIndex);
        return [...shown].sort((a, b) => a - b);
      },
      [headings, selectedIndex],
    ),
    overscan: OVERSCAN_ROWS,
    // A row that changes its height while heights are told would have to be told in the same frame,
    // and the page around the panel would see an error event.
    useAnimationFrameWithResizeObserver: true,
    scrollMargin: headsPixels,
    scrollPaddingStart: headsPixels + (headings.length > 0 ? HEADING_PIXELS : 0),
  });

  // Heights of another layout tell nothing about this one.
  useEffect(() => {
    if (rowPixels > 0) virtualizer.measure();
  }, [virtualizer, rowPixels]);

  const items = virtualizer.getVirtualItems();
  const pinnedIndex = headingOver(headings, virtualizer.range?.startIndex ?? 0);
  return {
    placed: items.map(({ index, start }) => ({
      index,
      offsetPixels: start - headsPixels,
      isPinned: index === pinnedIndex,
    })),
    /** Height of all rows together, drawn or not. */
    totalPixels: virtualizer.getTotalSize(),
    /** The number of rows that PgUp and PgDn pass over. */
    pageRows: () => rowsInSight(virtualizer),
    scrollTo: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    /** Height of the selected row as far as it is known. */
    selectedPixels: items.find(({ index }) => index === selectedIndex)?.size,
    /** For the `ref` of each row, which names its place in `data-index`. */
    measure: virtualizer.measureElement,
  };
}

function headingIndexes(rows: readonly RowModel[]): readonly number[] {
  return rows.flatMap(({ isHeading }, index) => (isHeading ? [index] : []));
}

/** The heading of the group that the first row in sight belongs to. */
function headingOver(headings: readonly number[], firstInSight: number): number | undefined {
  return headings.findLast((index) => index <= firstInSight);
}

/** Less one, so that a page keeps a row of the one before it in sight. */
function rowsInSight({ range }: Virtualizer<HTMLElement, HTMLElement>): number {
  return range ? Math.max(1, range.endIndex - range.startIndex - 1) : 1;
}
