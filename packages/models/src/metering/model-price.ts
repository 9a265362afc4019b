import type { ChatUsage } from '../chat/chat-reply.ts';

/** The price of a million tokens, in any one currency. */
export interface ModelPrice {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
  /** The price of tokens that come out of a prompt cache. Default: as `inputPerMillion`. */
  readonly cachedInputPerMillion?: number;
}

const MILLION = 1_000_000;

/** The cost of one call; `undefined` where its tokens are not known. */
export function costOf(usage: Partial<ChatUsage>, price: ModelPrice): number | undefined {
  const { inputTokens, cachedInputTokens = 0, outputTokens } = usage;
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const { inputPerMillion, outputPerMillion, cachedInputPerMillion = inputPerMillion } = price;
  const freshTokens = Math.max(0, inputTokens - cachedInputTokens);
  const total =
    freshTokens * inputPerMillion +
    cachedInputTokens * cachedInputPerMillion +
    outputTokens * outputPerMillion;
  return total / MILLION;
}
