/** Enough for every text of words; what lies behind would be cut off as tokens anyway. */
const CHARACTERS_A_TOKEN = 64;

/** The beginning of a text that can matter to a window; tokenizing megabytes would hold up a query. */
export function beginningFor(text: string, maxTokens: number): string {
  const limit = maxTokens * CHARACTERS_A_TOKEN;
  if (text.length <= limit) return text;
  const isPairCut = (text.codePointAt(limit - 1) ?? 0) > 0xff_ff;
  return text.slice(0, isPairCut ? limit - 1 : limit);
}

/** Number of tokens that stand behind each text, such as BERT's `[SEP]`: where two encodings agree at their ends. */
export function closingTokens(ofNothing: readonly number[], ofAWord: readonly number[]): number {
  let count = 0;
  while (count < ofNothing.length && ofNothing.at(-1 - count) === ofAWord.at(-1 - count)) {
    count += 1;
  }
  return count;
}

/** The tokens that fit into the window; the closing ones stay at the end. */
export function truncated(
  ids: readonly number[],
  maxTokens: number,
  closing: number,
): readonly number[] {
  if (ids.length <= maxTokens) return ids;
  return [...ids.slice(0, maxTokens - closing), ...ids.slice(ids.length - closing)];
}
