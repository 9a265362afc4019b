import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import type { RowModel } from '../../view-model/row-model.ts';
import { useElementHeight, useElementWidth } from '../parts/use-element-size.ts';
import { GridElement, RowGroupElement } from './grid-elements.tsx';
import { moveFor } from './grid-keys.ts';
import { type GridLayouts, layoutFor } from './grid-layout.ts';
import { ColumnHeads, type GridColumn, GridRow, type RowAttributes } from './grid-row.tsx';
import { useAnnouncement } from './use-announcement.ts';
import type { GridFind } from './use-grid-find.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

export interface VirtualGridProps<Row extends RowModel> {
  /** `treegrid` where rows have headings or open. */
  readonly role: 'grid' | 'treegrid';
  readonly label: string;
  /** For the stylesheet of this grid's columns. */
  readonly className: string;
  readonly columns: readonly GridColumn[];
  readonly layouts: GridLayouts;
  readonly rows: readonly Row[];
  /** The cells of a row: `CellElement` elements, without tab stops. Stable between renders. */
  readonly renderCells: (row: Row) => ReactNode;
  /** One more cell below those of the selected row, as high as it needs. Stable between renders. */
  readonly renderSelected?: (row: Row) => ReactNode;
  /** Row by row, for the stylesheet. */
  readonly attributesOf?: (row: Row) => RowAttributes;
  readonly selectedKey: string | undefined;
  readonly onSelect: (key: string | undefined) => void;
  /** `Enter` on the selected row. */
  readonly onEnter?: (row: Row) => void;
  /** A row with `isOpen` is to be opened or closed. */
  readonly onToggle?: (row: Row, isOpen: boolean) => void;
  /** The search over these rows. */
  readonly find: GridFind;
  /** The end of the rows comes into sight: for a list that is fetched as it is read. */
  readonly onNearEnd?: () => void;
  /** Said and shown while there are no rows; a control in it stands behind the grid in the tab order. */
  readonly empty: ReactNode;
}

/**
 * Rows in columns, however many, with one keyboard model for all lists of the panel.
 *
 * - Only rows in sight are in the document; heights are measured as rows are drawn.
 * - One tab stop. The grid keeps the focus and names the selected row, which stays in the document
 *   wherever the grid is scrolled; a control in a row that is pressed gives the focus back.
 * - Only a new selection scrolls: rows that come and go do not move what is being read.
 */
export function VirtualGrid<Row extends RowModel>({
  role,
  label,
  className,
  columns,
  layouts,
  rows,
  renderCells,
  renderSelected,
  attributesOf,
  selectedKey,
  onSelect,
  onEnter,
  onToggle,
  find,
  onNearEnd,
  empty,
}: VirtualGridProps<Row>): ReactNode {
  const scroller = find.grid;
  const heads = useRef<HTMLDivElement>(null);
  const layout = layoutFor(layouts, useElementWidth(scroller));
  const headsPixels = useElementHeight(heads);
  const idBase = useId();
  const selectedIndex = useMemo(() => indexOfKey(rows, selectedKey), [rows, selectedKey]);
  const virtual = useVirtualRows({
    rows,
    scroller,
    rowPixels: layout.rowPixels,
    headsPixels,
    selectedIndex,
  });
  useNearEnd(virtual.placed.at(-1)?.index, rows.length, onNearEnd);
  const leftIndex = useLeftIndex(selectedKey, selectedIndex);
  useScrollToSelected({ selectedKey, selectedIndex, ...virtual });
  const { words, noteToggle } = useAnnouncement(
    useMemo(
      () => ({
        rowCount: rows.length,
        phrase: find.phrase,
        selectedKey,
        isSelectedListed: selectedIndex !== undefined,
      }),
      [rows, find.phrase, selectedKey, selectedIndex],
    ),
  );

  function toggle(row: Row, isOpen: boolean): void {
    noteToggle(isOpen ? 'opened' : 'closed');
    onToggle?.(row, isOpen);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (carryOut(event.key)) event.preventDefault();
  }

  function carryOut(key: string): boolean {
    const pageRows = virtual.pageRows();
    const move = moveFor(key, { rows, selectedIndex, leftIndex: leftIndex.current, pageRows });
    if (!move) return false;
    if (!('index' in move)) return move.kind === 'find' ? startFinding() : stepBack();
    const row = rows[move.index];
    if (!row) return false;
    if (move.kind === 'select') onSelect(row.key);
    else if (move.kind === 'enter') onEnter?.(row);
    else toggle(row, move.kind === 'open');
    return true;
  }

  function startFinding(): boolean {
    find.field.current?.focus();
    return true;
  }

  /** First the search ends, then the selection; then the key is for whatever holds the grid. */
  function stepBack(): boolean {
    if (find.phrase !== '') find.onPhrase('');
    else if (selectedKey !== undefined) onSelect(undefined);
    else return false;
    return true;
  }

  const isSelectedDrawn = virtual.placed.some(({ index }) => index === selectedIndex);
  const rowId = (index: number) => `${idBase}-row-${index}`;
  return (
    <div className="grid-frame">
      <GridElement
        className={`grid ${className}`}
        role={role}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={
          isSelectedDrawn && selectedIndex !== undefined ? rowId(selectedIndex) : undefined
        }
        tabIndex={0}
        data-layout={layout.name}
        elementRef={scroller}
        onKeyDown={onKeyDown}
        onFocus={({ target, currentTarget }) => {
          // A control in a row leaves the document with its row, and would take the focus along.
          if (target !== currentTarget) currentTarget.focus({ preventScroll: true });
        }}
      >
        <ColumnHeads elementRef={heads} columns={columns} />
        <RowGroupElement className="rows" style={{ height: `${virtual.totalPixels}px` }}>
          {virtual.placed.map((place) => {
            const row = rows[place.index];
            return (
              row && (
                <GridRow
                  key={row.key}
                  id={rowId(place.index)}
                  row={row}
                  place={place}
                  isInTree={role === 'treegrid'}
                  isSelected={place.index === selectedIndex}
                  rowPixels={layout.rowPixels}
                  headsPixels={headsPixels}
                  attributes={attributesOf?.(row)}
                  renderCells={renderCells}
                  renderSelected={renderSelected}
                  measure={virtual.measure}
                  onSelect={onSelect}
                  onToggle={toggle}
                />
              )
            );
          })}
        </RowGroupElement>
      </GridElement>
      <p className="no-rows" role="status">
        {rows.length === 0 ? empty : ''}
      </p>
      <p className="hidden" role="status">
        {words}
      </p>
    </div>
  );
}

function indexOfKey(rows: readonly RowModel[], key: string | undefined): number | undefined {
  if (key === undefined) return undefined;
  const index = rows.findIndex((row) => row.key === key);
  return index < 0 ? undefined : index;
}

/** Tells once for each length of the list that its end is among the rows in the document. */
function useNearEnd(
  lastIndex: number | undefined,
  rowCount: number,
  onNearEnd: (() => void) | undefined,
): void {
  const isNearEnd = lastIndex !== undefined && lastIndex === rowCount - 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told anew when the list has grown
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, rowCount, onNearEnd]);
}

/** Remembers where the selected row stood, for when it leaves the list under the reader. */
function useLeftIndex(
  selectedKey: string | undefined,
  selectedIndex: number | undefined,
): { readonly current: number | undefined } {
  const left = useRef<number>(undefined);
  useEffect(() => {
    if (selectedKey === undefined) left.current = undefined;
    else if (selectedIndex !== undefined) left.current = selectedIndex;
  }, [selectedKey, selectedIndex]);
  return left;
}

/**
 * Scrolls to a row when it is selected, or when it arrives after it was; and once more when its height
 * is known, since a selected row can be higher than it was.
 */
function useScrollToSelected({
  selectedKey,
  selectedIndex,
  selectedPixels,
  scrollTo,
}: {
  readonly selectedKey: string | undefined;
  readonly selectedIndex: number | undefined;
  readonly selectedPixels: number | undefined;
  readonly scrollTo: (index: number) => void;
}): void {
  const scrolledTo = useRef<{ readonly key: string; readonly pixels: number | undefined }>(
    undefined,
  );
  const latestScrollTo = useRef(scrollTo);
  latestScrollTo.current = scrollTo;
  useEffect(() => {
    if (selectedKey === undefined) scrolledTo.current = undefined;
    if (selectedKey === undefined || selectedIndex === undefined) return;
    const last = scrolledTo.current;
    const isNew = last?.key !== selectedKey;
    if (!isNew && (last.pixels === undefined || last.pixels === selectedPixels)) return;
    // Only the first change of height: later ones happen under the reader.
    scrolledTo.current = { key: selectedKey, pixels: isNew ? selectedPixels : undefined };
    latestScrollTo.current(selectedIndex);
  }, [selectedKey, selectedIndex, selectedPixels]);
}
