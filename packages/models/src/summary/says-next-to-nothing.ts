import { lettersWithoutGaps } from './scripts-without-gaps.ts';

/** Characters of the shortest sentence that tells something: "A-7 cancelled." */
const LEAST_CHARACTERS = 12;
/** A sign of Chinese, Japanese or Thai says about as much as so many letters. */
const LETTERS_PER_SIGN = 3;
/** A shorter text may well be summed up in a word. */
const LEAST_MATTER = 400;

/** Whether a summary is too short to say anything of its matter [MOD-4]: "Hello!", "Done." */
export function saysNextToNothing(summary: string, matter: string): boolean {
  if (matter.length < LEAST_MATTER) return false;
  const signs = lettersWithoutGaps(summary);
  return summary.length + signs * (LETTERS_PER_SIGN - 1) < LEAST_CHARACTERS;
}
