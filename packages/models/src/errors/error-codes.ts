import type { ServerFailure } from './model-failure.ts';

/** Stable codes of the errors of models. */
export type ModelErrorCode =
  | 'MODEL_UNREACHABLE'
  | 'MODEL_TIMED_OUT'
  | 'MODEL_UNAUTHORIZED'
  | 'MODEL_NOT_FOUND'
  | 'MODEL_ENDPOINT_NOT_FOUND'
  | 'MODEL_RATE_LIMITED'
  | 'MODEL_CONTEXT_TOO_LONG'
  | 'MODEL_SERVER_FAULT'
  | 'MODEL_REQUEST_REFUSED'
  | 'MODEL_ANSWER_UNREADABLE'
  | 'MODEL_STREAM_BROKEN'
  | 'MODEL_ANSWER_EMPTY'
  | 'MODEL_DEVICE_UNSUPPORTED'
  | 'MODEL_DOWNLOAD_NOT_ALLOWED'
  | 'MODEL_DOWNLOAD_FAILED'
  | 'MODEL_FILES_UNREADABLE'
  | 'MODEL_STORAGE_FULL'
  | 'MODEL_OUT_OF_MEMORY'
  | 'MODEL_DEVICE_LOST'
  | 'MODEL_ENGINE_LOST'
  | 'MODEL_RUN_FAILED'
  | 'MODEL_UNLOADED'
  | 'MODEL_DISPOSED';

/** The code of a kind of failure, and whether the same request may succeed later as it is. */
export interface FailureCode {
  readonly code: ModelErrorCode;
  readonly isRecoverable: boolean;
}

export const CODES: Readonly<Record<ServerFailure['kind'], FailureCode>> = {
  'mixed-content': { code: 'MODEL_UNREACHABLE', isRecoverable: false },
  offline: { code: 'MODEL_UNREACHABLE', isRecoverable: true },
  unreachable: { code: 'MODEL_UNREACHABLE', isRecoverable: true },
  cors: { code: 'MODEL_UNREACHABLE', isRecoverable: false },
  redirected: { code: 'MODEL_UNREACHABLE', isRecoverable: false },
  'request-lost': { code: 'MODEL_UNREACHABLE', isRecoverable: true },
  'no-answer': { code: 'MODEL_UNREACHABLE', isRecoverable: true },
  'timed-out': { code: 'MODEL_TIMED_OUT', isRecoverable: true },
  unauthorized: { code: 'MODEL_UNAUTHORIZED', isRecoverable: false },
  'model-not-found': { code: 'MODEL_NOT_FOUND', isRecoverable: false },
  'endpoint-not-found': { code: 'MODEL_ENDPOINT_NOT_FOUND', isRecoverable: false },
  'rate-limited': { code: 'MODEL_RATE_LIMITED', isRecoverable: true },
  'context-too-long': { code: 'MODEL_CONTEXT_TOO_LONG', isRecoverable: false },
  'server-fault': { code: 'MODEL_SERVER_FAULT', isRecoverable: true },
  'request-refused': { code: 'MODEL_REQUEST_REFUSED', isRecoverable: false },
  'answer-unreadable': { code: 'MODEL_ANSWER_UNREADABLE', isRecoverable: false },
  'connection-lost': { code: 'MODEL_STREAM_BROKEN', isRecoverable: true },
  'stream-error': { code: 'MODEL_STREAM_BROKEN', isRecoverable: true },
  'answer-empty': { code: 'MODEL_ANSWER_EMPTY', isRecoverable: true },
};
