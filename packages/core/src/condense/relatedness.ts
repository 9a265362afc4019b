import { type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';

/** Shorter words ("the", "src", "id") stand in everything and tell nothing. */
const word = /\p{L}{4,}/gu;

/**
 * Says how much a value has to do with what stays in the context: the share of its words that stand
 * there, 0 to 1, where a word counts the more the fewer of the values have it. After an agent
 * opened `theme-selector.ts`, `theme.selector.width` is likelier to be needed than `user.email`.
 *
 * - A value without words of four letters or more is related to nothing, and so is one that is not
 *   among `values`.
 * - Time is linear in the text and in the values.
 */
export function* relatingTo(
  text: string,
  values: readonly { readonly text: string }[],
): Steps<(value: string) => number> {
  const present = yield* wordsOfText(text);
  const holders = new Map<string, number>();
  const words = new Map<string, readonly string[]>();
  for (const [index, value] of values.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    const own = wordsOf(value.text);
    words.set(value.text, own);
    for (const known of own) holders.set(known, (holders.get(known) ?? 0) + 1);
  }
  return (value) => {
    let total = 0;
    let shared = 0;
    for (const known of words.get(value) ?? []) {
      const weight = Math.log2(1 + values.length / (holders.get(known) ?? 1));
      total += weight;
      if (present.has(known)) shared += weight;
    }
    return shared > 0 ? shared / total : 0;
  };
}

/** So much of a text is read in one step, up to the next blank. */
const CHARACTERS_PER_STEP = 8_192;

function* wordsOfText(text: string): Steps<ReadonlySet<string>> {
  const words = new Set<string>();
  for (let start = 0; start < text.length; ) {
    const gap = text.indexOf(' ', start + CHARACTERS_PER_STEP);
    const end = gap < 0 ? text.length : gap;
    for (const known of wordsOf(text.slice(start, end))) words.add(known);
    start = end;
    yield;
  }
  return words;
}

/** Words in lower case, each once; in JSON text a backslash and a letter are a gap. */
function wordsOf(text: string): readonly string[] {
  const plain = text.includes('\\') ? text.replace(/\\[nrt]/g, ' ') : text;
  return [...new Set(plain.toLowerCase().match(word))];
}
