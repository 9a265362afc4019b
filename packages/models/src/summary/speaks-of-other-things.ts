import { lettersWithoutGaps } from './scripts-without-gaps.ts';

/** Shorter words stand in every text and tell nothing. */
const LONG_WORD = /\p{L}[\p{L}\p{M}]{4,}/gu;
/** Letters by which forms of one word are taken for the same: "cancelled" and "cancellation". */
const STEM_LETTERS = 5;
/** Fewer words, of the summary or of its matter, say nothing either way. */
const LEAST_WORDS = 3;
const LEAST_MATTER_WORDS = 20;
const LEAST_SHARE = 0.25;

/**
 * Whether a summary hardly has a word of the matter that it is to sum up [MOD-4]: a model that answers
 * the same to everything, or babbles. Where there are too few words to tell, it is given the benefit of
 * the doubt.
 */
export function speaksOfOtherThings(summary: string, matter: string): boolean {
  const said = stemsOf(summary);
  if (said.size < LEAST_WORDS) return false;
  const known = stemsOf(matter);
  if (known.size < LEAST_MATTER_WORDS) return false;
  const shared = [...said].filter((stem) => known.has(stem)).length;
  return shared < said.size * LEAST_SHARE;
}

function stemsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(LONG_WORD) ?? [];
  return new Set(
    words
      .filter((word) => lettersWithoutGaps(word) === 0)
      .map((word) => word.slice(0, STEM_LETTERS)),
  );
}
