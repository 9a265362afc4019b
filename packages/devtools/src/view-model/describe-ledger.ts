import type { TokenLedger } from '@agent-memory/core';
import { formatCount, formatNumber, formatWhole } from './format.ts';

/** The distance between the figures here and the provider's. */
export interface DriftWords {
  /** `1,978 tokens reported, 1,902 counted here` */
  readonly reported: string;
  /** `+4.0 %` */
  readonly drift: string;
  /** The consequence for the context that is shown. */
  readonly learned: string;
}

/**
 * Compares a provider's last report with our figures; `undefined` while none has reported anything.
 *
 * @param predictedTokens the figure that the provider will report for the context that is shown.
 */
export function describeLedger(
  { last, factor, reservedTokens }: TokenLedger,
  predictedTokens: number,
): DriftWords | undefined {
  if (!last) return undefined;
  const { reportedTokens, plannedTokens } = last;
  const countedTokens = plannedTokens + reservedTokens;
  return {
    reported: `${formatCount(reportedTokens, 'token')} reported, ${formatWhole(countedTokens)} counted here`,
    drift: signedPercent(countedTokens > 0 ? reportedTokens / countedTokens - 1 : 0),
    learned: `${formatWhole(predictedTokens)} predicted for this context, with a factor of ${formatNumber(factor)}`,
  };
}

function signedPercent(share: number): string {
  const percent = Math.round(share * 1_000) / 10;
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±';
  return `${sign}${Math.abs(percent).toFixed(1)} %`;
}
