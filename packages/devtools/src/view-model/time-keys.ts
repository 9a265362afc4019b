import type { KeptCalls } from '../source/call-facts.ts';

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
