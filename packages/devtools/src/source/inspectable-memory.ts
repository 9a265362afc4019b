import type { AgentMemory } from '@agent-memory/core';

/**
 * The part of a memory that the panel uses. It reads; `compact` and `undoCompaction` are called only
 * when a person presses their button.
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
>;
