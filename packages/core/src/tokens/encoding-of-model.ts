/** Encodings that can be counted exactly in the page. */
export type TiktokenEncoding = 'o200k_base' | 'cl100k_base';

/** The encoding to count a model's text with. */
export interface ModelEncoding {
  readonly encoding: TiktokenEncoding;
  /** False where the model's own encoding is not at hand: counts are estimates then. */
  readonly isExact: boolean;
}

/** Beginnings of model names. Source: OpenAI's tiktoken, `model.py`; `o1` begins `o1-mini` and not `o10`. */
const ENCODINGS: readonly (readonly [RegExp, TiktokenEncoding])[] = [
  // The encoding of gpt-oss, `o200k_harmony`, differs from `o200k_base` in special tokens only.
  [/^(?:(?:chat)?gpt-4o|gpt-(?:4\.[15]|5|oss)|o[134])(?![0-9A-Za-z])/, 'o200k_base'],
  [/^(?:gpt-(?:4|3\.?5)(?![0-9A-Za-z])|text-embedding-)/, 'cl100k_base'],
];

/**
 * Encoding of a model by its name: with or without a provider ahead (`openai/gpt-4o`), a version
 * behind (`gpt-4o-2024-08-06`) or `ft:` for a model that was tuned. A model that is not known is
 * counted with `o200k_base`, and its counts are estimates.
 *
 * @example
 * encodingOfModel('openai/gpt-4o-2024-08-06'); // { encoding: 'o200k_base', isExact: true }
 */
export function encodingOfModel(model: string): ModelEncoding {
  const name = model.slice(model.lastIndexOf('/') + 1).replace(/^ft:/, '');
  const known = ENCODINGS.find(([beginning]) => beginning.test(name));
  return known ? { encoding: known[1], isExact: true } : { encoding: 'o200k_base', isExact: false };
}

/**
 * Tokens of a family's own encoding for one of `o200k_base`, by a piece of the model's name, the more
 * special one first.
 *
 * Measured in November 2026 on recorded agent sessions, small talk and source code, each time the
 * largest of the three, and rounded up to a sixteenth: Llama 3 1.02, Llama 2 1.32, Mistral with
 * SentencePiece 1.31, with Tekken 1.17, Qwen 1.15, DeepSeek V3 1.04, Phi 4 1.02 (Phi 3 has the encoding
 * of Llama 2). Text in Cyrillic letters is up to 1.65 times as long, in CJK up to 2.04. Claude, Gemini and Gemma could not be
 * measured: their figures are guesses on the high side, because too low a count is the worse mistake.
 */
const FAMILIES: readonly (readonly [RegExp, number])[] = [
  [/claude/, 1.375],
  [/gemini|gemma/, 1.25],
  [/llama-?2|codellama|tinyllama|vicuna/, 1.375],
  [/llama/, 1.0625],
  [/ministral|nemo|pixtral|tekken/, 1.1875],
  [/mistral|mixtral|codestral|devstral|magistral/, 1.3125],
  [/qwen|qwq/, 1.1875],
  [/deepseek/, 1.0625],
  [/phi/, 1.375],
];

/** As much as the longest that was measured. */
const UNKNOWN = 1.375;

/**
 * The factor between a count in `o200k_base` and the tokens of a model, by its name, until the provider
 * reports usage: 1 where the model's encoding is at hand, or where no model is named.
 */
export function factorOfModel(model: string | undefined): number {
  if (model === undefined || encodingOfModel(model).isExact) return 1;
  const name = model.toLowerCase();
  return FAMILIES.find(([piece]) => piece.test(name))?.[1] ?? UNKNOWN;
}
