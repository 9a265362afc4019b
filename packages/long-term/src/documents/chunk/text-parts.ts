/** Texts are looked at in segments of so many characters, each in a step. */
const SEGMENT = 2_048;
/** Code points of a word without an end that stay together: never more tokens than the smallest chunk. */
const POINTS_AT_ONCE = 8;
const SENTENCE_ENDS = /(?<=[.!?…。！？][)"'»”’]?\s)|(?<=[。！？])/u;
const WORD_ENDS = /(?<=\s)(?=\S)/u;
const SMALLEST_LEVEL = 3;

/** A part of a text, with its tokens. */
interface Unit {
  readonly text: string;
  readonly tokens: number;
}

/** Parts of a long text that end behind a line or a word, if there is one, and never inside of a code point. */
export function* segmentsOf(text: string): Generator<string, void> {
  let start = 0;
  while (text.length - start > SEGMENT) {
    const window = text.slice(start, start + SEGMENT);
    const line = window.lastIndexOf('\n') + 1;
    const word = window.lastIndexOf(' ') + 1;
    const end = start + (line > 0 ? line : word > 0 ? word : wholeCodePoints(window));
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}

/** Parts of a text that make it up again, each of at most so many tokens: those of `level`, or smaller ones. */
export function* unitsOf(
  text: string,
  level: number,
  maxTokens: number,
  count: (text: string) => number,
): Generator<Unit, void> {
  for (const part of partsOf(text, level)) {
    const tokens = count(part);
    if (level < SMALLEST_LEVEL && tokens > maxTokens) {
      yield* unitsOf(part, level + 1, maxTokens, count);
    } else yield { text: part, tokens };
  }
}

/** By level: lines, sentences, words, code points. */
function partsOf(text: string, level: number): readonly string[] {
  if (level === 0) return text.split(/(?<=\n)/u);
  if (level === 1) return text.split(SENTENCE_ENDS);
  if (level === 2) return text.split(WORD_ENDS);
  const points = Array.from(text);
  const starts = points.flatMap((_, index) => (index % POINTS_AT_ONCE === 0 ? [index] : []));
  return starts.map((start) => points.slice(start, start + POINTS_AT_ONCE).join(''));
}

function wholeCodePoints(window: string): number {
  const last = window.charCodeAt(window.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? window.length - 1 : window.length;
}
