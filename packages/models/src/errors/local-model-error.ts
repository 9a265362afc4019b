import type { ChatReply } from '../chat/chat-reply.ts';
import type { FailureCode } from './error-codes.ts';
import { explainLocalFailure } from './explain-local-failure.ts';
import type { LocalFailure } from './local-failure.ts';
import { ModelError } from './model-error.ts';

/**
 * An error of a model on this device. Nothing left the device, and nothing of the conversation was
 * lost.
 *
 * @example
 * try {
 *   await chatModel.chat({ messages });
 * } catch (error) {
 *   if (!(error instanceof LocalModelError)) throw error;
 *   if (error.failure.kind === 'download-not-allowed') showNotice('Load the model first.');
 * }
 */
export class LocalModelError extends ModelError<LocalFailure> {
  /** The model that was asked. */
  readonly model: string;

  constructor(
    failure: LocalFailure,
    request: { readonly model: string; readonly partial?: ChatReply | undefined },
    options?: { readonly cause?: unknown },
  ) {
    const { model, partial } = request;
    const explanation = explainLocalFailure(failure, request);
    super({ failure, ...LOCAL_CODES[failure.kind], explanation, partial }, options);
    this.model = model;
  }
}

/** The code of each kind of failure, and whether the same request may succeed later as it is. */
export const LOCAL_CODES: Readonly<Record<LocalFailure['kind'], FailureCode>> = {
  'device-unsupported': { code: 'MODEL_DEVICE_UNSUPPORTED', isRecoverable: false },
  'model-unknown': { code: 'MODEL_NOT_FOUND', isRecoverable: false },
  'download-not-allowed': { code: 'MODEL_DOWNLOAD_NOT_ALLOWED', isRecoverable: false },
  'download-failed': { code: 'MODEL_DOWNLOAD_FAILED', isRecoverable: true },
  'files-unreadable': { code: 'MODEL_FILES_UNREADABLE', isRecoverable: false },
  'storage-full': { code: 'MODEL_STORAGE_FULL', isRecoverable: false },
  'out-of-memory': { code: 'MODEL_OUT_OF_MEMORY', isRecoverable: false },
  'device-lost': { code: 'MODEL_DEVICE_LOST', isRecoverable: true },
  'engine-lost': { code: 'MODEL_ENGINE_LOST', isRecoverable: true },
  silent: { code: 'MODEL_TIMED_OUT', isRecoverable: true },
  'window-exceeded': { code: 'MODEL_CONTEXT_TOO_LONG', isRecoverable: false },
  'run-failed': { code: 'MODEL_RUN_FAILED', isRecoverable: true },
  'nothing-said': { code: 'MODEL_ANSWER_EMPTY', isRecoverable: true },
  unloaded: { code: 'MODEL_UNLOADED', isRecoverable: true },
  disposed: { code: 'MODEL_DISPOSED', isRecoverable: false },
};
