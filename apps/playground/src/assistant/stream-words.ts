/** A text is shown within about this time, however long it is. */
const LONGEST_MS = 2_500;
const SLOWEST_WORD_MS = 35;
/** Faster than the screen is drawn, words come several at a time. */
const QUICKEST_PAUSE_MS = 16;

/** Waits; ends early, without an error, when the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/**
 * The beginnings of a text, each a word (of a long text a few words) longer than the one before,
 * the last one whole. Ends where it stands when the signal aborts.
 */
export async function* streamWords(
  text: string,
  { signal, wait }: { readonly signal: AbortSignal; readonly wait: Wait },
): AsyncGenerator<string> {
  const ends = [...text.matchAll(/\S+\s*/g)].map((word) => word.index + word[0].length);
  const wordMs = Math.min(SLOWEST_WORD_MS, LONGEST_MS / Math.max(1, ends.length));
  const wordsAtOnce = Math.max(1, Math.ceil(QUICKEST_PAUSE_MS / wordMs));
  for (let shown = wordsAtOnce; shown < ends.length + wordsAtOnce; shown += wordsAtOnce) {
    await wait(wordMs * wordsAtOnce, signal);
    if (signal.aborted) return;
    yield text.slice(0, ends[shown - 1] ?? text.length);
  }
}
