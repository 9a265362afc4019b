import type { MeasuredUnit, ReasonedChoice } from './eviction-policy.ts';

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

/** Units that stand behind a window of so many messages, each with how far back it stood. */
export function whyBehind(
  rule: string,
  windowMessages: number,
  units: readonly MeasuredUnit[],
  leaving: readonly MeasuredUnit[],
  figures: Readonly<Record<string, number>> = {},
): readonly ReasonedChoice[] {
  const wanted = new Set(leaving);
  const choice: ReasonedChoice[] = [];
  let newerMessages = 0;
  for (const unit of units.toReversed()) {
    if (wanted.has(unit)) {
      const numbers = { windowMessages, ...figures, leastNewerMessages: newerMessages };
      choice.push({ start: unit.start, why: { rule, numbers, keptByRoom: true } });
    }
    newerMessages += messageCount(unit);
  }
  return choice.reverse();
}
