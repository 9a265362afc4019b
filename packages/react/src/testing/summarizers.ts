import type { Summarizer, SummaryRequest, TokenCounter } from '@agent-memory/core';

/** A token is a word: nothing has to be fetched, and what is stored is counted once. */
export const wordCounter: TokenCounter = {
  encoding: 'words',
  source: 'counted',
  count: (text) => text.split(/\s+/).filter(Boolean).length,
};

/** A summariser that answers when it is told to. */
export interface HeldSummarizer extends Summarizer {
  /** Resolves once it was asked. */
  readonly asked: Promise<void>;
  /** Resolves when it was told to stop. */
  readonly stopped: Promise<void>;
  answer(text: string): void;
}

export function aHeldSummarizer(): HeldSummarizer {
  const asked = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<string>();
  return {
    name: 'held',
    asked: asked.promise,
    stopped: stopped.promise,
    answer: answered.resolve,
    async summarize(request: SummaryRequest, { signal } = {}) {
      asked.resolve();
      signal?.addEventListener('abort', () => stopped.resolve());
      const text = await answered.promise;
      const { sources } = request;
      const [fromSeq, toSeq] = [sources[0]?.seq ?? 0, sources.at(-1)?.seq ?? 0];
      return { madeBy: 'held', fromSeq, toSeq, text };
    },
  };
}
