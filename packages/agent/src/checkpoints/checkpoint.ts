import type { BreakerState } from '@agent-memory/core';

/**
 * A place that a session can go back to [CKP-1]: a pointer into the originals, with the state that stood
 * beside them. It holds no message and no summary; those stand in the transcript and its history.
 */
export interface Checkpoint {
  /** Unique in its session while it is kept. */
  readonly id: string;
  /** The step that it follows; a `milestone` follows whatever was there when it was asked for. */
  readonly kind: 'tool_result' | 'reply' | 'milestone';
  /** The name that a milestone was given. */
  readonly name?: string;
  /** The entry that the conversation ended with; `null` for a milestone before the first message. */
  readonly entryId: string | null;
  /** Results of tools and replies up to there. */
  readonly step: number;
  /** Milliseconds since 1970, from the session's clock. */
  readonly atMs: number;
  /** How often the overlays had changed since the session began. */
  readonly overlayVersion: number;
  /** Records that the session's history had had: `index` of the next one. */
  readonly historyIndex: number;
  /** The last context that was assembled, from 1; `stateAt` shows it. 0 where there was none. */
  readonly call: number;
  /** The scratchpad as it stood. */
  readonly scratchpad: unknown;
  readonly breaker: BreakerState;
}
