import type { OpenAiMessage } from '../../formats/openai/openai-message.ts';
import type { AbortSignalLike } from '../../ground/platform/abort.ts';

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
 * A caller may assume that nothing was generated or charged for. It asks early in a session, again where
 * the model changes or content of another kind comes (another script, pictures, documents), and about
 * contexts that are predicted to fill nine tenths of the limit. It continues with its own figure when the
 * promise rejects, and learns from an answer as from a report of usage, so that the next figures agree.
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

/** A shorter context says too little of what a provider counts. */
const TELLING_TOKENS = 1_024;

/** Whether a context may have to be confirmed; figures are in the provider's tokens. */
export function mayNeedCount(predictedTokens: number, inputTokens: number): boolean {
  return predictedTokens >= TELLING_TOKENS || isNearLimit(predictedTokens, inputTokens);
}

/** Whether a context is so close to the limit, or over it, that it is always confirmed. */
export function isNearLimit(predictedTokens: number, inputTokens: number): boolean {
  return predictedTokens >= CONFIRMED_SHARE * inputTokens;
}
