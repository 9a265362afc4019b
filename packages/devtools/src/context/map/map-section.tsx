import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { FoldToggle } from '../../elements/elements.tsx';
import { arrived, useEntry, usePanel, useSentMessage } from '../../elements/panel-context.ts';
import { useElementWidth } from '../../elements/use-element-size.ts';
import type { PlanFacts } from '../../source/devtools-source.ts';
import { formatCount, formatWhole } from '../../words/format.ts';
import { useContextView } from '../context-view.ts';
import { messagePreview } from '../message-preview.ts';
import {
  type BlockMap,
  blockMap,
  cellAfterKey,
  cellsOfRow,
  type MapCell,
  type MapPiece,
  mapCells,
  rowKeyOf,
} from './block-map.ts';
import { blockLabel, blockWords, ghostLabel, ghostWords, mapSentence } from './block-map-words.ts';

interface MapProps {
  readonly plan: PlanFacts;
  readonly map: BlockMap;
}

/** The context as a picture, folded away until it is asked for, under a sentence that says the same. */
export function MapSection({ plan }: { readonly plan: PlanFacts }): ReactNode {
  const { view, dispatch } = useContextView();
  const figureId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const isOpen = view.isMapOpen;
  const map = useMemo(() => blockMap(plan, width), [plan, width]);
  return (
    <section className="map" aria-label="Map of the context">
      <div className="map-head">
        <FoldToggle
          isOpen={isOpen}
          controls={figureId}
          onToggle={(toOpen) => dispatch({ type: 'change', change: { isMapOpen: toOpen } })}
        >
          Map
        </FoldToggle>
        <p className="map-sentence">{mapSentence(plan, map)}</p>
      </div>
      <div id={figureId} className="map-frame" ref={frame}>
        {isOpen && width > 0 && <MapPicture plan={plan} map={map} />}
      </div>
    </section>
  );
}

/** The lane of what left, the rows of what is sent, and what is told about the one that is pointed at. */
function MapPicture({ plan, map }: MapProps): ReactNode {
  const { view } = useContextView();
  const cells = useMemo(() => mapCells(map), [map]);
  const lit = useMemo(() => cellsOfRow(plan, map, view.selectedKey), [plan, map, view.selectedKey]);
  const tipId = useId();
  const focus = useCellFocus({ plan, map, cells, lit });
  const told = cells.find(({ key }) => key === focus.toldKey);
  return (
    <div
      className="map-figure"
      data-refused={plan.isRefused === true}
      style={{ height: mapPixels(map) }}
    >
      <MapGround map={map} />
      {cells.length > 0 && <MapCells {...{ plan, map, cells, lit, focus, tipId }} />}
      {told && <MapTip id={tipId} plan={plan} map={map} cell={told} />}
    </div>
  );
}

/** Free room, watermarks, the limit and what is beyond it; the bar above names the marks. */
function MapGround({ map }: Pick<MapProps, 'map'>): ReactNode {
  return (
    <div className="map-ground" aria-hidden="true">
      {map.free.map((piece) => (
        <span key={piece.row} className="map-free" style={pieceStyle(map, piece)} />
      ))}
      {map.marks.map(({ mark, row, left }) => (
        <span
          key={mark}
          className="map-mark"
          data-mark={mark}
          style={pieceStyle(map, { row, left, width: 0 })}
        />
      ))}
      {map.over.map((piece) => (
        <span key={piece.row} className="map-over" style={pieceStyle(map, piece)} />
      ))}
      {map.over.length > 0 && (
        <span className="map-over-label" style={{ top: mapPixels(map) }}>
          {formatCount(map.overTokens, 'token')} beyond the limit of{' '}
          {formatWhole(map.sentTokens - map.overTokens)}
        </span>
      )}
    </div>
  );
}

interface CellsProps extends MapProps {
  readonly cells: readonly MapCell[];
  readonly lit: ReadonlySet<string>;
  readonly focus: ReturnType<typeof useCellFocus>;
  readonly tipId: string;
}

/** Every block and every ghost: one list to walk through. */
function MapCells(props: CellsProps): ReactNode {
  const { cells, focus } = props;
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
        <Cell key={cell.key} {...props} cell={cell} />
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

/** The elements of a cell: more than one where a block continues in the next row. */
function Cell(props: CellsProps & { readonly cell: MapCell }): ReactNode {
  const { plan, map, cell, lit, focus, tipId } = props;
  const isGhost = cell.kind === 'ghost';
  const label = isGhost ? ghostLabel(cell.ghost) : blockLabel(plan, cell.block);
  const stretches = stretchesOf(map, cell);
  const widest = Math.max(...stretches.map(({ width }) => width));
  const labelled = stretches.findIndex(({ width }) => width === widest && fits(label, width));
  const isTold = focus.toldKey === cell.key;
  const isLit = lit.has(cell.key);
  return stretches.map(({ key, style }, index) => {
    const look = {
      className: 'map-cell',
      style,
      'data-label': index === labelled ? label : undefined,
      'data-key': cell.key,
      'data-lit': isLit,
      'data-told': isTold,
      ...(isGhost
        ? { 'data-ghost': cell.ghost.kind }
        : { 'data-part': cell.block.tier, 'data-shortened': cell.block.isShortened }),
    };
    // The rest of a block in the next row; it is spoken and focused once.
    if (index > 0) return <div key={key} {...look} data-rest={true} aria-hidden="true" />;
    return (
      <div
        key={key}
        {...look}
        role="option"
        aria-label={wordsOf(plan, cell).name}
        aria-selected={isLit}
        aria-describedby={isTold ? tipId : undefined}
        tabIndex={focus.stopKey === cell.key ? 0 : -1}
      />
    );
  });
}

function wordsOf(plan: PlanFacts, cell: MapCell) {
  return cell.kind === 'ghost' ? ghostWords(plan, cell.ghost) : blockWords(plan, cell.block);
}

function stretchesOf(map: BlockMap, cell: MapCell) {
  if (cell.kind === 'ghost') {
    const { key, left, width } = cell.ghost;
    return [{ key, width, style: { left, top: 0, width, height: map.rowPixels } }];
  }
  return cell.block.pieces.map((piece, index) => ({
    // The first keeps its element, and with it the focus, whichever row it comes to stand in.
    key: index === 0 ? cell.block.key : `row-${piece.row}`,
    width: piece.width,
    style: pieceStyle(map, piece),
  }));
}

const PIXELS_PER_CHARACTER = 6;

/** Whether a label stands in a block with some of the pattern left on both sides. */
function fits(label: string, width: number): boolean {
  return label !== '' && width >= label.length * PIXELS_PER_CHARACTER + 20;
}

const TIP_PIXELS = 340;

/** Name, first line and reason of a cell, below the picture so that nothing of it is hidden. */
function MapTip(props: MapProps & { readonly id: string; readonly cell: MapCell }): ReactNode {
  const { id, plan, map, cell } = props;
  const isGhost = cell.kind === 'ghost';
  const { left, width } = isGhost ? cell.ghost : (cell.block.pieces[0] ?? { left: 0, width: 0 });
  const sent = arrived(useSentMessage(isGhost ? '' : (plan.items[cell.block.fromIndex]?.id ?? '')));
  const original = useEntry(isGhost ? cell.ghost.fromSeq : undefined);
  const message = isGhost ? original?.message : sent;
  const latest = Math.max(0, map.widthPixels - TIP_PIXELS);
  const start = Math.min(latest, Math.max(0, left + width / 2 - TIP_PIXELS / 2));
  const { name, reason } = wordsOf(plan, cell);
  return (
    <div
      id={id}
      role="tooltip"
      className="tooltip map-tip"
      style={{ top: mapPixels(map) + 5, left: start, width: Math.min(TIP_PIXELS, map.widthPixels) }}
    >
      <strong>{name}</strong>
      {message && (
        <span className="map-line" dir="auto">
          {messagePreview(message)}
        </span>
      )}
      <span className="map-reason">{reason}</span>
    </div>
  );
}

const ROW_GAP = 2;

/** Between the lane and the rows. */
const LANE_GAP = 6;

function rowTop({ lane, rowPixels }: BlockMap, row: number): number {
  return (lane ? rowPixels + LANE_GAP : 0) + row * (rowPixels + ROW_GAP);
}

/** The height of the whole picture. */
function mapPixels(map: BlockMap): number {
  return rowTop(map, map.rows) - ROW_GAP;
}

/** The place of something that stands in a row. */
function pieceStyle(map: BlockMap, { row, left, width }: MapPiece): CSSProperties {
  return { left, top: rowTop(map, row), width, height: map.rowPixels };
}

/** The cell under the pointer or with the focus, and the keys that move it. */
function useCellFocus({
  plan,
  map,
  cells,
  lit,
}: {
  readonly plan: PlanFacts;
  readonly map: BlockMap;
  readonly cells: readonly MapCell[];
  readonly lit: ReadonlySet<string>;
}) {
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
    /** The one tab stop. */
    stopKey,
    /** The cell that is told about: under the pointer, else with the focus. */
    toldKey: isSilent ? undefined : (pointed ?? focused),
    onPoint: (key: string | undefined) => {
      setSilent(false);
      setPointed(key);
    },
    onFocus: (key: string) => {
      setSilent(false);
      setFocused(key);
      setLastKey(key);
    },
    onBlur: () => setFocused(undefined),
    onKeyDown,
    /** Selects the row of a cell and leaves the focus where it is. */
    onChoose: (key: string) => {
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
