/** Shorter words ("the", "src", "id") stand in everything and tell nothing. */
const word = /\p{L}{4,}/gu;

interface Value {
  readonly text: string;
}

/**
 * Says how much a value has to do with what stays in the context: the share of its words that stand
 * there, 0 to 1, where a word counts the more the fewer of the values have it. After an agent
 * opened `theme-selector.ts`, `theme.selector.width` is likelier to be needed than `user.email`.
 *
 * - A value without words of four letters or more is related to nothing, and so is one that is not
 *   among `values`.
 * - Time is linear in the text and in the values.
 */
export function relatednessTo(text: string, values: readonly Value[]): (value: string) => number {
  const present = new Set(wordsOf(text));
  const holders = new Map<string, number>();
  for (const value of values) {
    for (const known of wordsOfValue(value)) holders.set(known, (holders.get(known) ?? 0) + 1);
  }
  const rarity = new Map<string, number>();
  for (const [known, count] of holders) rarity.set(known, Math.log2(1 + values.length / count));
  const relatedness = new Map<string, number>();
  for (const value of values) {
    let total = 0;
    let shared = 0;
    for (const known of wordsOfValue(value)) {
      const weight = rarity.get(known) ?? 0;
      total += weight;
      if (present.has(known)) shared += weight;
    }
    relatedness.set(value.text, total === 0 ? 0 : shared / total);
  }
  return (value) => relatedness.get(value) ?? 0;
}

const wordsByValue = new WeakMap<Value, readonly string[]>();

/** Most values outlive a compaction as they are; their words are found once. */
function wordsOfValue(value: Value): readonly string[] {
  const known = wordsByValue.get(value);
  if (known) return known;
  const words = wordsOf(value.text);
  wordsByValue.set(value, words);
  return words;
}

/** Words in lower case, each once; in JSON text a backslash and a letter are a gap. */
function wordsOf(text: string): readonly string[] {
  const plain = text.includes('\\') ? text.replace(/\\[nrt]/g, ' ') : text;
  return [...new Set(plain.toLowerCase().match(word))];
}
