import { AgentMemoryError } from '@agent-memory/core';
import type { EmbedderFailure, EmbedderFailureKind } from './embedder-failure.ts';
import { explainFailure } from './explain-failure.ts';

/** Stable codes of the errors of embedders. */
export type EmbedderErrorCode =
  | 'EMBEDDER_FILE_MISSING'
  | 'EMBEDDER_FILE_UNREADABLE'
  | 'EMBEDDER_UNREACHABLE'
  | 'EMBEDDER_MODEL_UNSUPPORTED'
  | 'EMBEDDER_RUNTIME_UNAVAILABLE'
  | 'EMBEDDER_OUT_OF_MEMORY'
  | 'EMBEDDER_RUN_FAILED'
  | 'EMBEDDER_WORKER_LOST'
  | 'EMBEDDER_DISPOSED'
  | 'EMBEDDER_UNAUTHORIZED'
  | 'EMBEDDER_RATE_LIMITED'
  | 'EMBEDDER_SERVER_FAULT'
  | 'EMBEDDER_REQUEST_REFUSED'
  | 'EMBEDDER_ANSWER_UNREADABLE';

/** The code of each kind of failure, and whether the same call may succeed later as it is. */
const CODES: Readonly<
  Record<EmbedderFailureKind, { readonly code: EmbedderErrorCode; readonly isRecoverable: boolean }>
> = {
  'file-missing': { code: 'EMBEDDER_FILE_MISSING', isRecoverable: false },
  'file-refused': { code: 'EMBEDDER_UNREACHABLE', isRecoverable: true },
  'file-unreachable': { code: 'EMBEDDER_UNREACHABLE', isRecoverable: true },
  'file-unreadable': { code: 'EMBEDDER_FILE_UNREADABLE', isRecoverable: false },
  'model-unsupported': { code: 'EMBEDDER_MODEL_UNSUPPORTED', isRecoverable: false },
  'runtime-unavailable': { code: 'EMBEDDER_RUNTIME_UNAVAILABLE', isRecoverable: false },
  'out-of-memory': { code: 'EMBEDDER_OUT_OF_MEMORY', isRecoverable: true },
  'run-failed': { code: 'EMBEDDER_RUN_FAILED', isRecoverable: false },
  'worker-lost': { code: 'EMBEDDER_WORKER_LOST', isRecoverable: true },
  disposed: { code: 'EMBEDDER_DISPOSED', isRecoverable: false },
  'server-unreachable': { code: 'EMBEDDER_UNREACHABLE', isRecoverable: true },
  unauthorized: { code: 'EMBEDDER_UNAUTHORIZED', isRecoverable: false },
  'rate-limited': { code: 'EMBEDDER_RATE_LIMITED', isRecoverable: true },
  'server-fault': { code: 'EMBEDDER_SERVER_FAULT', isRecoverable: true },
  'request-refused': { code: 'EMBEDDER_REQUEST_REFUSED', isRecoverable: false },
  'answer-unreadable': { code: 'EMBEDDER_ANSWER_UNREADABLE', isRecoverable: false },
};

/** Core's error as an embedder needs it: core types the codes of its own errors alone. */
interface OpenMemoryError extends Omit<AgentMemoryError, 'code' | 'phase'> {
  readonly code: EmbedderErrorCode;
  readonly phase: 'embed';
}

const OpenMemoryError = AgentMemoryError as unknown as new (
  code: EmbedderErrorCode,
  message: string,
  options: { readonly phase: 'embed'; readonly cause?: unknown },
) => OpenMemoryError;

/**
 * No vectors could be made. Extends `AgentMemoryError`; the message says what happened and what to do.
 * Nothing was lost, the embedder takes further calls, and no key stands in the error.
 *
 * Check with `EmbedderError.isInstance`, which also holds across duplicate packages; branch on `code`,
 * or on `failure.kind` where the fields of one kind are wanted.
 *
 * @example
 * try {
 *   await embedder.embed(['Where is order ZFA04Y?'], { purpose: 'query' });
 * } catch (error) {
 *   if (!EmbedderError.isInstance(error)) throw error;
 *   showNotice(error.message, { canRetry: error.recoverable });
 * }
 */
export class EmbedderError extends OpenMemoryError {
  /** The failure as data. */
  readonly failure: EmbedderFailure;
  /** Whether the same call may succeed later as it is. */
  override readonly recoverable: boolean;

  constructor(failure: EmbedderFailure, options?: { readonly cause?: unknown }) {
    const { code, isRecoverable } = CODES[failure.kind];
    super(code, explainFailure(failure), { phase: 'embed', ...options });
    this.failure = failure;
    this.recoverable = isRecoverable;
  }

  static isInstance(error: unknown): error is EmbedderError {
    return AgentMemoryError.isInstance(error) && error.code.startsWith('EMBEDDER_');
  }
}
