import { AgentMemoryError } from '../ground/errors/errors.ts';
import type { AppendedEntry } from '../transcript/entry.ts';

/**
 * Messages are in the conversation, and their store has not got them: `append` and `reconcile` reject
 * so where the memory was made with `whenNotStored: 'reject'`. Do not append them again.
 */
export class NotStoredError extends AgentMemoryError {
  /** The entries of the call; `durable` tells which of them are stored all the same. */
  readonly entries: readonly AppendedEntry[];

  constructor(
    sessionId: string,
    entries: readonly AppendedEntry[],
    options?: { readonly cause?: AgentMemoryError | undefined },
  ) {
    const reason = options?.cause ? ` ${options.cause.message}` : '';
    super(
      'NOT_STORED',
      `What was said in session "${sessionId}" is in the conversation and not stored yet.${reason} This page ` +
        'holds it and stores it by itself as soon as the store takes it; if the page closes before, it is ' +
        'lost. Do not append it again.',
      { phase: 'store', ...options },
    );
    this.entries = entries;
  }
}
