import type { MemoryKind } from '../../records/memory-record.ts';
import type { RefusedCandidate } from '../candidate.ts';

/** Why extraction ran: a run ended, something is about to leave the context, or the app asked. */
export type ExtractionCause = 'run-end' | 'leaving' | 'asked';

/** A record that came of it. */
export interface TakenRecord {
  readonly recordId: string;
  readonly kind: MemoryKind;
  /** `merged` and `unchanged`: it was known. */
  readonly outcome: 'stored' | 'merged' | 'unchanged';
  readonly entryIds: readonly string[];
}

/** A record that holds no more, because of what the user did; its history stays. */
export interface ForgottenRecord {
  readonly recordId: string;
  /** `ASKED`: "forget that". `REPLACED`: they have written the message anew that it was drawn from. */
  readonly why: 'ASKED' | 'REPLACED';
  /** The message that asks, or the version that is not shown any more. */
  readonly entryIds: readonly string[];
}

/** Why extraction did not get on; the cursor stays where it was. */
export interface ExtractionFailure {
  readonly code: /** The model's answer was not JSON of the form asked for. */
    | 'UNREADABLE_ANSWER'
    /** The model did not answer in time. */
    | 'TIMEOUT'
    /** Somebody ended it: the session, the caller. */
    | 'ABORTED'
    /** The model failed. */
    | 'MODEL_FAILED'
    /** The session or the memory could not be written. */
    | 'STORE_FAILED';
  /** For people: what happened, and what becomes of it. */
  readonly message: string;
}

/**
 * One pass of extraction as data: for a log, a panel, a bench. It names messages and records, and has no
 * word of what they say.
 */
export interface ExtractionReport {
  readonly sessionId: string;
  readonly cause: ExtractionCause;
  readonly atMs: number;
  readonly durationMs: number;
  /** The model that was asked, or `patterns`. */
  readonly extractor: string;
  /** The messages that were read, first and last; absent where only what was begun before was ended. */
  readonly fromEntryId?: string;
  readonly toEntryId?: string;
  readonly entries: number;
  /** Turns that were passed over, because the agent wrote memory itself in them [EXT-3]. */
  readonly skippedTurns: number;
  /** Rounds of reading, asking and writing; at most five [EXT-4]. */
  readonly steps: number;
  readonly taken: readonly TakenRecord[];
  /** Not taken by extraction itself, by rule. */
  readonly refused: readonly RefusedCandidate[];
  /** Not taken by the write policy, by what is known or by the guard: its rule, such as `ERASED` or `HELD`. */
  readonly refusedByMemory: readonly {
    readonly rule: string;
    readonly entryIds: readonly string[];
    /** For `HELD`: its id in the quarantine of the memory, where a person releases or erases it [GRD-3]. */
    readonly heldId?: string;
  }[];
  /** Records that were forgotten; absent where there were none. */
  readonly forgotten?: readonly ForgottenRecord[];
  /**
   * Ids of records that hold again, because the user has written the message anew that had ended them or
   * asked to forget them; absent where there were none.
   */
  readonly restored?: readonly string[];
  /**
   * Patterns read what is about to leave the context in the place of a model that was late. The cursor
   * stays: the model reads the same messages after the next run.
   */
  readonly isStandIn?: boolean;
  /** Absent where the pass went well. */
  readonly failure?: ExtractionFailure;
}
