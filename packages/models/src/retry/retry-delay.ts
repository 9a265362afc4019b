/** The bounds of waiting between attempts. */
export interface RetryBounds {
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
}

/**
 * Milliseconds to wait ahead of another attempt: exponential backoff with full jitter, which spreads
 * callers that failed at the same moment over the whole time. A server's `Retry-After` is the least.
 * `undefined` where the server asks for more than is waited.
 *
 * Source: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015:
 * `sleep = random_between(0, min(cap, base * 2 ** attempt))`.
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 *
 * @param failedAttempts at least 1.
 * @param random from 0 to below 1.
 */
export function retryDelayMs(
  failedAttempts: number,
  retryAfterMs: number | undefined,
  { baseDelayMs, maxDelayMs }: RetryBounds,
  random: number,
): number | undefined {
  const ceilingMs = Math.min(maxDelayMs, baseDelayMs * 2 ** (failedAttempts - 1));
  const backoffMs = Math.floor(random * ceilingMs);
  if (retryAfterMs === undefined) return backoffMs;
  return retryAfterMs > maxDelayMs ? undefined : Math.max(retryAfterMs, backoffMs);
}
