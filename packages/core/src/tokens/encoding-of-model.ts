import type { TiktokenEncoding } from './encoding-names.ts';

/** The encoding to count a model's text with. */
export interface ModelEncoding {
  readonly encoding: TiktokenEncoding;
  /** False where the model's own encoding is not at hand: counts are estimates then. */
  readonly isExact: boolean;
}

/** Beginnings of model names, the more special one first. Source: OpenAI's tiktoken, `model.py`. */
const beginnings: readonly (readonly [string, TiktokenEncoding])[] = [
  ['gpt-4o', 'o200k_base'],
  ['gpt-4.1', 'o200k_base'],
  ['gpt-4.5', 'o200k_base'],
  ['gpt-5', 'o200k_base'],
  // Its encoding `o200k_harmony` differs from `o200k_base` in special tokens only.
  ['gpt-oss', 'o200k_base'],
  ['chatgpt-4o', 'o200k_base'],
  ['o1', 'o200k_base'],
  ['o3', 'o200k_base'],
  ['o4', 'o200k_base'],
  ['gpt-4', 'cl100k_base'],
  ['gpt-3.5', 'cl100k_base'],
  ['gpt-35', 'cl100k_base'],
  ['text-embedding-', 'cl100k_base'],
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
  const known = beginnings.find(([beginning]) => isOf(name, beginning));
  return known ? { encoding: known[1], isExact: true } : { encoding: 'o200k_base', isExact: false };
}

/** `o1` begins `o1-mini` and not `o10`. */
function isOf(name: string, beginning: string): boolean {
  if (!name.startsWith(beginning)) return false;
  return beginning.endsWith('-') || !/^[0-9a-z]/i.test(name.slice(beginning.length));
}
