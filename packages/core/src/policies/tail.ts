import type { MeasuredUnit } from './eviction-policy.ts';

/** The units ahead of the newest messages. One that reaches into them is not ahead: it stays whole. */
export function unitsAheadOfMessages(
  units: readonly MeasuredUnit[],
  messages: number,
): readonly MeasuredUnit[] {
  let tailStart = units.length;
  let kept = 0;
  for (const unit of units.toReversed()) {
    if (kept >= messages) break;
    kept += messageCount(unit);
    tailStart -= 1;
  }
  return units.slice(0, tailStart);
}

/** The units ahead of the newest ones that fit into `tokens` together. */
export function unitsAheadOfTokens(
  units: readonly MeasuredUnit[],
  tokens: number,
): readonly MeasuredUnit[] {
  let tailStart = units.length;
  let room = tokens;
  for (const unit of units.toReversed()) {
    if (unit.tokens > room) break;
    room -= unit.tokens;
    tailStart -= 1;
  }
  return units.slice(0, tailStart);
}

export function messageCount({ start, end }: MeasuredUnit): number {
  return end - start;
}
