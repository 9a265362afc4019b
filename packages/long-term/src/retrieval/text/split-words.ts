import { fold } from './fold.ts';
import { isWithoutBlanks } from './scripts.ts';

/** A word of a text, as written and as it is compared. */
export interface Word {
  readonly written: string;
  readonly folded: string;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’][\p{L}\p{M}]+)*/gu;

/** In these languages an apostrophe stands between two words: l'homme, dell'anno. */
const ELIDING = new Set(['fr', 'it', 'ca']);

const segmenters = new Map<string, Intl.Segmenter>();

/**
 * The words of a text in their order. Where a script has no blanks between words, the platform's
 * segmenter finds them, and where there is none, pairs of letters stand for words.
 */
export function splitWords(text: string, language: string): readonly Word[] {
  const words: Word[] = [];
  for (const [run] of text.matchAll(WORD)) {
    for (const written of partsOf(run, language)) {
      const folded = fold(written);
      if (folded !== '') words.push({ written, folded });
    }
  }
  return words;
}

function partsOf(run: string, language: string): readonly string[] {
  if (isWithoutBlanks(run)) return segmented(run, language);
  if (!/['’]/.test(run)) return [run];
  if (ELIDING.has(language)) return run.split(/['’]/);
  return [run.replace(/['’]s$/i, '').replace(/['’]/g, '')];
}

function segmented(run: string, language: string): readonly string[] {
  if (typeof Intl.Segmenter !== 'function') return pairsOf(run);
  let segmenter = segmenters.get(language);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(language, { granularity: 'word' });
    segmenters.set(language, segmenter);
  }
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
}

function pairsOf(run: string): readonly string[] {
  const letters = [...run];
  if (letters.length < 3) return [run];
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
