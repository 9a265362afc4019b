import { wordsOf } from './is-overflow.ts';

/** An answer says it at its beginning; the rest may be as long as a server likes. */
const READ_CHARACTERS = 2_000;

/** The figures by which providers say how much too long a context was, in their own tokens. */
const FIGURES = [
  // OpenAI, vLLM
  /maximum context length is (?<limit>[\d,]+).*?(?<input>[\d,]+) (?:tokens )?in the messages.*?(?<reply>[\d,]+) (?:tokens )?in the completion/is,
  /maximum context length is (?<limit>[\d,]+).*?(?:requested|resulted in|has) (?<input>[\d,]+)/is,
  // Anthropic
  /(?<input>[\d,]+) tokens > (?<limit>[\d,]+) maximum/i,
  /context limit: (?<input>[\d,]+) \+ (?<reply>[\d,]+) > (?<limit>[\d,]+)/i,
  // Google
  /input token count \(?(?<input>[\d,]+)\)? exceeds .*?\(?(?<limit>[\d,]+)\)?/i,
  // llama.cpp
  /\((?<input>[\d,]+) tokens\) exceeds the available context size \((?<limit>[\d,]+)/i,
  // Mistral
  /contains (?<input>[\d,]+) tokens.*?(?<limit>[\d,]+) maximum context length/is,
];

/**
 * The share of a refused context that the provider would have taken, where its refusal names both figures;
 * `undefined` where it does not, or they cannot be meant.
 */
export function shareThatFits(refusal: unknown): number | undefined {
  if (!(refusal instanceof Error)) return undefined;
  for (const words of wordsOf(refusal)) {
    for (const figures of FIGURES) {
      const named = figures.exec(words.slice(0, READ_CHARACTERS))?.groups;
      const { input, limit, reply = '0' } = named ?? {};
      const share = (tokens(limit) - tokens(reply)) / tokens(input);
      if (share > 0 && share < 1) return share;
    }
  }
  return undefined;
}

function tokens(figure: string | undefined): number {
  return Number(figure?.replaceAll(',', '') ?? Number.NaN);
}
