import { type PointerEvent, type ReactNode, type RefObject, useRef } from 'react';
import type { KeptCalls } from '../../source/call-facts.ts';
import { panned, type TimeWindow, windowBetween } from '../../view-model/time-window.ts';
import { pointerPlace } from '../parts/pointer-place.ts';
import { OVERVIEW_PIXELS } from './draw-strip.ts';

/** A press this close to an edge of the brush moves the edge. */
const EDGE_PIXELS = 6;

interface Drag {
  readonly part: 'whole' | 'start' | 'end';
  readonly fromX: number;
  readonly window: TimeWindow;
}

/**
 * The part of the session that is shown, over the whole of it in small: dragged along, made wider at its
 * edges, or set by a press beside it. By keys it is `+`, `-` and the arrows.
 */
export function TimeBrush({
  strip,
  kept,
  window,
  widthPixels,
  onWindow,
}: {
  readonly strip: RefObject<HTMLElement | null>;
  readonly kept: KeptCalls;
  readonly window: TimeWindow;
  readonly widthPixels: number;
  readonly onWindow: (window: TimeWindow | undefined) => void;
}): ReactNode {
  const drag = useRef<Drag>(undefined);
  const count = kept.last - kept.first + 1;
  const pitch = widthPixels / count;
  const left = (window.fromCall - kept.first) * pitch;
  const width = Math.max(4, (window.toCall - window.fromCall + 1) * pitch);

  function placeOf({ clientX }: PointerEvent<HTMLElement>): number {
    return pointerPlace(strip.current, clientX, widthPixels);
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    // The strip below would select a call.
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const x = placeOf(event);
    const isInside = x >= left - EDGE_PIXELS && x <= left + width + EDGE_PIXELS;
    if (isInside) {
      drag.current = { part: partAt(x - left, width), fromX: x, window };
      return;
    }
    const moved = panned(window, kept, (x - left - width / 2) / pitch) ?? window;
    drag.current = { part: 'whole', fromX: x, window: moved };
    onWindow(moved);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    event.stopPropagation();
    if (!drag.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { part, fromX, window: from } = drag.current;
    const calls = Math.round((placeOf(event) - fromX) / pitch);
    if (part === 'whole') onWindow(panned(from, kept, calls));
    else if (part === 'start') onWindow(windowBetween(from.fromCall + calls, from.toCall, kept));
    else onWindow(windowBetween(from.fromCall, from.toCall + calls, kept));
  }

  return (
    <div
      className="time-overview"
      aria-hidden="true"
      style={{ height: `${OVERVIEW_PIXELS}px` }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
    >
      <span className="time-brush" style={{ left, width }} />
    </div>
  );
}

function partAt(x: number, width: number): Drag['part'] {
  if (width < 3 * EDGE_PIXELS) return 'whole';
  if (x < EDGE_PIXELS) return 'start';
  return x > width - EDGE_PIXELS ? 'end' : 'whole';
}
