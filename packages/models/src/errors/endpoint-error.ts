import { originOf } from '../address/base-url.ts';
import { CODES } from './error-codes.ts';
import { explainFailure, type FailedRequest } from './explain-failure.ts';
import { ModelError } from './model-error.ts';
import type { ServerFailure } from './model-failure.ts';

/**
 * A model behind a server gave no answer, or no whole one. `code` and `failure.kind` say why.
 *
 * - `MODEL_UNREACHABLE`: a page is told apart from a server that is off (CORS, mixed content, no network).
 * - `MODEL_CONTEXT_TOO_LONG`: `memory.onOverflow` gives a smaller context [BUD-4].
 * - `MODEL_STREAM_BROKEN`: `partial` has what arrived of the answer.
 *
 * @example
 * try {
 *   await chatModel.chat({ messages });
 * } catch (error) {
 *   if (!(error instanceof EndpointError)) throw error;
 *   showNotice(`${error.server}: ${error.explanation.sentence}`);
 * }
 */
export class EndpointError extends ModelError<ServerFailure> {
  /** The server that was asked: scheme, host and port. */
  readonly server: string;

  constructor(
    failure: ServerFailure,
    request: FailedRequest,
    options?: { readonly cause?: unknown },
  ) {
    const explanation = explainFailure(failure, request);
    super({ failure, ...CODES[failure.kind], explanation, partial: request.partial }, options);
    this.server = originOf(request.baseUrl);
  }
}
