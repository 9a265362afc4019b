import type {
  CompactionRecord,
  ContextOverflowError,
  ContextPlan,
  Decision,
  Entry,
} from '@agent-memory/core';
import type { ContextIn, FormatChoice } from '@agent-memory/core/formats';

/** One call of the model in a replayed session: what would have been sent, and why. */
export interface ReplayedCall<Format extends FormatChoice = 'openai'> {
  /** From 1. */
  readonly call: number;
  /** The recorded message that answered: it is not in the context. */
  readonly answerSeq: number;
  /** The time of the message before it, in milliseconds since 1970; of a plain list, one second a message. */
  readonly atMs: number;
  readonly plan: ContextPlan;
  /** The context in the format that was asked for; absent where it was refused. */
  readonly context?: ContextIn<Format>;
  /** Why there is no context: what is protected does not fit. */
  readonly refused?: ContextOverflowError;
  /** Compactions since the call before. */
  readonly compactions: readonly CompactionRecord[];
  /** A placeholder stands in the context for a summary that was not recorded. */
  readonly hasPlaceholder: boolean;
  /** Why an entry is where it is at this call; `undefined` for one that came later, or is not known. */
  explain(entryId: string): Decision | undefined;
}

/** A session that was replayed to its end. */
export interface ReplayedSession<Format extends FormatChoice = 'openai'> {
  readonly id: string;
  readonly calls: readonly ReplayedCall<Format>[];
  /** The messages of the session, in order. */
  readonly entries: readonly Entry[];
  /** To compare settings by. */
  readonly figures: {
    readonly calls: number;
    readonly compactions: number;
    /** Calls whose context did not fit. */
    readonly refusedCalls: number;
    /** Tokens of all contexts that would have been sent. */
    readonly sentTokens: number;
    /** Tokens of the largest context. */
    readonly mostTokens: number;
    /** Tokens that a prompt cache could have read again, of those sent. */
    readonly cachedTokens: number;
    /** Calls that could not read the whole of the context before from a cache. */
    readonly cacheBreaks: number;
  };
}

export function figuresOf(calls: readonly ReplayedCall<never>[]): ReplayedSession['figures'] {
  const sent = calls.filter(({ refused }) => !refused);
  return {
    calls: calls.length,
    compactions: sum(calls, ({ compactions }) => compactions.length),
    refusedCalls: calls.length - sent.length,
    sentTokens: sum(sent, ({ plan }) => plan.totalTokens),
    mostTokens: Math.max(0, ...sent.map(({ plan }) => plan.totalTokens)),
    cachedTokens: sum(sent, ({ plan }) => plan.cache?.keptTokens ?? 0),
    cacheBreaks: sent.filter(({ plan }) => (plan.cache?.lostTokens ?? 0) > 0).length,
  };
}

function sum<Item>(items: readonly Item[], figure: (item: Item) => number): number {
  return items.reduce((total, item) => total + figure(item), 0);
}
