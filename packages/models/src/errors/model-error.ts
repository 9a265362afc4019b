import { AgentMemoryError } from '@agent-memory/core';
import { type ChatReply, EMPTY_REPLY } from '../chat/chat-reply.ts';
import type { ModelErrorCode } from './error-codes.ts';
import type { Explanation } from './explain-failure.ts';
import type { ModelFailure } from './model-failure.ts';

/** Core's error as a driver needs it: core types the codes of its own errors alone. */
interface OpenMemoryError extends Omit<AgentMemoryError, 'code' | 'phase'> {
  readonly code: ModelErrorCode;
  readonly phase: 'chat';
}

const OpenMemoryError = AgentMemoryError as unknown as new (
  code: ModelErrorCode,
  message: string,
  options: { readonly phase: 'chat'; readonly cause?: unknown },
) => OpenMemoryError;

/** A failure with its code and its words. */
export interface ModelErrorFields<Failure extends ModelFailure> {
  readonly failure: Failure;
  readonly code: ModelErrorCode;
  readonly isRecoverable: boolean;
  readonly explanation: Explanation;
  readonly partial: ChatReply | undefined;
}

/**
 * Base of every error of a model: it gave no answer, or no whole one. Extends `AgentMemoryError`.
 * Nothing was appended to any memory, and no key stands in it. An error of a server is an
 * `EndpointError`, one of a model on this device a `LocalModelError`.
 *
 * Check with `ModelError.isInstance`, which also holds across duplicate packages; branch on `code`, or
 * on `failure.kind` where the fields of one kind are wanted.
 *
 * @example
 * try {
 *   await chatModel.chat({ messages });
 * } catch (error) {
 *   if (!ModelError.isInstance(error)) throw error;
 *   showNotice(error.explanation.sentence, { canRetry: error.recoverable });
 * }
 */
export class ModelError<Failure extends ModelFailure = ModelFailure> extends OpenMemoryError {
  /** The failure as data. */
  readonly failure: Failure;
  /** The same for a person: what happened, and what can be done. */
  readonly explanation: Explanation;
  /** The part of the answer that had arrived, without calls of tools. */
  readonly partial: ChatReply;
  /** Whether the same request may succeed later as it is. */
  override readonly recoverable: boolean;

  constructor(fields: ModelErrorFields<Failure>, options?: { readonly cause?: unknown }) {
    super(fields.code, textOf(fields.explanation), { phase: 'chat', ...options });
    this.failure = fields.failure;
    this.explanation = fields.explanation;
    this.partial = fields.partial ?? EMPTY_REPLY;
    this.recoverable = fields.isRecoverable;
  }

  static isInstance(error: unknown): error is ModelError {
    return AgentMemoryError.isInstance(error) && error.code.startsWith('MODEL_');
  }
}

/** Sentence and remedies in one line. */
function textOf({ sentence, remedies }: Explanation): string {
  const steps = remedies.map(({ text, command }) => (command ? `${text} \`${command}\`` : text));
  return [sentence, ...steps].join(' ');
}
