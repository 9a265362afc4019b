import type { PlanItem } from '@agent-memory/core';

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
  /** Every kept call, in order and without gaps; empty where there was none. */
  readonly calls: readonly TracedCalls[];
}
