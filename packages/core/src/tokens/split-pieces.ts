/**
 * Gives the end of the piece that starts at `start`. An encoding cuts a text into such pieces
 * before it merges bytes, and no token crosses a cut.
 */
export type PieceEnd = (text: string, start: number) => number;

/**
 * An engine's matcher keeps a stack entry per character of a run and throws at some megabytes of
 * one, so a piece of more code units is cut. js-tiktoken would need hours for such a piece.
 */
export const LONGEST_PIECE = 2 ** 18;

/** Pieces by the pattern that an encoding publishes. */
export function pieceEndBy(pattern: string): PieceEnd {
  const piece = new RegExp(pattern, 'uy');
  const lengthAt = (text: string, start: number): number => {
    piece.lastIndex = start;
    piece.test(text);
    return piece.lastIndex - start;
  };
  return (text, start) =>
    start +
    (text.length <= LONGEST_PIECE
      ? lengthAt(text, start)
      : lengthAt(text.slice(start, start + LONGEST_PIECE), 0));
}
