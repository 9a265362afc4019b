/** What OpenAI and what is compatible with it, Anthropic, Google, Mistral, vLLM and llama.cpp say. */
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
 * Whether an error says that a provider refused a context as too long. On a server it tells which
 * errors a page has to hear of, in words that a page knows.
 *
 * @example
 * ```ts
 * const response = streamText({ model, messages }).toUIMessageStreamResponse({
 *   onError: (error) => (isOverflow(error) ? 'context_length_exceeded' : 'An error occurred.'),
 * });
 * ```
 */
export function isOverflow(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return wordsOf(error).some((words) => REFUSALS.some((refusal) => refusal.test(words)));
}

/** AI SDK keeps what the provider answered beside the message, which may be somebody else's. */
function wordsOf(error: Error): readonly string[] {
  const answer = 'responseBody' in error ? error.responseBody : undefined;
  return typeof answer === 'string' ? [error.message, answer] : [error.message];
}
