import type { ChatUsage } from './chat-reply.ts';

/** No call of any model has as many; a figure beyond it is a fault of its server. */
const MOST_TOKENS = 1e9;

/**
 * The figures that can be meant: whole numbers up to a billion, an input of at least 1, and no more of it
 * cached than was read. Others are absent; without an input there is no usage.
 */
export function checkedUsage(
  given: {
    readonly [Name in keyof ChatUsage]?: unknown;
  },
): ChatUsage | undefined {
  const { inputTokens, cachedInputTokens, outputTokens } = given;
  if (!isCount(inputTokens) || inputTokens === 0) return undefined;
  return {
    inputTokens,
    ...(isCount(cachedInputTokens) && cachedInputTokens <= inputTokens && { cachedInputTokens }),
    ...(isCount(outputTokens) && { outputTokens }),
  };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST_TOKENS;
}
