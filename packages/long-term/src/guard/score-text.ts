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
    const score = scoreOf(signs);
    if (score > worst.score) worst = { score, signs: heaviest(signs) };
  }
  return worst;
}

function scoreOf(signs: ReadonlySet<string>): number {
  let score = BIAS;
  for (const sign of signs) score += weightOf(sign);
  return score;
}

function heaviest(signs: ReadonlySet<string>): readonly string[] {
  return [...signs]
    .filter((sign) => weightOf(sign) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one));
}

function weightOf(sign: string): number {
  return WEIGHTS.get(sign) ?? 0;
}
