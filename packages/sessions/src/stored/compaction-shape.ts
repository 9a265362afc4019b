import type { CompactionRecord } from '@agent-memory/core';
import { shape } from '@agent-memory/core/internal';
import { spanFields } from './overlay-shape.ts';

const { amount, fields, figure, list, name, oneOf, optional, text, time, whole } = shape;

export const compactionShape: shape.Shape = fields({
  id: name,
  trigger: oneOf('auto', 'manual', 'epoch', 'overflow', 'undo'),
  reason: optional(text),
  startedAtMs: time,
  durationMs: figure,
  epoch: whole,
  inputTokens: amount,
  tokensBefore: amount,
  tokensAfter: amount,
  stages: list(
    fields({
      stage: text,
      tokensBefore: amount,
      tokensAfter: amount,
      entries: whole,
      failure: optional(text),
    }),
  ),
  summariser: optional(text),
  extends: optional(text),
  summaryFailure: optional(text),
  models: optional(
    list(
      fields({
        model: text,
        calls: amount,
        failed: amount,
        aborted: amount,
        background: amount,
        backgroundTokens: amount,
        unreported: amount,
        inputTokens: amount,
        cachedInputTokens: amount,
        outputTokens: amount,
        ms: amount,
        cost: amount,
      }),
    ),
  ),
  left: list(fields(spanFields)),
  lost: optional(fields({ values: list(text), total: whole })),
  cacheLostTokens: optional(amount),
  transcriptLength: optional(whole),
  undoes: optional(text),
});

/**
 * Tells whether a value from a store is the record of a compaction, down to its last field.
 *
 * @example
 * const stored = await store.load('support');
 * const isWhole = stored?.compactions.every(isCompactionRecord);
 */
export function isCompactionRecord(value: unknown): value is CompactionRecord {
  return compactionShape(value, '') === undefined;
}
