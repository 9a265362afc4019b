/** Messages of OpenAI and compatible servers, Anthropic, Google, Mistral, Cohere, vLLM, llama.cpp and LM Studio. */
const REFUSALS = [
  /context[_ ]length[_ ]exceeded/i,
  /maximum (context|prompt) length/i,
  /prompt is too long/i,
  /input is too long/i,
  /(exceeds?|greater than) (the )?(available |model'?s? )?context (size|window|limit|length)/i,
  /context the overflows/i,
  /too many tokens: /i,
  /exceeds the maximum number of tokens/i,
  /exceed_context_size/i,
];

/**
 * Whether an error says that a provider refused a context as too long. Use it on a server to pass such
 * an error on to the page, in words that the page recognises.
 *
 * @example
 * ```ts
 * const response = streamText({ model, prompt: 'Hello' }).toUIMessageStreamResponse({
 *   onError: (error) => (isOverflow(error) ? 'context_length_exceeded' : 'An error occurred.'),
 * });
 * ```
 */
export function isOverflow(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return textsOf(error).some((text) => REFUSALS.some((refusal) => refusal.test(text)));
}

/** Where clients keep a provider's answer; what was asked is nowhere here. */
const HOLDERS = ['message', 'cause', 'error', 'body', 'responseBody', 'response', 'data'] as const;
const MOST_DEPTH = 4;

/** The texts of whatever a provider's client threw, or of the answer itself. */
export function textsOf(refusal: unknown, depth = 0): readonly string[] {
  if (typeof refusal === 'string') return [refusal];
  if (typeof refusal !== 'object' || refusal === null || depth > MOST_DEPTH) return [];
  const held = refusal as Partial<Record<(typeof HOLDERS)[number], unknown>>;
  return HOLDERS.flatMap((name) => textsOf(held[name], depth + 1));
}
