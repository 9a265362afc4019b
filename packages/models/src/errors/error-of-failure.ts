import {
  BrokenStreamError,
  ContextTooLongError,
  EmptyAnswerError,
  type EndpointError,
  EndpointNotFoundError,
  ModelNotFoundError,
  ModelTimeoutError,
  ModelUnauthorizedError,
  ModelUnreachableError,
  RateLimitedError,
  RequestRefusedError,
  ServerFaultError,
  UnreadableAnswerError,
} from './endpoint-error.ts';
import type { FailedRequest } from './explain-failure.ts';
import type { ServerFailure } from './model-failure.ts';

/** The error of a failure, of the class that its kind has. */
export function errorOfFailure(
  failure: ServerFailure,
  request: FailedRequest,
  options?: { readonly cause?: unknown },
): EndpointError {
  switch (failure.kind) {
    case 'mixed-content':
    case 'offline':
    case 'unreachable':
    case 'cors':
    case 'redirected':
    case 'request-lost':
    case 'no-answer':
      return new ModelUnreachableError(failure, request, options);
    case 'timed-out':
      return new ModelTimeoutError(failure, request, options);
    case 'unauthorized':
      return new ModelUnauthorizedError(failure, request, options);
    case 'model-not-found':
      return new ModelNotFoundError(failure, request, options);
    case 'endpoint-not-found':
      return new EndpointNotFoundError(failure, request, options);
    case 'rate-limited':
      return new RateLimitedError(failure, request, options);
    case 'context-too-long':
      return new ContextTooLongError(failure, request, options);
    case 'server-fault':
      return new ServerFaultError(failure, request, options);
    case 'request-refused':
      return new RequestRefusedError(failure, request, options);
    case 'answer-unreadable':
      return new UnreadableAnswerError(failure, request, options);
    case 'connection-lost':
    case 'stream-error':
      return new BrokenStreamError(failure, request, options);
    case 'answer-empty':
      return new EmptyAnswerError(failure, request, options);
    default:
      return failure satisfies never;
  }
}
