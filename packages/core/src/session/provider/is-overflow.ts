/** Messages of OpenAI and compatible servers, Anthropic, Google, Mistral, vLLM and llama.cpp. */
const REFUSALS = [
  /context[_ ]length[_ ]exceeded/i,
  /maximum context length/i,
  /prompt is too long/i,
  /input is too long/i,
  /exceeds? (the )?(available |model'?s? )?context (size|window|limit|length)/i,
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
  return wordsOf(error).some((words) => REFUSALS.some((refusal) => refusal.test(words)));
}

/** The words of an error; AI SDK keeps the provider's answer in `responseBody`, and the message may come from elsewhere. */
export function wordsOf(error: Error): readonly string[] {
  const answer = 'responseBody' in error ? error.responseBody : undefined;
  return typeof answer === 'string' ? [error.message, answer] : [error.message];
}
