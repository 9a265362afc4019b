import type { AbortSignalLike } from '@agent-memory/core';
import { DeadlineError, errorText } from '@agent-memory/core/internal';
import type { WriteOutcome } from '../../memory/long-term-memory.ts';
import type { MemoryDraft } from '../../policy/memory-draft.ts';
import type { MemoryKind } from '../../records/memory-record.ts';
import type { RefusedCandidate } from '../candidate.ts';
import { PATTERNS } from '../find/find-by-patterns.ts';
import { UnreadableAnswerError } from '../model/find-by-model.ts';

/** Why extraction ran: a run ended, something is about to leave the context, or the app asked. */
export type ExtractionCause = 'run-end' | 'leaving' | 'asked';

/** A record that came of it. */
export interface TakenRecord {
  readonly recordId: string;
  readonly kind: MemoryKind;
  /** `merged` and `unchanged`: it was known. */
  readonly outcome: 'stored' | 'merged' | 'unchanged';
  /** Who proposed it: the model by its name, or `patterns`. */
  readonly extractor: string;
  readonly entryIds: readonly string[];
}

/** A record that holds no more, because of what the user did; its history stays. */
export interface ForgottenRecord {
  readonly recordId: string;
  /** `ASKED`: "forget that". `REPLACED`: they have written the message again that it was drawn from. */
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
   * Ids of records about something that the user has just asked never to keep: show them. They are forgotten
   * where the user's answer says so ("Yes, delete them."), or by `forget`. Absent where there were none.
   */
  readonly unwanted?: readonly string[];
  /**
   * Ids of records that hold again, because the user has written the message again that had ended them or
   * asked to forget them; absent where there were none.
   */
  readonly restored?: readonly string[];
  /**
   * Patterns read what is about to leave the context in place of a model that was late, or whose code was not here. The cursor
   * stays: the model reads the same messages after the next run.
   */
  readonly isStandIn?: boolean;
  /** Absent where the pass went well. */
  readonly failure?: ExtractionFailure;
}

/** The records that came of drafts, and the rules by which the memory refused others. */
export function outcomesOf(
  drafts: readonly MemoryDraft[],
  outcomes: readonly WriteOutcome[],
): Pick<ExtractionReport, 'taken' | 'refusedByMemory'> {
  const taken: ExtractionReport['taken'][number][] = [];
  const refusedByMemory: ExtractionReport['refusedByMemory'][number][] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const entryIds = (drafts[index]?.evidence ?? []).map(({ entryId }) => entryId);
    if (outcome.kind === 'refused') {
      const { rule, recordId } = outcome.refusal;
      const heldId = rule === 'HELD' ? recordId : undefined;
      refusedByMemory.push({ rule, entryIds, ...(heldId !== undefined && { heldId }) });
    } else {
      const { id: recordId, kind } = outcome.record;
      const extractor = String(drafts[index]?.metadata?.extractor ?? PATTERNS);
      taken.push({ recordId, kind, outcome: outcome.kind, extractor, entryIds });
    }
  }
  return { taken, refusedByMemory };
}

const KEPT = 'Nothing was taken, and the same messages are read again after the next run.';

const STANDS_IN =
  'What leaves the context cannot wait longer: patterns read it now, and the model reads the same messages after the next run.';

/**
 * Why a model found nothing, in words for a person.
 *
 * @param isHurried it was given up early, because something is about to leave the context.
 */
export function failureOf(
  error: unknown,
  signal: AbortSignalLike,
  isHurried: boolean,
): ExtractionFailure {
  if (error instanceof DeadlineError) {
    const rest = isHurried ? STANDS_IN : KEPT;
    return { code: 'TIMEOUT', message: `The model did not answer: ${error.message}. ${rest}` };
  }
  if (signal.aborted) return { code: 'ABORTED', message: `Extraction was ended. ${KEPT}` };
  if (error instanceof UnreadableAnswerError) {
    return { code: 'UNREADABLE_ANSWER', message: `${error.message} ${KEPT}` };
  }
  return { code: 'MODEL_FAILED', message: `The model failed: ${errorText(error)}. ${KEPT}` };
}

/** A session or a memory that could not be written; what was decided on is kept where it could be. */
export function storeFailure(error: unknown): ExtractionFailure {
  return {
    code: 'STORE_FAILED',
    message: `What was found could not be stored: ${errorText(error)}. It is stored with the next run.`,
  };
}

/** Whether records of one of these messages were forgotten because the user had written it again. */
export function isReplaced(entryIds: readonly string[], log: readonly ExtractionReport[]): boolean {
  return log.some(({ forgotten = [] }) =>
    forgotten.some(
      (one) => one.why === 'REPLACED' && one.entryIds.some((id) => entryIds.includes(id)),
    ),
  );
}
