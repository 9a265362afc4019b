import { AgentMemoryError } from '@agent-memory/core';
import { originOf } from '../address/base-url.ts';
import { type ChatReply, EMPTY_REPLY } from '../chat/chat-reply.ts';
import { CODES, type ModelErrorCode } from './error-codes.ts';
import { type Explanation, explainFailure, type FailedRequest } from './explain-failure.ts';
import type { FailureOf, ModelFailure } from './model-failure.ts';

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

/**
 * Base of every error of a model: it gave no answer, or no whole one. Extends `AgentMemoryError`.
 * Nothing was appended to any memory, and no key stands in it.
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
  /** The server that was asked: scheme, host and port. */
  readonly server: string;
  /** The part of the answer that had arrived, without calls of tools. */
  readonly partial: ChatReply;
  /** Whether the same request may succeed later as it is. */
  override readonly recoverable: boolean;

  constructor(failure: Failure, request: FailedRequest, options?: { readonly cause?: unknown }) {
    const explanation = explainFailure(failure, request);
    const { code, isRecoverable } = CODES[failure.kind];
    super(code, textOf(explanation), { phase: 'chat', ...options });
    this.failure = failure;
    this.explanation = explanation;
    this.server = originOf(request.baseUrl);
    this.partial = request.partial ?? EMPTY_REPLY;
    this.recoverable = isRecoverable;
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

/**
 * No answer came from the address; `failure.kind` says why, as far as it can be told. A page is told
 * apart from a server that is off: CORS, mixed content, no network, a redirect.
 *
 * @example
 * try {
 *   await chatModel.chat({ messages });
 * } catch (error) {
 *   if (!(error instanceof ModelUnreachableError)) throw error;
 *   for (const { text, command } of error.explanation.remedies) console.warn(text, command);
 * }
 */
export class ModelUnreachableError extends ModelError<
  FailureOf<
    | 'mixed-content'
    | 'offline'
    | 'unreachable'
    | 'cors'
    | 'redirected'
    | 'request-lost'
    | 'no-answer'
  >
> {}

/**
 * Nothing arrived for as long as `timeoutMs` allows; the request was given up.
 *
 * @example
 * try {
 *   await chatModel.chat({ messages });
 * } catch (error) {
 *   if (!(error instanceof ModelTimeoutError)) throw error;
 *   showNotice(`No sign of life for ${error.failure.timeoutMs / 1_000} s.`, { canRetry: true });
 * }
 */
export class ModelTimeoutError extends ModelError<FailureOf<'timed-out'>> {}

/**
 * The server wants a key, or refused the one that it was given.
 *
 * @example
 * try {
 *   await chatModel.chat({ messages });
 * } catch (error) {
 *   if (!(error instanceof ModelUnauthorizedError)) throw error;
 *   showNotice(error.failure.hadKey ? 'Check the key.' : 'A key is needed.');
 * }
 */
export class ModelUnauthorizedError extends ModelError<FailureOf<'unauthorized'>> {}

/**
 * The server has no model of this name.
 *
 * @example
 * try {
 *   await chatModel.chat({ messages });
 * } catch (error) {
 *   if (!(error instanceof ModelNotFoundError)) throw error;
 *   const names = await listModels({ baseUrl: url });
 *   showNotice(`There are ${names?.join(', ')}.`);
 * }
 */
export class ModelNotFoundError extends ModelError<FailureOf<'model-not-found'>> {}

/**
 * The server answers, and has nothing at this address: the path is wrong.
 *
 * @example
 * try {
 *   await chatModel.chat({ messages });
 * } catch (error) {
 *   if (!(error instanceof EndpointNotFoundError)) throw error;
 *   showNotice('The address usually ends in /v1.');
 * }
 */
export class EndpointNotFoundError extends ModelError<FailureOf<'endpoint-not-found'>> {}

/**
 * The server takes no more requests for now.
 *
 * @example
 * try {
 *   await chatModel.chat({ messages });
 * } catch (error) {
 *   if (!(error instanceof RateLimitedError)) throw error;
 *   showNotice(`Again in ${(error.failure.retryAfterMs ?? 10_000) / 1_000} s.`);
 * }
 */
export class RateLimitedError extends ModelError<FailureOf<'rate-limited'>> {}

/**
 * The context is longer than the model's window. `memory.onOverflow` gives a smaller one [BUD-4].
 *
 * @example
 * async function answer(): Promise<ChatReply> {
 *   const { messages } = await memory.assemble();
 *   try {
 *     return await chatModel.chat({ messages });
 *   } catch (error) {
 *     if (!(error instanceof ContextTooLongError)) throw error;
 *     const smaller = await memory.onOverflow();
 *     return chatModel.chat({ messages: smaller.messages });
 *   }
 * }
 */
export class ContextTooLongError extends ModelError<FailureOf<'context-too-long'>> {}

/**
 * The server had a fault of its own: a status of 500 or above.
 *
 * @example
 * try {
 *   await chatModel.chat({ messages });
 * } catch (error) {
 *   if (!(error instanceof ServerFaultError)) throw error;
 *   showNotice(error.failure.serverMessage, { canRetry: true });
 * }
 */
export class ServerFaultError extends ModelError<FailureOf<'server-fault'>> {}

/**
 * The server refused the request for a reason that has no error of its own.
 *
 * @example
 * try {
 *   await chatModel.chat({ messages });
 * } catch (error) {
 *   if (!(error instanceof RequestRefusedError)) throw error;
 *   console.error(error.failure.status, error.failure.serverMessage);
 * }
 */
export class RequestRefusedError extends ModelError<FailureOf<'request-refused'>> {}

/**
 * The server sent something that is no answer of this kind of API.
 *
 * @example
 * try {
 *   await chatModel.chat({ messages });
 * } catch (error) {
 *   if (!(error instanceof UnreadableAnswerError)) throw error;
 *   console.error(error.failure.excerpt);
 * }
 */
export class UnreadableAnswerError extends ModelError<FailureOf<'answer-unreadable'>> {}

/**
 * The answer began and did not end: the connection was lost, or the server ended it with an error.
 *
 * @example
 * try {
 *   await chatModel.chat({ messages });
 * } catch (error) {
 *   if (!(error instanceof BrokenStreamError)) throw error;
 *   showNotice(`${error.partial.text} …`, { canRetry: error.recoverable });
 * }
 */
export class BrokenStreamError extends ModelError<FailureOf<'connection-lost' | 'stream-error'>> {}

/**
 * The answer ended as it should, without a word or a call of a tool.
 *
 * @example
 * try {
 *   await chatModel.chat({ messages });
 * } catch (error) {
 *   if (!(error instanceof EmptyAnswerError)) throw error;
 *   showNotice('The model said nothing.', { canRetry: true });
 * }
 */
export class EmptyAnswerError extends ModelError<FailureOf<'answer-empty'>> {}
