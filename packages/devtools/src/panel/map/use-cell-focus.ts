import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { PlanFacts } from '../../source/plan-facts.ts';
import { cellAfterKey, type MapCell, rowKeyOf } from '../../view-model/block-map-cells.ts';
import type { BlockMap } from '../../view-model/block-map-shape.ts';
import { usePanel } from '../parts/panel-context.ts';

/** The cell under the pointer or with the focus, and the keys that move it. */
export interface CellFocus {
  readonly list: RefObject<HTMLDivElement | null>;
  /** The one tab stop. */
  readonly stopKey: string | undefined;
  /** The cell that is told of: under the pointer, else with the focus. */
  readonly toldKey: string | undefined;
  readonly onPoint: (key: string | undefined) => void;
  readonly onFocus: (key: string) => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Selects the row of a cell and leaves the focus where it is. */
  readonly onChoose: (key: string) => void;
}

export function useCellFocus({
  plan,
  map,
  cells,
  lit,
}: {
  readonly plan: PlanFacts;
  readonly map: BlockMap;
  readonly cells: readonly MapCell[];
  readonly lit: ReadonlySet<string>;
}): CellFocus {
  const { goToRow, goToItem } = usePanel();
  const list = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<string>();
  const [focused, setFocused] = useState<string>();
  const [lastKey, setLastKey] = useState<string>();
  const [isSilent, setSilent] = useState(false);
  const isHere = (key: string | undefined) => cells.some((cell) => cell.key === key);
  const isLastHere = isHere(lastKey);
  const stopKey = isLastHere ? lastKey : (firstLit(cells, lit) ?? cells[0]?.key);

  function focusAt(index: number): void {
    list.current?.querySelectorAll<HTMLElement>('[role="option"]')[index]?.focus();
  }

  // The element that had the focus is gone with the plan before; the focus stays in the map.
  const isFocusLost = focused !== undefined && !isHere(focused);
  const stopIndex = cells.findIndex(({ key }) => key === stopKey);
  useLayoutEffect(() => {
    if (!isFocusLost) return;
    const options = list.current?.querySelectorAll<HTMLElement>('[role="option"]');
    options?.[stopIndex]?.focus();
  }, [isFocusLost, stopIndex]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = cells.findIndex(({ key }) => key === focused);
    const cell = cells[at];
    if (!cell) return;
    const next = cellAfterKey(map, at, event.key);
    if (next !== undefined) {
      event.preventDefault();
      focusAt(next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const rowKey = rowKeyOf(plan, cell);
      if (rowKey !== undefined) goToItem(rowKey);
    } else if (event.key === 'Escape' && !isSilent) {
      event.preventDefault();
      setSilent(true);
    }
  }

  return {
    list,
    stopKey,
    toldKey: isSilent ? undefined : (pointed ?? focused),
    onPoint: (key) => {
      setSilent(false);
      setPointed(key);
    },
    onFocus: (key) => {
      setSilent(false);
      setFocused(key);
      setLastKey(key);
    },
    onBlur: () => setFocused(undefined),
    onKeyDown,
    onChoose: (key) => {
      const cell = cells.find((each) => each.key === key);
      const rowKey = cell && rowKeyOf(plan, cell);
      if (rowKey !== undefined) goToRow(rowKey);
    },
  };
}

/** Sent parts come before parts that were cut of them. */
function firstLit(cells: readonly MapCell[], lit: ReadonlySet<string>): string | undefined {
  const found = cells.filter(({ key }) => lit.has(key));
  return (found.find(({ kind }) => kind === 'block') ?? found[0])?.key;
}
