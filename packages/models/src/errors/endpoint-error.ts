import { originOf } from '../address/base-url.ts';
import { CODES } from './error-codes.ts';
import { explainFailure, type FailedRequest } from './explain-failure.ts';
import { ModelError } from './model-error.ts';
import type { FailureOf, ServerFailure } from './model-failure.ts';

/**
 * Base of the errors of models behind a server.
 *
 * @example
 * try {
 *   await chatModel.chat({ messages });
 * } catch (error) {
 *   if (!(error instanceof EndpointError)) throw error;
 *   showNotice(`${error.server}: ${error.explanation.sentence}`);
 * }
 */
export class EndpointError<
  Failure extends ServerFailure = ServerFailure,
> extends ModelError<Failure> {
  /** The server that was asked: scheme, host and port. */
  readonly server: string;

  constructor(failure: Failure, request: FailedRequest, options?: { readonly cause?: unknown }) {
    const explanation = explainFailure(failure, request);
    super({ failure, ...CODES[failure.kind], explanation, partial: request.partial }, options);
    this.server = originOf(request.baseUrl);
  }
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
export class ModelUnreachableError extends EndpointError<
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
export class ModelTimeoutError extends EndpointError<FailureOf<'timed-out'>> {}

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
export class ModelUnauthorizedError extends EndpointError<FailureOf<'unauthorized'>> {}

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
export class ModelNotFoundError extends EndpointError<FailureOf<'model-not-found'>> {}

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
export class EndpointNotFoundError extends EndpointError<FailureOf<'endpoint-not-found'>> {}

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
export class RateLimitedError extends EndpointError<FailureOf<'rate-limited'>> {}

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
export class ContextTooLongError extends EndpointError<FailureOf<'context-too-long'>> {}

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
export class ServerFaultError extends EndpointError<FailureOf<'server-fault'>> {}

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
export class RequestRefusedError extends EndpointError<FailureOf<'request-refused'>> {}

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
export class UnreadableAnswerError extends EndpointError<FailureOf<'answer-unreadable'>> {}

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
export class BrokenStreamError extends EndpointError<
  FailureOf<'connection-lost' | 'stream-error'>
> {}

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
export class EmptyAnswerError extends EndpointError<FailureOf<'answer-empty'>> {}
