import { AgentMemoryError } from '@agent-memory/core';
import type { EmbedderFailure, EmbedderFailureKind } from './embedder-failure.ts';
import { explainFailure } from './explain-failure.ts';

/** Stable codes of the errors of embedders. */
export type EmbedderErrorCode =
  | 'EMBEDDER_FILE_MISSING'
  | 'EMBEDDER_FILE_REFUSED'
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

const CODES: Readonly<Record<EmbedderFailureKind, EmbedderErrorCode>> = {
  'file-missing': 'EMBEDDER_FILE_MISSING',
  'file-refused': 'EMBEDDER_FILE_REFUSED',
  'file-unreachable': 'EMBEDDER_UNREACHABLE',
  'file-unreadable': 'EMBEDDER_FILE_UNREADABLE',
  'model-unsupported': 'EMBEDDER_MODEL_UNSUPPORTED',
  'runtime-unavailable': 'EMBEDDER_RUNTIME_UNAVAILABLE',
  'out-of-memory': 'EMBEDDER_OUT_OF_MEMORY',
  'run-failed': 'EMBEDDER_RUN_FAILED',
  'worker-lost': 'EMBEDDER_WORKER_LOST',
  disposed: 'EMBEDDER_DISPOSED',
  'server-unreachable': 'EMBEDDER_UNREACHABLE',
  unauthorized: 'EMBEDDER_UNAUTHORIZED',
  'rate-limited': 'EMBEDDER_RATE_LIMITED',
  'server-fault': 'EMBEDDER_SERVER_FAULT',
  'request-refused': 'EMBEDDER_REQUEST_REFUSED',
  'answer-unreadable': 'EMBEDDER_ANSWER_UNREADABLE',
};

const RECOVERABLE: readonly EmbedderFailureKind[] = [
  'file-unreachable',
  'out-of-memory',
  'worker-lost',
  'server-unreachable',
  'rate-limited',
  'server-fault',
];

/** Whether the same call may succeed later as it is. */
function isRecoverable(failure: EmbedderFailure): boolean {
  if (failure.kind === 'file-refused') return failure.status === 429 || failure.status >= 500;
  return RECOVERABLE.includes(failure.kind);
}

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
    super(CODES[failure.kind], explainFailure(failure), { phase: 'embed', ...options });
    this.failure = failure;
    this.recoverable = isRecoverable(failure);
  }

  static isInstance(error: unknown): error is EmbedderError {
    return AgentMemoryError.isInstance(error) && error.code.startsWith('EMBEDDER_');
  }
}
