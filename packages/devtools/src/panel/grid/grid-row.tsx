import { type CSSProperties, type ReactNode, type Ref, useMemo } from 'react';
import type { RowModel } from '../../view-model/row-model.ts';
import { ColumnHeadElement, isOnOpenMark, RowElement, RowGroupElement } from './grid-elements.tsx';
import { HEADING_PIXELS, type PlacedRow } from './use-virtual-rows.ts';

/** One column: `name` is the class of its cells. */
export interface GridColumn {
  readonly name: string;
  readonly title: string;
}

/** Attributes of a row for the stylesheet. */
export interface RowAttributes {
  readonly className?: string;
  readonly [name: `data-${string}`]: string | undefined;
}

/** The names of the columns, over the rows. */
export function ColumnHeads({
  columns,
  elementRef,
}: {
  readonly columns: readonly GridColumn[];
  readonly elementRef: Ref<HTMLDivElement>;
}): ReactNode {
  return (
    <RowGroupElement className="column-heads" elementRef={elementRef}>
      <RowElement aria-rowindex={1}>
        {columns.map(({ name, title }) => (
          <ColumnHeadElement key={name} className={name}>
            {title}
          </ColumnHeadElement>
        ))}
      </RowElement>
    </RowGroupElement>
  );
}

/** A row at its place. */
export function GridRow<Row extends RowModel>({
  id,
  row,
  place,
  isInTree,
  isSelected,
  rowPixels,
  headsPixels,
  attributes,
  renderCells,
  renderSelected,
  measure,
  onSelect,
  onToggle,
}: {
  readonly id: string;
  readonly row: Row;
  readonly place: PlacedRow;
  readonly isInTree: boolean;
  readonly isSelected: boolean;
  readonly rowPixels: number;
  readonly headsPixels: number;
  readonly attributes: RowAttributes | undefined;
  readonly renderCells: (row: Row) => ReactNode;
  readonly renderSelected: ((row: Row) => ReactNode) | undefined;
  readonly measure: (element: HTMLElement | null) => void;
  readonly onSelect: (key: string) => void;
  readonly onToggle: (row: Row, isOpen: boolean) => void;
}): ReactNode {
  const { key, level = 1, isHeading = false, isOpen } = row;
  // The same cells while the row is the same: a scrolled grid draws only the rows that are new.
  const cells = useMemo(() => renderCells(row), [renderCells, row]);
  // An element: what stands on a pseudo element cannot be measured for its contrast.
  const tier = attributes?.['data-tier'];
  const common = {
    ...attributes,
    elementRef: measure,
    'data-index': place.index,
    'aria-rowindex': place.index + 2,
    'aria-level': isInTree ? level : undefined,
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
      id={id}
      aria-selected={isSelected}
      aria-expanded={isOpen}
      style={{ minHeight: `${rowPixels}px`, transform: `translateY(${place.offsetPixels}px)` }}
      onClick={({ target }) => {
        if (isOpen !== undefined && isOnOpenMark(target)) onToggle(row, !isOpen);
        else onSelect(key);
      }}
      onDoubleClick={({ target }) => {
        if (isOpen !== undefined && !isOnOpenMark(target)) onToggle(row, !isOpen);
      }}
    >
      {tier !== undefined && <span className="tier-mark" data-part={tier} aria-hidden="true" />}
      {cells}
      {isSelected && renderSelected?.(row)}
    </RowElement>
  );
}

function headingStyle({ isPinned, offsetPixels }: PlacedRow, headsPixels: number): CSSProperties {
  const height = `${HEADING_PIXELS}px`;
  return isPinned
    ? { height, position: 'sticky', insetBlockStart: `${headsPixels}px` }
    : { height, transform: `translateY(${offsetPixels}px)` };
}
