/** A shorter word with a slip is another word too often: "mango" is not "Mongo". */
const SHORTEST = 5;
/** One letter in place of another is rarer as a slip than one too many, too few or in the wrong place. */
const SHORTEST_REPLACED = 7;

/**
 * Whether somebody who meant a word may have written it so: with one letter too many or too few, two that
 * changed places, or, in a long word, another one. Nobody slips at the first letter, or in a number.
 */
export function isOneSlip(written: string, meant: string): boolean {
  const [w, m] = [[...written], [...meant]];
  if (m.length < SHORTEST || w[0] !== m[0] || /\p{N}/u.test(written + meant)) return false;
  let start = 0;
  while (start < w.length && w[start] === m[start]) start += 1;
  let end = 0;
  while (end < Math.min(w.length, m.length) - start && w.at(-1 - end) === m.at(-1 - end)) end += 1;
  const [extra, missing] = [w.length - start - end, m.length - start - end];
  if (extra + missing <= 1) return true;
  if (extra === 1 && missing === 1) return m.length >= SHORTEST_REPLACED;
  const isTurned = w[start] === m[start + 1] && w[start + 1] === m[start];
  return extra === 2 && missing === 2 && isTurned;
}
