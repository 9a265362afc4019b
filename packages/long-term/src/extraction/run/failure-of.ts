import type { AbortSignalLike } from '@agent-memory/core';
import { DeadlineError, errorText } from '@agent-memory/core/internal';
import { UnreadableAnswerError } from '../model/read-answer.ts';
import type { ExtractionFailure } from './report.ts';

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
