import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react';
import { type ContextRow, nextSelectable, rangeKey } from '../../view-model/context-rows.ts';
import { usePanel } from '../panel-context.ts';
import { useElementWidth } from '../use-element-width.ts';
import { ColumnHeads, ContextRowView } from './context-row.tsx';
import { GridRowGroup } from './grid-parts.tsx';

/** How much a row can show beside its text. */
export type ListDensity = 'narrow' | 'medium' | 'wide';

/** Where rows have two lines there are no columns to head; the heads are still spoken. */
const COLUMN_HEADS_PIXELS: Readonly<Record<ListDensity, number>> = {
  narrow: 0,
  medium: 26,
  wide: 26,
};
const TIER_PIXELS = 28;
const ROW_PIXELS: Readonly<Record<ListDensity, number>> = { narrow: 46, medium: 29, wide: 29 };
const PAGE_ROWS = 10;

function densityFor(widthPixels: number): ListDensity {
  if (widthPixels < 480) return 'narrow';
  return widthPixels < 640 ? 'medium' : 'wide';
}

/**
 * The rows, however many: only those in sight are in the document. One tab stop; arrows move the
 * selection, and the row that is selected stays in the document so that it can be spoken.
 */
export function ContextList({
  rows,
  phrase,
  onEnter,
}: {
  readonly rows: readonly ContextRow[];
  readonly phrase: string;
  readonly onEnter: () => void;
}): ReactNode {
  const { view, dispatch } = usePanel();
  const scroller = useRef<HTMLDivElement>(null);
  const density = densityFor(useElementWidth(scroller));
  const headsPixels = COLUMN_HEADS_PIXELS[density];
  const idBase = useId();
  const tierIndexes = useMemo(() => indexesOfTiers(rows), [rows]);
  const selectedIndex = useMemo(
    () => rows.findIndex((row) => row.key === view.selectedKey),
    [rows, view.selectedKey],
  );
  const pinnedIndex = useRef<number>(undefined);

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'tier' ? TIER_PIXELS : ROW_PIXELS[density]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    scrollMargin: headsPixels,
    scrollPaddingStart: headsPixels + TIER_PIXELS,
    rangeExtractor: useCallback(
      (range: Range) => {
        pinnedIndex.current = tierIndexes.findLast((index) => index <= range.startIndex);
        const shown = new Set(defaultRangeExtractor(range));
        if (pinnedIndex.current !== undefined) shown.add(pinnedIndex.current);
        if (selectedIndex >= 0) shown.add(selectedIndex);
        return [...shown].sort((a, b) => a - b);
      },
      [tierIndexes, selectedIndex],
    ),
  });

  // Rows of another density, or other rows, have other heights.
  useEffect(() => {
    if (density && rows) virtualizer.measure();
  }, [virtualizer, density, rows]);

  // Only a new selection scrolls: a new plan must not move what is being read.
  const scrollToSelected = useRef<() => void>(undefined);
  scrollToSelected.current = () => {
    if (selectedIndex >= 0) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' });
  };
  useEffect(() => {
    if (view.selectedKey !== undefined) scrollToSelected.current?.();
  }, [view.selectedKey]);

  function selectIndex(index: number | undefined): void {
    const row = index === undefined ? undefined : rows[index];
    if (row) dispatch({ type: 'select', key: row.key });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const handled = handleKey(event.key);
    if (handled) event.preventDefault();
  }

  function handleKey(key: string): boolean {
    const row = rows[selectedIndex];
    switch (key) {
      case 'ArrowDown':
        selectIndex(nextSelectable(rows, selectedIndex, 1));
        return true;
      case 'ArrowUp':
        selectIndex(nextSelectable(rows, selectedIndex < 0 ? rows.length : selectedIndex, -1));
        return true;
      case 'PageDown':
        selectIndex(nextSelectable(rows, Math.min(rows.length, selectedIndex + PAGE_ROWS), -1));
        return true;
      case 'PageUp':
        selectIndex(nextSelectable(rows, Math.max(-1, selectedIndex - PAGE_ROWS), 1));
        return true;
      case 'Home':
        selectIndex(nextSelectable(rows, -1, 1));
        return true;
      case 'End':
        selectIndex(nextSelectable(rows, rows.length, -1));
        return true;
      case 'ArrowRight':
        if (row?.kind !== 'range') return false;
        dispatch({ type: 'open-range', fromSeq: row.range.fromSeq });
        return true;
      case 'ArrowLeft':
        if (row?.kind !== 'range' && row?.kind !== 'entry') return false;
        dispatch({ type: 'close-range', fromSeq: row.range.fromSeq });
        if (row.kind === 'entry') dispatch({ type: 'select', key: rangeKey(row.range.fromSeq) });
        return true;
      case 'Enter':
        if (!row) return false;
        onEnter();
        return true;
      case 'Escape':
        if (view.phrase !== '') dispatch({ type: 'find', phrase: '' });
        else if (view.selectedKey !== undefined) dispatch({ type: 'clear-selection' });
        else return false;
        return true;
      default:
        return false;
    }
  }

  const maximumTokens = useMemo(() => largestItem(rows), [rows]);
  const rowId = (index: number) => `${idBase}-row-${index}`;
  return (
    <div
      className="list"
      role="treegrid"
      aria-label={view.scope === 'sent' ? 'Sent, in send order' : 'Everything considered'}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={selectedIndex >= 0 ? rowId(selectedIndex) : undefined}
      tabIndex={0}
      data-density={density}
      ref={scroller}
      onKeyDown={onKeyDown}
    >
      <ColumnHeads />
      <GridRowGroup className="rows" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index];
          if (!row) return null;
          const isPinned = index === pinnedIndex.current;
          return (
            <ContextRowView
              key={row.key}
              id={rowId(index)}
              row={row}
              ariaRowIndex={index + 2}
              isSelected={index === selectedIndex}
              isPinned={isPinned}
              phrase={phrase}
              maximumTokens={maximumTokens}
              offsetPixels={isPinned ? 0 : start - headsPixels}
              heightPixels={size}
            />
          );
        })}
      </GridRowGroup>
      {rows.length === 0 && (
        <p className="no-rows">
          {phrase === ''
            ? 'This plan sends nothing.'
            : view.scope === 'sent'
              ? 'Nothing that is sent holds this. Look in Everything considered.'
              : 'No message holds this.'}
        </p>
      )}
    </div>
  );
}

function indexesOfTiers(rows: readonly ContextRow[]): readonly number[] {
  return rows.flatMap((row, index) => (row.kind === 'tier' ? [index] : []));
}

function largestItem(rows: readonly ContextRow[]): number {
  let largest = 1;
  for (const row of rows) {
    if (row.kind === 'item') largest = Math.max(largest, row.item.decision.tokens.sent);
  }
  return largest;
}
