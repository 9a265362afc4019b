import { onceATask } from '../platform/once-a-task.ts';

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/gu;
/** Joiners, soft hyphens and marks that choose how a sign is drawn. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}]/gu;
const DASHES = /[‐‑‒–—−]/gu;
/** They say something wherever they stand; filled shapes are bullets of a list. */
const ALWAYS = /(?![■-◿])[\p{Sm}\p{Sc}\p{So}^@%‰&§]/u;
/** They say something where they touch a word: "C#", "#1", "/a/b". */
const GLUED = /[#/\\]/u;
/** Between two words or numbers: "a*b", "a / b", "foo_bar". */
const JOINT = /^(?: [*/]+ |\*+|_+)$/u;
/** All that may stand between a minus and its number: "-5", "-.5", "-€5". */
const BEHIND_MINUS = /^(?:\p{Sc} ?)?\.?$/u;
/** One more than that has, so that a longer rest never fits and a long row of dashes is read once. */
const LONGEST_BEHIND = 5;
const DIGIT = /\p{N}/u;

/**
 * A statement without its dress: letters, digits and whatever else changes the meaning. Case, quotes,
 * emphasis and other punctuation are gone; signs and points of numbers, operators, symbols and the
 * marks between two numbers stay. A text that has nothing of these stays as `normalisedText` has it.
 *
 * @param gap what stands between two words. Default: nothing, so that "any one" is "anyone".
 */
export function bareText(text: string, gap = ''): string {
  const normalised = normalisedText(text.replace(UNSEEN, ''));
  // Up and down again: only the way up knows that "ß" is "ss" and that there are two small sigmas.
  const folded = normalised.toUpperCase().toLowerCase();
  const bare = folded.replace(BETWEEN_WORDS, (marks: string, at: number) => {
    const before = folded.charAt(at - 1);
    const behind = folded.charAt(at + marks.length);
    if (DIGIT.test(before) && DIGIT.test(behind)) return marks.replace(DASHES, '-');
    const kept = marks === ' ' ? '' : meaningOf(marks.replace(DASHES, '-'), before, behind);
    return kept || (before && behind ? gap : '');
  });
  return bare || normalised;
}

/** The marks between two words that say something; the text begins or ends where a neighbour is empty. */
function meaningOf(marks: string, before: string, behind: string): string {
  if (before && behind && JOINT.test(marks)) return marks.trim();
  const signs = [...marks];
  const isMeant = (sign: string, at: number) => {
    const isFirst = at === 0 && before !== '';
    const isLast = at === signs.length - 1 && behind !== '';
    if (ALWAYS.test(sign)) return true;
    if (GLUED.test(sign)) return isFirst || isLast;
    if (sign === '!') return signs[at + 1] === '=' || (isLast && !isFirst);
    if (isFirst || !DIGIT.test(behind)) return false;
    if (sign === '-') return BEHIND_MINUS.test(signs.slice(at + 1, at + LONGEST_BEHIND).join(''));
    return sign === '.' && isLast && signs[at - 1] !== '.';
  };
  return signs.filter(isMeant).join('');
}

/**
 * A text as it is compared: letters of one form and case, one space between words, no full stop at
 * the end. Two texts that differ in nothing else say the same. Raised and circled digits and fractions
 * stay what they are: "10²" is not "102".
 */
export const normalisedText = onceATask((text) =>
  text
    .replace(BESIDE_OTHER_NUMBERS, (part) => part.normalize('NFKC'))
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/(?<![.!。！])[.!。！]+$/u, ''),
);

const BESIDE_OTHER_NUMBERS = /\P{No}+/gu;
