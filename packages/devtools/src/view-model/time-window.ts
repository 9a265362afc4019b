import type { CallFacts, KeptCalls } from '../source/call-facts.ts';

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
  let low = 0;
  let high = calls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((calls[middle]?.call ?? call) < call) low = middle + 1;
    else high = middle;
  }
  return low;
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

/** The window some calls later (or earlier, below 0); it stops at the ends. */
export function panned(
  window: TimeWindow | undefined,
  kept: KeptCalls,
  byCalls: number,
): TimeWindow | undefined {
  return window && within(kept, window.fromCall + Math.round(byCalls), spanOf(window));
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
 * The window once other calls are kept than before: one that showed the newest goes on showing the
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

/** The window between two calls, as it is drawn with the brush. */
export function windowBetween(one: number, other: number, kept: KeptCalls): TimeWindow | undefined {
  const fromCall = Math.min(one, other);
  return within(kept, fromCall, Math.max(LEAST_SHOWN, Math.abs(other - one) + 1));
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
