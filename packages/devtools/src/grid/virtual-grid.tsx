import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useElementHeight, useElementWidth } from '../elements/use-element-size.ts';
import { announcement, type Listing } from './announcement.ts';
import type { GridFind } from './find-field.tsx';
import {
  CellElement,
  ColumnHeadElement,
  GridElement,
  isOnOpenMark,
  RowElement,
  RowGroupElement,
} from './grid-elements.tsx';
import { moveFor } from './grid-keys.ts';
import type { RowModel } from './row-model.ts';
import { HEADING_PIXELS, type PlacedRow, useVirtualRows } from './use-virtual-rows.ts';

/** One column. */
export interface GridColumn<Row> {
  /** The class of its cells, and their place where a row takes two lines. */
  readonly name: string;
  readonly title: string;
  /** Further classes: `quiet`, `end` for figures, `wide` for what rows of two lines leave out. */
  readonly look?: string;
  /** Without tab stops. */
  readonly cell?: (row: Row) => ReactNode;
  readonly hint?: (row: Row) => string | undefined;
}

/** Attributes of a row for the stylesheet. */
export type RowAttributes = Readonly<Record<`data-${string}`, string | undefined>>;

/** A way to lay out the rows of a grid from a width on. Stylesheets ask for `data-layout`. */
export interface GridLayout {
  readonly name: string;
  /** Takes effect from this width of the grid on; 0 for the narrowest. */
  readonly fromPixels: number;
  /** The usual height of a row: the least it gets, and the guess until it has been drawn. */
  readonly rowPixels: number;
  /** In CSS; without it the stylesheet of the grid says them. */
  readonly columns?: string;
  /** The places of the cells, by the names of their columns. */
  readonly areas?: string;
}

/** Layouts of a grid, the narrowest first. */
export type GridLayouts = readonly [GridLayout, ...GridLayout[]];

/** Rows of one line, and of two where there is less room. */
export function inTwoLines(
  columns: string,
  narrow: { readonly columns: string; readonly areas: string },
  fromPixels = 620,
): GridLayouts {
  return [
    { name: 'two-lines', fromPixels: 0, rowPixels: 46, ...narrow },
    { name: 'one-line', fromPixels, rowPixels: 29, columns },
  ];
}

export interface VirtualGridProps<Row extends RowModel> {
  /** `treegrid` where rows have headings or open. Default: `grid`. */
  readonly role?: 'grid' | 'treegrid';
  readonly label: string;
  /** For the stylesheet of this grid's columns. */
  readonly className: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly layouts: GridLayouts;
  readonly rows: readonly Row[];
  /** In place of the cells of the columns: `CellElement` elements. Stable between renders. */
  readonly renderCells?: (row: Row) => ReactNode;
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
  /** The search over these rows; the grid itself where there is nothing to find. */
  readonly find: GridFind | RefObject<HTMLDivElement | null>;
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
export function VirtualGrid<Row extends RowModel>(props: VirtualGridProps<Row>): ReactNode {
  const { role = 'grid', label, className, columns, layouts, rows, attributesOf, empty } = props;
  const { selectedKey, onSelect, onEnter, onToggle, onNearEnd } = props;
  const find = 'phrase' in props.find ? props.find : undefined;
  const phrase = find?.phrase ?? '';
  const scroller = 'phrase' in props.find ? props.find.grid : props.find;
  const heads = useRef<HTMLDivElement>(null);
  const width = useElementWidth(scroller);
  const layout = layouts.findLast(({ fromPixels }) => fromPixels <= width) ?? layouts[0];
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
        phrase,
        selectedKey,
        isSelectedListed: selectedIndex !== undefined,
      }),
      [rows, phrase, selectedKey, selectedIndex],
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
    find?.field.current?.focus();
    return true;
  }

  /** First the search ends, then the selection; then the key is for whatever holds the grid. */
  function stepBack(): boolean {
    if (find && phrase !== '') find.onPhrase('');
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
        style={{ '--columns': layout.columns, '--areas': layout.areas } as CSSProperties}
        elementRef={scroller}
        onKeyDown={onKeyDown}
        onFocus={({ target, currentTarget }) => {
          // A control in a row leaves the document with its row, and would take the focus along.
          if (target !== currentTarget) currentTarget.focus({ preventScroll: true });
        }}
      >
        <RowGroupElement className="column-heads" elementRef={heads}>
          <RowElement aria-rowindex={1}>
            {columns.map(({ name, title, look = '' }) => (
              <ColumnHeadElement key={name} className={`${name} ${look}`}>
                {title}
              </ColumnHeadElement>
            ))}
          </RowElement>
        </RowGroupElement>
        <RowGroupElement className="rows" style={{ height: `${virtual.totalPixels}px` }}>
          {virtual.placed.map((place) => {
            const row = rows[place.index];
            return (
              row && (
                <GridRow
                  key={row.key}
                  {...{ grid: props, row, place, headsPixels }}
                  id={rowId(place.index)}
                  isSelected={place.index === selectedIndex}
                  rowPixels={layout.rowPixels}
                  attributes={attributesOf?.(row)}
                  measure={virtual.measure}
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

/** A row at its place. */
function GridRow<Row extends RowModel>(props: {
  readonly grid: VirtualGridProps<Row>;
  readonly id: string;
  readonly row: Row;
  readonly place: PlacedRow;
  readonly isSelected: boolean;
  readonly rowPixels: number;
  readonly headsPixels: number;
  readonly attributes: RowAttributes | undefined;
  readonly measure: (element: HTMLElement | null) => void;
  readonly onToggle: (row: Row, isOpen: boolean) => void;
}): ReactNode {
  const { grid, row, place, headsPixels, attributes, onToggle } = props;
  const { columns, renderCells, renderSelected } = grid;
  const { key, level = 1, isHeading = false, isOpen } = row;
  // The same cells while the row is the same: a scrolled grid draws only the rows that are new.
  const cells = useMemo(
    () => renderCells?.(row) ?? cellsOf(row, columns),
    [renderCells, columns, row],
  );
  // An element: what stands on a pseudo element cannot be measured for its contrast.
  const tier = attributes?.['data-tier'];
  const common = {
    ...attributes,
    elementRef: props.measure,
    'data-index': place.index,
    'aria-rowindex': place.index + 2,
    'aria-level': grid.role === 'treegrid' ? level : undefined,
  };
  if (isHeading) {
    return (
      <RowElement {...common} data-heading="" style={headingStyle(place, headsPixels)}>
        {cells}
      </RowElement>
    );
  }
  return (
    <RowElement
      {...common}
      id={props.id}
      aria-selected={props.isSelected}
      aria-expanded={isOpen}
      style={{
        minHeight: `${props.rowPixels}px`,
        transform: `translateY(${place.offsetPixels}px)`,
      }}
      onClick={({ target }) => {
        if (isOpen !== undefined && isOnOpenMark(target)) onToggle(row, !isOpen);
        else grid.onSelect(key);
      }}
      onDoubleClick={({ target }) => {
        if (isOpen !== undefined && !isOnOpenMark(target)) onToggle(row, !isOpen);
      }}
    >
      {tier !== undefined && <span className="tier-mark" data-part={tier} aria-hidden="true" />}
      {cells}
      {props.isSelected && renderSelected?.(row)}
    </RowElement>
  );
}

function cellsOf<Row>(row: Row, columns: readonly GridColumn<Row>[]): ReactNode {
  return columns.map(({ name, look = '', cell, hint }) => (
    <CellElement
      key={name}
      className={`${name} ${look}`}
      title={hint?.(row)}
      style={{ '--area': name } as CSSProperties}
    >
      {cell?.(row)}
    </CellElement>
  ));
}

function headingStyle({ isPinned, offsetPixels }: PlacedRow, headsPixels: number): CSSProperties {
  const height = `${HEADING_PIXELS}px`;
  return isPinned
    ? { height, position: 'sticky', insetBlockStart: `${headsPixels}px` }
    : { height, transform: `translateY(${offsetPixels}px)` };
}

/** The words for the live region, and a way to say that the reader opened or closed a row. */
function useAnnouncement(listing: Listing): {
  readonly words: string;
  readonly noteToggle: (toggled: 'opened' | 'closed') => void;
} {
  const [words, setWords] = useState('');
  const before = useRef(listing);
  const toggled = useRef<'opened' | 'closed'>(undefined);
  useEffect(() => {
    const said = announcement(before.current, listing, toggled.current);
    before.current = listing;
    toggled.current = undefined;
    if (said !== undefined) setWords(said);
  }, [listing]);
  const noteToggle = useCallback((way: 'opened' | 'closed') => {
    toggled.current = way;
  }, []);
  return { words, noteToggle };
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: told again when the list has grown
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
