/** The room that one section asks for. */
export interface RoomAsked {
  /** Already within its share. */
  readonly wantedTokens: number;
  /** Its weight where there is too little for all. */
  readonly share: number;
}

/**
 * Gives the room for the first of the sections that still have none. Where there is enough, each gets
 * what it wants. Where there is not, each gets room in proportion to its share, but no more than it
 * wants; what that leaves goes to the others in the same proportion. Asked for one section after
 * another, with what the ones ahead did not use, it divides all of the room.
 */
export function nextRoom(asked: readonly RoomAsked[], leftTokens: number): number {
  const [first] = asked;
  if (!first) return 0;
  let left = Math.max(0, leftTokens);
  let shares = asked.reduce((sum, { share }) => sum + share, 0);
  const fairOf = (share: number) => Math.floor((left * share) / shares + ROUNDING);
  const leastEagerFirst = asked.toSorted(
    (a, b) => a.wantedTokens / a.share - b.wantedTokens / b.share,
  );
  for (const { wantedTokens, share } of leastEagerFirst) {
    if (wantedTokens > fairOf(share)) return Math.min(first.wantedTokens, fairOf(first.share));
    left -= wantedTokens;
    shares -= share;
  }
  return first.wantedTokens;
}

/** A quotient that falls short of a whole number by less than this is that number. */
const ROUNDING = 1e-6;
