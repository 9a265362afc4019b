const SENTENCE_END = /(?<=[.!?…][)"'”’\]]*)\s+|(?<=[。！？])|\n+/u;
/** A window has two sentences at least, and goes on to this many characters. */
const SHORTEST = 200;
const LONGEST = 900;

/** Overlapping pieces of a text, each short enough that what stands in it belongs together. */
export function windowsOf(text: string): readonly string[] {
  const sentences = text
    .split(SENTENCE_END)
    .flatMap(cut)
    .filter((sentence) => sentence.trim() !== '');
  const windows: string[] = [];
  for (let first = 0; first < sentences.length; first += 1) {
    let window = sentences[first] ?? '';
    let next = first + 1;
    while (next < sentences.length && (next < first + 2 || window.length < SHORTEST)) {
      const longer = `${window}\n${sentences[next]}`;
      if (longer.length > LONGEST) break;
      window = longer;
      next += 1;
    }
    windows.push(window);
    // The rest of the text was in this window whole.
    if (next === sentences.length) break;
  }
  return windows;
}

/** A sentence without an end is cut, in halves that overlap. */
function cut(sentence: string): readonly string[] {
  if (sentence.length <= LONGEST) return [sentence];
  const pieces: string[] = [];
  for (let start = 0; start < sentence.length; start += LONGEST / 2) {
    pieces.push(sentence.slice(start, start + LONGEST));
  }
  return pieces;
}
