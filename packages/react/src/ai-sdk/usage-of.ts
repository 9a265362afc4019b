import type { ReportedUsage } from '@agent-memory/core';

/**
 * The usage in an answer's metadata: `metadata.usage`, as AI SDK's `LanguageModelUsage` or with this
 * library's own names; `undefined` where there is none.
 */
export function usageOf(metadata: unknown): ReportedUsage | undefined {
  const usage = fieldOf(metadata, 'usage');
  const inputTokens = countOf(fieldOf(usage, 'inputTokens'));
  if (inputTokens === undefined) return undefined;
  const cachedInputTokens =
    countOf(fieldOf(fieldOf(usage, 'inputTokenDetails'), 'cacheReadTokens')) ??
    countOf(fieldOf(usage, 'cachedInputTokens'));
  return { inputTokens, ...(cachedInputTokens !== undefined && { cachedInputTokens }) };
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
