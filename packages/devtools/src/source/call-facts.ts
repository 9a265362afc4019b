import type { TokenSource } from '@agent-memory/core';

/**
 * Something that happened between the call before and this one, or at this one. `refusal`: what was
 * asked for did not fit and nothing was sent. `retrieval`: records or documents were brought in.
 */
export type CallMark =
  | 'compaction'
  | 'undo'
  | 'retrieval'
  | 'refusal'
  | 'error'
  | 'head-move'
  | 'settings';

/** One context that was sent, in figures: a column of the time strip. Plain data, no text. */
export interface CallFacts {
  /** Number of the call, from 1, over the whole life of the session. */
  readonly call: number;
  /** Milliseconds since 1970: when it was assembled. */
  readonly atMs: number;
  /** Messages of the conversation then. */
  readonly entries: number;
  /** Tokens as they were known then; those of the tiers add up to them. */
  readonly totalTokens: number;
  readonly tokenSource: TokenSource;
  /** By the tier's name; tiers of newer packages may be among them. */
  readonly tierTokens: Readonly<Record<string, number>>;
  /** The limit and the watermarks that held then. */
  readonly inputTokens: number;
  readonly highTokens: number;
  readonly lowTokens: number;
  readonly epoch: number;
  /** Tokens that the provider reported for it; absent where it reported nothing, or not yet. */
  readonly reportedTokens?: number;
  readonly marks: readonly CallMark[];
  /** Ids of the compactions, undos among them, that came between the call before and this one. */
  readonly compactionIds: readonly string[];
}

/** The numbers of the calls that are kept; the oldest may have been dropped. */
export interface KeptCalls {
  /** 0 where there is none. */
  readonly first: number;
  /** 0 where there is none. */
  readonly last: number;
}

/** The past that a source stands for. */
export interface PastFacts {
  readonly call: number;
  readonly atMs: number;
  /** The newest call of the session when this was asked for. */
  readonly lastCall: number;
}
