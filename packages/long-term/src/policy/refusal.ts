import type { StatementNature } from './write-policy.ts';

/** Why a draft was not stored; each is a promise to tools. */
export type RefusalRule =
  | 'INVALID_FIELD'
  | 'UNKNOWN_FIELD'
  | 'UNKNOWN_TYPE'
  | 'UNKNOWN_KIND'
  | 'UNKNOWN_SOURCE'
  | 'UNKNOWN_NATURE'
  | 'NO_TEXT'
  | 'TEXT_TOO_LONG'
  | 'NO_REASON'
  | 'NO_VALUE'
  | 'REASONING'
  | 'FAILED_CALL'
  | 'SPECULATION'
  | 'TURN_LOG'
  | 'TRANSCRIPT'
  | 'STATUS'
  | 'TOOL_READABLE'
  | 'PRIVATE'
  | 'NAMESPACE_CLOSED'
  /** Another user wrote it in a shared namespace [NS-3]. */
  | 'OF_ANOTHER_USER'
  | 'OVER_ALREADY'
  | 'ERASED'
  /** It has a password, a token, a key, the number of a card or of a bank account [GRD-4]. */
  | 'SECRET'
  | 'OVERRULED'
  | 'REJECTED'
  /** The same was forgotten, rejected or corrected after it was said. */
  | 'ENDED_SINCE'
  /** The user wants nothing of the kind kept, and did not store it in the app [EXT-5]. */
  | 'UNWANTED'
  | 'UNKNOWN_RECORD'
  /** It is pinned, and a pinned record takes no mark against recall. */
  | 'PINNED'
  /** It is marked against recall, and a marked record takes no pin. */
  | 'MUTED'
  /** The user has paused their memory [LTM-12]. */
  | 'PAUSED'
  /** It reads like an order to the assistant: it waits in quarantine as `recordId` [GRD-2]. */
  | 'HELD';

/** A draft that was not stored, and why. Nothing of it was kept, but for `HELD`: that waits in quarantine. */
export interface Refusal {
  readonly rule: RefusalRule;
  /** For people: what is wrong. */
  readonly sentence: string;
  /** For people: what would let it in. Absent: nothing does. */
  readonly remedy?: string;
  /** The field at fault. */
  readonly field?: string;
  /** The record that stands against it. */
  readonly recordId?: string;
}

/** The rule that refuses a statement of this nature. */
export const RULE_OF_NATURE: Readonly<Partial<Record<StatementNature, RefusalRule>>> = {
  reasoning: 'REASONING',
  'failed-call': 'FAILED_CALL',
  speculation: 'SPECULATION',
  'turn-log': 'TURN_LOG',
  transcript: 'TRANSCRIPT',
  status: 'STATUS',
  'tool-readable': 'TOOL_READABLE',
};
