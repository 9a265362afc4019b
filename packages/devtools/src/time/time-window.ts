import type { CallFacts, KeptCalls } from '../source/call-facts.ts';
import { firstPlace } from '../words/first-place.ts';

/** The calls that the strip shows; both ends belong to it. */
export interface TimeWindow {
  readonly fromCall: number;
  readonly toCall: number;
}

/** Fewer calls than this are never all that is shown. */
export const LEAST_SHOWN = 12;

/** The part of the kept calls that lies in the window; all of them without one. */
export function callsIn(
  calls: readonly CallFacts[],
  window: TimeWindow | undefined,
): readonly CallFacts[] {
  if (!window) return calls;
  return calls.slice(placeFrom(calls, window.fromCall), placeFrom(calls, window.toCall + 1));
}

/** A call by its number; `undefined` where it is not among them. */
export function callNumbered(calls: readonly CallFacts[], call: number): CallFacts | undefined {
  const found = calls[placeFrom(calls, call)];
  return found?.call === call ? found : undefined;
}

/** The place of the first call from this number on; the calls stand in order. */
function placeFrom(calls: readonly CallFacts[], call: number): number {
  return firstPlace(calls, (one) => one.call >= call);
}

/**
 * The window made wider (`factor` above 1) or narrower around a call, which stays where it is in it.
 * `undefined`: everything is shown.
 */
export function zoomed(
  window: TimeWindow | undefined,
  kept: KeptCalls,
  { factor, atCall }: { readonly factor: number; readonly atCall: number },
): TimeWindow | undefined {
  const { fromCall, toCall } = window ?? wholeOf(kept);
  const span = toCall - fromCall + 1;
  const wanted = Math.max(Math.min(LEAST_SHOWN, span), Math.round(span * factor));
  const share = span <= 1 ? 0 : (atCall - fromCall) / (span - 1);
  return within(kept, Math.round(atCall - share * (wanted - 1)), wanted);
}

/** The window moved as little as it takes to show a call. */
export function showing(
  window: TimeWindow | undefined,
  kept: KeptCalls,
  call: number,
): TimeWindow | undefined {
  if (!window || (call >= window.fromCall && call <= window.toCall)) return window;
  const fromCall = call < window.fromCall ? call : call - spanOf(window) + 1;
  return within(kept, fromCall, spanOf(window));
}

/**
 * The window once other calls are kept than before: one that showed the newest continues showing the
 * newest, any other stays on its calls.
 */
export function followed(
  window: TimeWindow | undefined,
  before: KeptCalls,
  now: KeptCalls,
): TimeWindow | undefined {
  if (!window) return undefined;
  const isAtEnd = window.toCall >= before.last;
  return isAtEnd ? showing(window, now, now.last) : within(now, window.fromCall, spanOf(window));
}

function spanOf({ fromCall, toCall }: TimeWindow): number {
  return toCall - fromCall + 1;
}

function wholeOf({ first, last }: KeptCalls): TimeWindow {
  return { fromCall: first, toCall: last };
}

/** A window of this many calls inside those that are kept; `undefined` where it would hold them all. */
function within(kept: KeptCalls, fromCall: number, span: number): TimeWindow | undefined {
  if (span >= kept.last - kept.first + 1) return undefined;
  const from = Math.min(Math.max(kept.first, fromCall), kept.last - span + 1);
  return { fromCall: from, toCall: from + span - 1 };
}

/** The effect of a key in the time strip. */
export type TimeMove =
  /** The newest call is the present. */
  | { readonly kind: 'go'; readonly call: number | 'live' }
  /** Above 1 shows more calls, below 1 fewer. */
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'show-all' }
  | { readonly kind: 'play' };

/** The strip as its keys find it. */
export interface TimeStand {
  readonly kept: KeptCalls;
  /** `undefined`: live. */
  readonly call: number | undefined;
  /** Calls that PgUp and PgDn pass over. */
  readonly pageCalls: number;
}

/** One step of the zoom, by keys and buttons. */
export const ZOOM_STEP = 1.6;

/** Gives the move of a key; `undefined` for a key that does nothing here. */
export function timeMoveFor(key: string, stand: TimeStand): TimeMove | undefined {
  const { kept, call, pageCalls } = stand;
  if (kept.last === 0) return undefined;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return stepBy(stand, -1);
    case 'ArrowRight':
    case 'ArrowUp':
      return stepBy(stand, 1);
    case 'PageDown':
      return stepBy(stand, -pageCalls);
    case 'PageUp':
      return stepBy(stand, pageCalls);
    case 'Home':
      return { kind: 'go', call: placeOf(kept.first, kept) };
    case 'End':
      return { kind: 'go', call: 'live' };
    case 'Escape':
      return call === undefined ? undefined : { kind: 'go', call: 'live' };
    case '+':
    case '=':
      return { kind: 'zoom', factor: 1 / ZOOM_STEP };
    case '-':
      return { kind: 'zoom', factor: ZOOM_STEP };
    case '0':
      return { kind: 'show-all' };
    case ' ':
      return { kind: 'play' };
    default:
      return undefined;
  }
}

/** A call as a place to go to: the newest one is the present. */
export function placeOf(call: number, { last }: KeptCalls): number | 'live' {
  return call >= last ? 'live' : call;
}

function stepBy({ kept, call }: TimeStand, calls: number): TimeMove {
  const to = Math.max(kept.first, (call ?? kept.last) + calls);
  return { kind: 'go', call: placeOf(to, kept) };
}
