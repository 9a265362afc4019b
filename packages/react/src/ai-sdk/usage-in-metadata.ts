import type { ReportedUsage } from '@agent-memory/core';
import { fieldIn, reportedUsage } from '../chat/reported-usage.ts';

/**
 * Reads usage from an answer's metadata: `metadata.usage`, as AI SDK's `LanguageModelUsage` or with this
 * library's own names; `undefined` where there is none.
 */
export function usageInMetadata(metadata: unknown): ReportedUsage | undefined {
  const usage = fieldIn(metadata, 'usage');
  const cached =
    fieldIn(fieldIn(usage, 'inputTokenDetails'), 'cacheReadTokens') ??
    fieldIn(usage, 'cachedInputTokens');
  return reportedUsage(fieldIn(usage, 'inputTokens'), cached);
}
