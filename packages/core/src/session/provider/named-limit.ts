import { textsOf } from './is-overflow.ts';

/** An answer says it at its beginning; the rest may be as long as a server likes. */
const READ_CHARACTERS = 2_000;
const THOUSANDS = /(?<=\d),(?=\d{3}\b)/g;
/** Limits on spending and pace are counted in tokens as well. */
const OTHER_LIMITS = /rate.?limit|quota|per (?:min|hour|day|second)|\bTP[MD]\b/i;
/** What stands between a limit's name and its figure. */
const SO_MUCH =
  /\W{1,3}(?:(?:is|of|to|only|limited|limit|the|this|model|for|number|tokens|allowed)\W{1,3}){0,6}(?<limit>\d{3,})\b/
    .source;

const NOT_OF_ANSWERS = '^(?!.*(?:max_\\w*tokens|output|completion)).*';

/** The figures by which providers say how long a context may be and how long it was, in their own tokens. */
const FIGURES = [
  // OpenAI, vLLM, OpenRouter, xAI
  /maximum context length is (?<limit>\d+)\b.*?\b(?<input>\d+) (?:tokens )?(?:in the messages|of text input).*?\b(?<reply>\d+) (?:tokens )?in the (?:completion|output)/is,
  /maximum (?:context|prompt) length is (?<limit>\d+)\b.*?(?:requested|resulted in|has|contains)(?: about)? (?<input>\d+)\b/is,
  // Anthropic
  /(?<input>\d+) tokens > (?<limit>\d+) maximum/i,
  /context limit: (?<input>\d+) \+ (?<reply>\d+) > (?<limit>\d+)/i,
  // Google
  /token count (?:of )?\(?(?<input>\d+)\)? exceeds \D*(?<limit>\d+)/i,
  // llama.cpp
  /\((?<input>\d+) tokens\) exceeds the available context size \((?<limit>\d+)/i,
  // Mistral
  /contains (?<input>\d+) tokens.*?(?<limit>\d+) maximum context length/is,
  // Cohere
  /tokens in the prompt cannot exceed (?<limit>\d+)\W+received (?<input>\d+)/i,
  /\blimit:? (?<limit>\d+)\b.{0,20}? requested:? (?<input>\d+)/i,
  // The limit alone: Ollama, LM Studio, and others with similar words
  new RegExp(
    `(?:context|prompt)[ _](?:length|size|window|limit)${SO_MUCH}(?! (?:tokens )?(?:[+>]|exceeds))`,
    'i',
  ),
  new RegExp(`${NOT_OF_ANSWERS}\\b(?:limit|maximum)${SO_MUCH} tokens(?! per)`, 'is'),
  new RegExp(`${NOT_OF_ANSWERS}\\b(?<limit>\\d{3,})[- ]tokens? (?:context|limit|maximum)`, 'is'),
];

/**
 * The share of a refused context that the provider would have taken, where its refusal names the limit;
 * `undefined` where it does not, or its figures cannot be meant. Where it does not say how long the
 * context was, our own count stands in.
 */
export function shareThatFits(refusal: unknown, refusedTokens: number): number | undefined {
  const texts = textsOf(refusal)
    .map((text) => text.slice(0, READ_CHARACTERS).replace(THOUSANDS, ''))
    .filter((text) => !OTHER_LIMITS.test(text));
  const named = FIGURES.flatMap((figures) =>
    texts.map((text): Named => figures.exec(text)?.groups ?? {}),
  );
  const counted = named.filter(({ input }) => input !== undefined);
  return (counted.length > 0 ? counted : named)
    .map(
      ({ input = refusedTokens, limit, reply = 0 }) =>
        (Number(limit) - Number(reply)) / Number(input),
    )
    .find((share) => share > 0 && share < 1);
}

type Named = Readonly<Partial<Record<'input' | 'limit' | 'reply', string>>>;
