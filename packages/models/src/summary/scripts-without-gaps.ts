/** Scripts that put no gaps between words: a run of letters is no word there. */
const WITHOUT_GAPS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

/** How many letters of a text belong to such scripts. */
export function lettersWithoutGaps(text: string): number {
  return text.match(WITHOUT_GAPS)?.length ?? 0;
}
