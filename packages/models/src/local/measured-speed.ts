import type { ModelSpeed } from '../chat/chat-model.ts';
import type { ChatUsage } from '../chat/chat-reply.ts';

/** Fewer tokens are over before they can be timed. */
const LEAST_READ = 16;
const LEAST_WRITTEN = 4;

/** The time that an answer took. */
export interface AnswerTimes {
  /** Until its first word. */
  readonly readMs: number;
  /** From its first word to its end. */
  readonly writeMs: number;
}

/** The speed after one more answer; what that one says nothing of is as it was before. */
export function measuredSpeed(
  before: Partial<ModelSpeed>,
  { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0 }: Partial<ChatUsage>,
  { readMs, writeMs }: AnswerTimes,
): Partial<ModelSpeed> {
  const readTokens = inputTokens - cachedInputTokens;
  return {
    ...before,
    ...(readTokens >= LEAST_READ &&
      readMs > 0 && { readsPerSecond: perSecond(readTokens, readMs) }),
    ...(outputTokens >= LEAST_WRITTEN &&
      writeMs > 0 && { writesPerSecond: perSecond(outputTokens, writeMs) }),
  };
}

function perSecond(tokens: number, ms: number): number {
  return (tokens * 1_000) / ms;
}
