import type { ContextAssembled, PlanItem, TokenBudget } from '@agent-memory/core';
import type { ValueAnswer } from '@agent-memory/explain';

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
export interface CallFacts
  extends Pick<
      ContextAssembled,
      'call' | 'atMs' | 'entries' | 'totalTokens' | 'tokenSource' | 'epoch'
    >,
    Pick<TokenBudget, 'inputTokens' | 'highTokens' | 'lowTokens'> {
  /** By the tier's name; tiers of newer packages may be among them. */
  readonly tierTokens: Readonly<Record<string, number>>;
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

/** The form in which a context held a phrase, and the tier that it stood in. */
export interface TracedPlace {
  /**
   * `message`: in a message as it was written. `shortened`: in one that is sent shorter. `summary`: in
   * text that stands for messages that left. `archive`: in another section of the archive tier. `live`:
   * in live state, such as a note or a record. `system`: in the system text or a tool. `absent`: nowhere.
   */
  readonly where: 'message' | 'shortened' | 'summary' | 'archive' | 'live' | 'system' | 'absent';
  /** Not there where it is absent. */
  readonly tier?: PlanItem['tier'];
}

/** Calls in a row whose context held the phrase in the same way; both ends belong to it. */
export interface TracedCalls extends TracedPlace {
  readonly fromCall: number;
  readonly toCall: number;
}

/** Where a phrase is now, where it was first said, and which calls had it in their context. */
export interface ValueTrace {
  readonly phrase: string;
  /** Places in the conversation whose message holds it, oldest first, bounded to the first 200. */
  readonly seqs: readonly number[];
  /** How many messages hold it, in all. */
  readonly messages: number;
  /** Items of the current plan that hold it, in send order. */
  readonly itemIds: readonly string[];
  /** Why it is not there, or where it is. */
  readonly answer: ValueAnswer;
  /** Every kept call, in order and without gaps; empty where there was none. */
  readonly calls: readonly TracedCalls[];
}
