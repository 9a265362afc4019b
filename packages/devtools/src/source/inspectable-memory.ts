import type { AgentMemory, Branch } from '@agent-memory/core';

/**
 * The part of a memory that the panel uses. It reads; what changes something is called only when a person
 * presses its button. Where one that may be
 * absent is, the panel does without.
 */
export type InspectableMemory = Pick<
  AgentMemory<unknown>,
  | 'id'
  | 'getState'
  | 'subscribe'
  | 'onEvent'
  | 'entries'
  | 'entry'
  | 'explain'
  | 'archived'
  | 'previewCompaction'
  | 'compact'
  | 'undoCompaction'
  | 'history'
  | 'stateAt'
> & {
  readonly remedies?: AgentMemory['remedies'];
  readonly branches?: () => readonly Pick<Branch, 'headId'>[];
  readonly notes?: Pick<AgentMemory['notes'], 'set'>;
  readonly moveHead?: (entryId: string) => Promise<void>;
  /** Waits for every message that is stored. */
  readonly loadOlder?: () => Promise<unknown>;
  /** Gives the store what this page alone holds; gives how many entries it took. */
  readonly writeBack?: () => Promise<number>;
  /** Reads the session again out of the store. */
  readonly reload?: () => Promise<unknown>;
};

/** An answer that may be here at once (same page) or arrive later (another tab or window). */
export type Answer<Value> = Value | Promise<Value>;
