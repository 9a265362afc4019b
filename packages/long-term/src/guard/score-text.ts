import { readingsOf } from './readings.ts';
import { signsOf, signsOfText } from './signs.ts';
import { BIAS, WEIGHTS } from './weights.ts';
import { windowsOf } from './windows.ts';

/** How much a text reads like an order to an assistant. */
export interface TextScore {
  /** Log odds: over 0 it is likelier an order than not, and higher is surer. */
  readonly score: number;
  /** The signs that weigh for it, the heaviest first. */
  readonly signs: readonly string[];
}

/** A piece of a text with its signs. */
export interface Piece {
  readonly text: string;
  readonly signs: ReadonlySet<string>;
}

/** Every piece of every reading of a text, with its signs: the fitting sees the same as the check. */
export function piecesOf(given: string): readonly Piece[] {
  const ofText = signsOfText(given);
  return readingsOf(given).flatMap(({ text, way }) =>
    windowsOf(text).map((window) => ({
      text: window,
      signs: new Set([...signsOf(window), ...ofText, ...(way === 'plain' ? [] : [way])]),
    })),
  );
}

/** A text is worth as much as its worst piece: an order in a long page is one. */
export function scoreText(given: string): TextScore {
  let worst: TextScore = { score: BIAS, signs: [] };
  for (const { signs } of piecesOf(given)) {
    const score = weightOf(signs);
    if (score > worst.score) worst = { score, signs: heaviest(signs) };
  }
  return worst;
}

function weightOf(signs: ReadonlySet<string>): number {
  let score = BIAS;
  for (const sign of signs) score += WEIGHTS[sign] ?? 0;
  return score;
}

function heaviest(signs: ReadonlySet<string>): readonly string[] {
  return [...signs]
    .filter((sign) => (WEIGHTS[sign] ?? 0) > 0)
    .sort((one, other) => (WEIGHTS[other] ?? 0) - (WEIGHTS[one] ?? 0));
}
