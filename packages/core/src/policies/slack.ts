import type { MeasuredUnit } from './eviction-policy.ts';
import { messageCount } from './tail.ts';

/**
 * How many messages more than K a window may hold before it slides: √(18·n·K) for n = 2 new
 * messages a call, at most K.
 *
 * Each slide changes the start of the window, and what a prompt cache held behind it, K messages,
 * is read anew at ten times the price. Waiting costs too: the messages ahead of the window are sent
 * with every call, though from the cache. Per call, with S messages of slack, that is
 * 0.9·K·n/S for the slides and 0.1·S/2 for the waiting, least at S = √(18·n·K).
 */
export function defaultSlack(messages: number): number {
  return Math.min(messages, Math.round(6 * Math.sqrt(messages)));
}

/** Tells whether more than `slack` messages of these units could leave. */
export function exceedsSlack(leaving: readonly MeasuredUnit[], slack: number): boolean {
  return leaving.reduce((sum, unit) => sum + messageCount(unit), 0) > slack;
}
