import type { ChatRequest } from '../chat/chat-model.ts';
import type { ChatUsage } from '../chat/chat-reply.ts';

/** One call of a model, measured: plain data, without a word of what was said. */
export interface ModelCall {
  readonly model: string;
  /** `user` where a person waited; `background` for work such as a summary. */
  readonly purpose: NonNullable<ChatRequest['urgency']>;
  /** Milliseconds since 1970 when it was asked. */
  readonly atMs: number;
  /** Tokens that the model read, cached ones included; absent where it did not report them. */
  readonly inputTokens?: number;
  /** Those of them that came out of a prompt cache. */
  readonly cachedInputTokens?: number;
  /** Tokens that the model wrote; absent where it did not report them. */
  readonly outputTokens?: number;
  /** Milliseconds from the question to the end. */
  readonly ms: number;
  /** Milliseconds from the question to the first piece of the answer; absent where none came, or nobody listened. */
  readonly firstMs?: number;
  /** By the price that was given, in its currency; absent without a price or without reported tokens. */
  readonly cost?: number;
  readonly outcome: CallOutcome;
}

/** The end of a call. `code` is that of an error of this library. */
export type CallOutcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'failed'; readonly code?: string };

/** The price of a million tokens, in any one currency. */
export interface ModelPrice {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
  /** The price of tokens that come out of a prompt cache. Default: as `inputPerMillion`. */
  readonly cachedInputPerMillion?: number;
}

const MILLION = 1_000_000;

/** The cost of one call; `undefined` where its tokens are not known. */
export function costOf(usage: ChatUsage | undefined, price: ModelPrice): number | undefined {
  if (usage?.outputTokens === undefined) return undefined;
  const { inputTokens, cachedInputTokens = 0, outputTokens } = usage;
  const { inputPerMillion, outputPerMillion, cachedInputPerMillion = inputPerMillion } = price;
  const freshTokens = Math.max(0, inputTokens - cachedInputTokens);
  const total =
    freshTokens * inputPerMillion +
    cachedInputTokens * cachedInputPerMillion +
    outputTokens * outputPerMillion;
  return total / MILLION;
}
