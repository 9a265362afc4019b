import { InvalidOptionError } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { EmbedOptions } from '@agent-memory/long-term';

const CALL = { purpose: true, signal: true } as const satisfies KnownNames<EmbedOptions>;

/** @throws InvalidOptionError if a call of `embed` cannot be understood. */
export function checkEmbedCall(texts: readonly string[], call: EmbedOptions): void {
  const areTexts = Array.isArray(texts) && texts.every((text) => typeof text === 'string');
  if (!areTexts) throw new InvalidOptionError('texts', 'must be a list of texts.');
  refuseUnknown(call, CALL, 'embed');
  if (call?.purpose === 'query' || call?.purpose === 'passage') return;
  throw new InvalidOptionError('purpose', "must be 'query' or 'passage'.");
}
