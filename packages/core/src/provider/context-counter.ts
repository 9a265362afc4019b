import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import type { AbortSignalLike } from '../platform/abort.ts';

/**
 * A provider's own counting endpoint: confirms a context that is close to the limit before it is
 * sent [TOK-7].
 *
 * An implementer owes:
 * - the tokens that the provider would report as input for these messages, with everything that its
 *   server adds to them, as a whole number above 0;
 * - the messages left as they are;
 * - a rejection with the signal's reason when the signal aborts, and with any error when there is no
 *   answer. A guess is no answer.
 *
 * A caller may assume that nothing was generated or charged for. It asks only about contexts that are
 * predicted to fill nine tenths of the limit, goes on with its own figure when the promise rejects,
 * and learns from an answer as from a report of usage, so that the next figures agree.
 */
export interface ContextCounter {
  /** For people: whose count it is, e.g. the provider's name. */
  readonly name: string;
  count(
    messages: readonly OpenAiMessage[],
    options: { readonly signal?: AbortSignalLike },
  ): Promise<number>;
}

/** From this share of the input budget on a context is confirmed. */
const CONFIRMED_SHARE = 0.9;

/**
 * Tells whether a context is so close to the limit, or over it, that asking the provider is worth the
 * wait. `predictedTokens` and `inputTokens` are both in the provider's tokens.
 */
export function shouldConfirm(predictedTokens: number, inputTokens: number): boolean {
  return predictedTokens >= CONFIRMED_SHARE * inputTokens;
}
