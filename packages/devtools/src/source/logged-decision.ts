import type { Decision, TokenSource } from '@agent-memory/core';

interface Logged {
  /** Stable, and of no other decision of the session. */
  readonly key: string;
  /** The first call that it holds for; one after the newest call for what came since. */
  readonly call: number;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** A message is sent in another way than in the call before, or no longer sent, or sent again. */
export interface MessageDecision extends Logged {
  readonly kind: 'left' | 'condensed' | 'shortened' | 'back';
  readonly seq: number;
  readonly entryId: string;
  /** Messages that left together share it: its tokens are those of all of them. */
  readonly decision: Decision;
  /** The message's own. */
  readonly tokens: number;
  readonly tokenSource: TokenSource;
}

/** A record, a chunk of a document or a section of live state comes in, stays out or goes. */
export interface LiveDecision extends Logged {
  readonly kind: 'retrieved' | 'pinned' | 'not-retrieved' | 'gave-way' | 'restored';
  readonly itemId: string;
  /** Absent where it is no candidate any more. */
  readonly decision?: Decision;
}

/** Something that happened to the session as a whole. */
export type SessionDecision = Logged &
  (
    | { readonly kind: 'compaction'; readonly compactionId: string }
    | { readonly kind: 'undo'; readonly compactionId: string; readonly undoes?: string }
    | {
        readonly kind: 'refused';
        readonly totalTokens: number;
        readonly tokenSource: TokenSource;
        readonly inputTokens: number;
      }
    | { readonly kind: 'head-move' }
    | { readonly kind: 'settings'; readonly inputTokens: number }
    | { readonly kind: 'error'; readonly code: string; readonly message: string }
  );

/** One decision that is another than in the call before. Plain data, no text of a message. */
export type LoggedDecision = MessageDecision | LiveDecision | SessionDecision;

/** The calls whose decisions are wanted. */
export interface DecisionQuery {
  readonly fromCall: number;
  /** Exclusive. Default: everything up to now. */
  readonly beforeCall?: number;
}

/** Decisions, oldest first: all of those from `fromCall` on that were wanted. */
export interface DecisionPage {
  readonly decisions: readonly LoggedDecision[];
  /** Later than the first wanted call where there is more to ask for, with this as `beforeCall`. */
  readonly fromCall: number;
}
