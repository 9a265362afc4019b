import type { ContextAssembled, HistoryRecord, TokenLedger } from '@agent-memory/core';

/**
 * What had been learned of the provider's figures when a call was assembled: its own record says the
 * line, the report that it names the rest. `reports` counts those that are kept.
 */
export function ledgerAt(
  records: readonly HistoryRecord[],
  { index, ledger: { factor, reservedTokens, reportedTokens } }: ContextAssembled,
): TokenLedger {
  if (reportedTokens === undefined) return { factor, reservedTokens, reports: 0 };
  const reports = records.flatMap((one) => (one.kind === 'usage' && one.index < index ? one : []));
  const last = reports.findLast(({ inputTokens }) => inputTokens === reportedTokens);
  const reported = records.find((one) => one.kind === 'context' && one.call === last?.call);
  const isKnown = last && reported?.kind === 'context';
  return {
    factor,
    reservedTokens,
    reports: reports.length,
    ...(isKnown && { last: usageOf(reported, last) }),
  };
}

function usageOf(
  { totalTokens: plannedTokens }: ContextAssembled,
  { inputTokens, cachedInputTokens }: Extract<HistoryRecord, { kind: 'usage' }>,
): NonNullable<TokenLedger['last']> {
  const reported = { plannedTokens, reportedTokens: inputTokens };
  return cachedInputTokens === undefined
    ? reported
    : { ...reported, cachedTokens: cachedInputTokens };
}
