import type { RowModel } from './row-model.ts';

/** The state of a grid when a key is pressed. */
export interface GridStand {
  readonly rows: readonly RowModel[];
  /** Place of the selected row; `undefined` while none is selected or it is not listed. */
  readonly selectedIndex: number | undefined;
  /** Place of the selected row before it left the list; the arrows continue from there. */
  readonly leftIndex: number | undefined;
  /** The number of rows that PgUp and PgDn pass over. */
  readonly pageRows: number;
}

/** The effect of a key; the grid carries it out. */
export type GridMove =
  | { readonly kind: 'select' | 'open' | 'close' | 'enter'; readonly index: number }
  | { readonly kind: 'find' | 'escape' };

/**
 * The keyboard model of every grid. Headings are stepped over, the selection stays at the ends.
 * `undefined`: the key means nothing here and continues to anyone who is next.
 */
export function moveFor(key: string, stand: GridStand): GridMove | undefined {
  const { rows, selectedIndex, pageRows } = stand;
  switch (key) {
    case 'ArrowDown':
      return select(selectableFrom(rows, placeBefore(stand) + 1, 1));
    case 'ArrowUp':
      return select(selectableFrom(rows, placeBehind(stand) - 1, -1));
    case 'PageDown':
      return select(selectableFrom(rows, placeBefore(stand) + pageRows, 1));
    case 'PageUp':
      return select(selectableFrom(rows, placeBehind(stand) - pageRows, -1));
    case 'Home':
      return select(selectableFrom(rows, 0, 1));
    case 'End':
      return select(selectableFrom(rows, rows.length - 1, -1));
    case 'ArrowRight':
      return selectedIndex === undefined ? undefined : moveIn(rows, selectedIndex);
    case 'ArrowLeft':
      return selectedIndex === undefined ? undefined : moveOut(rows, selectedIndex);
    case 'Enter':
      return selectedIndex === undefined ? undefined : { kind: 'enter', index: selectedIndex };
    case 'Escape':
      return { kind: 'escape' };
    case '/':
      return { kind: 'find' };
    default:
      return undefined;
  }
}

function select(index: number | undefined): GridMove | undefined {
  return index === undefined ? undefined : { kind: 'select', index };
}

/** The place from which a step down is counted; without a selection it enters at the top. */
function placeBefore({ selectedIndex, leftIndex }: GridStand): number {
  return selectedIndex ?? (leftIndex ?? 0) - 1;
}

/** The place from which a step up is counted; without a selection it enters at the bottom. */
function placeBehind({ rows, selectedIndex, leftIndex }: GridStand): number {
  return selectedIndex ?? leftIndex ?? rows.length;
}

/** The first row from a place on that can be selected; the nearest one behind where there is none. */
function selectableFrom(
  rows: readonly RowModel[],
  place: number,
  step: 1 | -1,
): number | undefined {
  const start = Math.min(Math.max(0, place), rows.length - 1);
  return (
    firstSelectable(rows, start, step) ?? firstSelectable(rows, start - step, step === 1 ? -1 : 1)
  );
}

function firstSelectable(
  rows: readonly RowModel[],
  start: number,
  step: 1 | -1,
): number | undefined {
  for (let at = start; at >= 0 && at < rows.length; at += step) {
    if (!rows[at]?.isHeading) return at;
  }
  return undefined;
}

/** Opens a closed row; from an open one steps to its first. */
function moveIn(rows: readonly RowModel[], index: number): GridMove | undefined {
  const row = rows[index];
  if (row?.isOpen === undefined) return undefined;
  if (!row.isOpen) return { kind: 'open', index };
  const first = rows[index + 1];
  const isChild = levelAt(rows, index + 1) > levelAt(rows, index);
  return isChild && !first?.isHeading ? select(index + 1) : undefined;
}

/** Closes an open row; from any other steps to the row it belongs to. */
function moveOut(rows: readonly RowModel[], index: number): GridMove | undefined {
  if (rows[index]?.isOpen) return { kind: 'close', index };
  const level = levelAt(rows, index);
  for (let at = index - 1; at >= 0; at -= 1) {
    if (levelAt(rows, at) < level) return rows[at]?.isHeading ? undefined : select(at);
  }
  return undefined;
}

function levelAt(rows: readonly RowModel[], index: number): number {
  return rows[index] ? (rows[index].level ?? 1) : 0;
}
