import type { PointerEvent, ReactNode } from 'react';
import type { PlanFacts } from '../../source/plan-facts.ts';
import type { MapCell } from '../../view-model/block-map-cells.ts';
import type { BlockMap } from '../../view-model/block-map-shape.ts';
import { cellLook } from './cell-look.ts';
import type { CellFocus } from './use-cell-focus.ts';

/** Every block and every ghost: one list to walk through. */
export function MapCells({
  plan,
  map,
  cells,
  lit,
  focus,
  tipId,
}: {
  readonly plan: PlanFacts;
  readonly map: BlockMap;
  readonly cells: readonly MapCell[];
  readonly lit: ReadonlySet<string>;
  readonly focus: CellFocus;
  readonly tipId: string;
}): ReactNode {
  return (
    <div
      ref={focus.list}
      className="map-cells"
      role="listbox"
      aria-label="Context in send order, after what left"
      aria-orientation="horizontal"
      onKeyDown={focus.onKeyDown}
      onFocus={({ target }) => withKey(target, focus.onFocus)}
      onBlur={focus.onBlur}
      onPointerMove={(event: PointerEvent) => focus.onPoint(keyOf(event.target))}
      onPointerLeave={() => focus.onPoint(undefined)}
      onClick={({ target }) => withKey(target, focus.onChoose)}
    >
      {cells.map((cell) => (
        <Cell
          key={cell.key}
          plan={plan}
          map={map}
          cell={cell}
          isLit={lit.has(cell.key)}
          isTold={focus.toldKey === cell.key}
          isStop={focus.stopKey === cell.key}
          tipId={tipId}
        />
      ))}
    </div>
  );
}

function withKey(target: EventTarget, act: (key: string) => void): void {
  const key = keyOf(target);
  if (key !== undefined) act(key);
}

/** The key of the cell that an event came from. */
function keyOf(target: EventTarget): string | undefined {
  // By what it has: an element of another window is no instance of this window's classes.
  return 'dataset' in target ? (target as HTMLElement).dataset.key : undefined;
}

function Cell({
  plan,
  map,
  cell,
  isLit,
  isTold,
  isStop,
  tipId,
}: {
  readonly plan: PlanFacts;
  readonly map: BlockMap;
  readonly cell: MapCell;
  readonly isLit: boolean;
  readonly isTold: boolean;
  readonly isStop: boolean;
  readonly tipId: string;
}): ReactNode {
  const { pieces, name } = cellLook(plan, map, cell);
  return pieces.map(({ key, drawn }, index) => {
    const look = { ...drawn, 'data-key': cell.key, 'data-lit': isLit, 'data-told': isTold };
    // The rest of a block in the next row; it is spoken and focused once.
    if (index > 0) return <div key={key} {...look} data-rest={true} aria-hidden="true" />;
    return (
      <div
        key={key}
        {...look}
        role="option"
        aria-label={name}
        aria-selected={isLit}
        aria-describedby={isTold ? tipId : undefined}
        tabIndex={isStop ? 0 : -1}
      />
    );
  });
}
