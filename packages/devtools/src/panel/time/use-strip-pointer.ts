import {
  type PointerEvent,
  type PointerEventHandler,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import type { KeptCalls } from '../../source/call-facts.ts';
import { columnAt, type TimeColumn } from '../../view-model/time-columns.ts';
import type { TimeMove } from '../../view-model/time-keys.ts';
import { panned, type TimeWindow, zoomed } from '../../view-model/time-window.ts';
import { pointerPlace } from '../parts/pointer-place.ts';
import type { StripPicture } from './draw-strip.ts';

/** Pixels of a wheel that double or halve what is shown. */
const DOUBLING_PIXELS = 240;

interface StripHandlers {
  readonly onPointerDown: PointerEventHandler<HTMLElement>;
  readonly onPointerMove: PointerEventHandler<HTMLElement>;
  readonly onPointerLeave: PointerEventHandler<HTMLElement>;
}

/** The pointer on the strip: a press or a drag selects, a wheel zooms, sideways it moves along. */
export function useStripPointer({
  strip,
  picture,
  kept,
  window,
  onMove,
  onWindow,
  setHovered,
}: {
  readonly strip: RefObject<HTMLElement | null>;
  readonly picture: StripPicture;
  readonly kept: KeptCalls;
  readonly window: TimeWindow | undefined;
  readonly onMove: (move: TimeMove) => void;
  readonly onWindow: (window: TimeWindow | undefined) => void;
  /** The call under the pointer; `undefined` where there is none. */
  readonly setHovered: (call: number | undefined) => void;
}): StripHandlers {
  const { columns, widthPixels } = picture;

  function columnUnder(clientX: number): TimeColumn | undefined {
    return columnAt(columns, widthPixels, pointerPlace(strip.current, clientX, widthPixels));
  }

  function goTo(clientX: number): void {
    const column = columnUnder(clientX);
    if (!column) return;
    const isNewest = column.toCall >= kept.last;
    onMove({ kind: 'go', call: isNewest ? 'live' : column.peak.call });
  }

  const onWheel = useRef<(event: WheelEvent) => void>(undefined);
  onWheel.current = (event) => {
    const column = columnUnder(event.clientX);
    if (!column) return;
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const delta = isSideways ? event.deltaX || event.deltaY : event.deltaY;
    const next = isSideways
      ? panned(window, kept, (delta / widthPixels) * columns.length || 0)
      : zoomed(window, kept, { factor: 2 ** (delta / DOUBLING_PIXELS), atCall: column.peak.call });
    // Where the wheel changes nothing, the page scrolls.
    if (isSame(next, window)) return;
    event.preventDefault();
    onWindow(next);
  };

  useEffect(() => {
    const element = strip.current;
    // By hand: a listener of React's is passive and could not keep the page from scrolling.
    const listener = (event: WheelEvent) => onWheel.current?.(event);
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [strip]);

  return {
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      goTo(event.clientX);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) goTo(event.clientX);
      setHovered(columnUnder(event.clientX)?.peak.call);
    },
    onPointerLeave: () => setHovered(undefined),
  };
}

function isSame(one: TimeWindow | undefined, other: TimeWindow | undefined): boolean {
  return one?.fromCall === other?.fromCall && one?.toCall === other?.toCall;
}
