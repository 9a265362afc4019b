// @ts-check
import { stemmer } from '@orama/stemmers/english';

/** The words that a careful user of a peer would leave out. */
export const STOP_WORDS =
  'a about after all also am an and any are as at be because been but by can could did do does doing for from had has have having he her here hers him his how i if in into is it its just like me more most my no not of off on or our out over she should so some than that the their them then there these they this those through to too under up very was we were what when where which while who whom why will with would you your'.split(
    ' ',
  );

const stops = new Set(STOP_WORDS);

/**
 * The term of a word: its stem, or nothing for a stop word.
 *
 * @param {string} word
 */
export function termOf(word) {
  const lower = word.toLowerCase().replace(/['’]s$/, '');
  return lower === '' || stops.has(lower) ? null : stemmer(lower);
}

export { stemmer };
