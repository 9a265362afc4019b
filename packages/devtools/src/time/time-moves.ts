import type { KeptCalls } from '../source/call-facts.ts';

/** The effect of a key in the time strip: a call to go to, where the newest is the present, or playing. */
export type TimeMove = number | 'live' | 'play';

/** The strip as its keys find it. */
export interface TimeStand {
  readonly kept: KeptCalls;
  /** `undefined`: live. */
  readonly call: number | undefined;
}

/** Gives the move of a key; `undefined` for a key that does nothing here. */
export function timeMoveFor(key: string, stand: TimeStand): TimeMove | undefined {
  const { kept, call } = stand;
  if (kept.last === 0) return undefined;
  const pageCalls = Math.max(1, Math.round((kept.last - kept.first + 1) / 10));
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
      return placeOf(kept.first, kept);
    case 'End':
      return 'live';
    case 'Escape':
      return call === undefined ? undefined : 'live';
    case ' ':
      return 'play';
    default:
      return undefined;
  }
}

/** A call as a place to go to: the newest one is the present. */
export function placeOf(call: number, { last }: KeptCalls): number | 'live' {
  return call >= last ? 'live' : call;
}

function stepBy({ kept, call }: TimeStand, calls: number): number | 'live' {
  return placeOf(Math.max(kept.first, (call ?? kept.last) + calls), kept);
}
